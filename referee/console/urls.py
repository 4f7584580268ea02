"""Addresses of the referee's console."""

from django.urls import path

from . import practice, views

app_name = "console"
urlpatterns = [
    path("", views.home, name="home"),
    path("table/<int:number>/", views.table, name="table"),
    path("practice/<slug:slug>/", practice.at_console, name="practice"),
    path("<int:match_id>/", views.match, name="match"),
]
