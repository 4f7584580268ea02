"""Addresses of the public pages; a tournament's own address comes last, after every fixed word."""

from django.urls import URLPattern, URLResolver, path

from . import public_documents, public_pages

app_name = "public"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", public_pages.home, name="home"),
    path("<slug:slug>/", public_pages.tournament, name="tournament"),
    path("<slug:slug>/match/<int:pk>/", public_pages.match, name="match"),
    path("<slug:slug>/documents/<slug:key>.pdf", public_documents.document, name="document"),
]
