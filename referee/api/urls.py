"""Addresses of the table's REST interface."""

from django.urls import path

from . import offline_views, views

app_name = "table-api"
urlpatterns = [
    path("matches/<int:match_id>/", views.MatchStateView.as_view(), name="match"),
    path("matches/<int:match_id>/entries/", views.EntriesView.as_view(), name="entries"),
    path("matches/<int:match_id>/preview/", views.PreviewView.as_view(), name="preview"),
    path("matches/<int:match_id>/confirm/", views.ConfirmView.as_view(), name="confirm"),
    path("matches/<int:match_id>/table/", offline_views.OfflineTableView.as_view(), name="table"),
]
