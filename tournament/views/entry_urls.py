"""Addresses of the registration links: what follows the token is the department's own."""

from django.urls import URLPattern, URLResolver, path

from . import entry_pages

app_name = "entry"
urlpatterns: list[URLPattern | URLResolver] = [
    path("<str:token>/", entry_pages.department, name="department"),
    path("<str:token>/team/", entry_pages.add, name="team-add"),
    path("<str:token>/team/<int:pk>/", entry_pages.team, name="team"),
    path("<str:token>/team/<int:pk>/substitute/", entry_pages.replace, name="team-substitute"),
    path("<str:token>/team/<int:pk>/withdraw/", entry_pages.leave, name="team-withdraw"),
]
