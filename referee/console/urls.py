"""Addresses of the referee's console."""

from django.urls import path

from . import practice, views, worker

app_name = "console"
urlpatterns = [
    path("", views.home, name="home"),
    path("table/<int:number>/", views.table, name="table"),
    path("worker.js", worker.worker, name="worker"),
    path("practice/<slug:slug>/", practice.at_console, name="practice"),
    path("<int:match_id>/", views.match, name="match"),
]
