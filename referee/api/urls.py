"""Addresses of this area."""

from django.urls import URLPattern, URLResolver

app_name = "table-api"
urlpatterns: list[URLPattern | URLResolver] = []
