"""Addresses of joining, and of the chief referee's page of passes."""

from django.urls import path

from referee.console import practice

from . import desk, views

app_name = "join"
urlpatterns = [
    path("t/<str:token>/", views.card, name="card"),
    path("t/<str:token>/practice/", practice.at_card, name="practice"),
    path("join/", views.home, name="home"),
    path("join/leave/", views.leave, name="leave"),
    path("join/desk/<slug:slug>/", desk.desk, name="desk"),
    path("join/desk/<slug:slug>/session/", desk.session, name="session"),
    path("join/desk/<slug:slug>/passes/", desk.passes, name="passes"),
    path("join/desk/<slug:slug>/announcements/", desk.announcements, name="announcements"),
    path("join/cards/<slug:slug>/", desk.cards, name="cards"),
]
