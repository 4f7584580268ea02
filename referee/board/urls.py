"""Addresses of the board."""

from django.urls import path

from . import views

app_name = "board"
urlpatterns = [
    path("<slug:slug>/", views.board, name="board"),
    path("<slug:slug>/now/", views.now, name="now"),
]
