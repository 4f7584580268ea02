"""Addresses of the public pages; a tournament's own address comes last, after every fixed word."""

from django.urls import URLPattern, URLResolver, path

from . import public_calendar, public_documents, public_draw, public_fairness, public_pages

app_name = "public"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", public_pages.home, name="home"),
    path("<slug:slug>/", public_pages.tournament, name="tournament"),
    path("<slug:slug>/match/<int:pk>/", public_pages.match, name="match"),
    path("<slug:slug>/team-<int:pk>.ics", public_calendar.calendar, name="calendar"),
    path("<slug:slug>/fairness.json", public_fairness.fairness, name="fairness"),
    path("<slug:slug>/draw/<int:draw_id>/", public_draw.draw, name="draw"),
    path("<slug:slug>/draw/<int:draw_id>.json", public_draw.draw_record, name="draw-record"),
    path("<slug:slug>/documents/<slug:key>.pdf", public_documents.document, name="document"),
]
