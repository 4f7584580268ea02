"""Addresses of the read-only interface."""

from django.urls import path

from . import views

app_name = "public-api"
urlpatterns = [
    path("tournaments/", views.TournamentsView.as_view(), name="tournaments"),
    path("tournaments/<slug:slug>/", views.TournamentView.as_view(), name="tournament"),
    path("tournaments/<slug:slug>/teams/", views.TeamsView.as_view(), name="teams"),
    path("tournaments/<slug:slug>/fixtures/", views.FixturesView.as_view(), name="fixtures"),
    path("tournaments/<slug:slug>/results/", views.ResultsView.as_view(), name="results"),
    path("tournaments/<slug:slug>/standings/", views.StandingsView.as_view(), name="standings"),
    path("tournaments/<slug:slug>/bracket/", views.BracketView.as_view(), name="bracket"),
]
