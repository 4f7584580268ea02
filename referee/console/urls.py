"""Addresses of the referee's console."""

from django.urls import path

from . import views

app_name = "console"
urlpatterns = [
    path("", views.home, name="home"),
    path("table/<int:number>/", views.table, name="table"),
    path("<int:match_id>/", views.match, name="match"),
]
