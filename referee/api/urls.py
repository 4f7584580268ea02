"""Addresses of the table's REST interface."""

from django.urls import path

from . import arrival_views, chief_views, device_views, offline_views, practice_views, views

app_name = "table-api"
urlpatterns = [
    path("matches/<int:match_id>/", views.MatchStateView.as_view(), name="match"),
    path("matches/<int:match_id>/entries/", views.EntriesView.as_view(), name="entries"),
    path("matches/<int:match_id>/preview/", views.PreviewView.as_view(), name="preview"),
    path("matches/<int:match_id>/confirm/", views.ConfirmView.as_view(), name="confirm"),
    path("matches/<int:match_id>/table/", offline_views.OfflineTableView.as_view(), name="table"),
    path("matches/<int:match_id>/check-in/", arrival_views.ArrivalsView.as_view(), name="check-in"),
    path("matches/<int:match_id>/proposal/", arrival_views.ProposalView.as_view(), name="proposal"),
    path("matches/<int:match_id>/take-over/", device_views.TakeOverView.as_view(), name="take-over"),
    path("practice/<str:practice_token>/", practice_views.PracticeView.as_view(), name="practice"),
    path("join/", device_views.JoinView.as_view(), name="join"),
    path("leave/", device_views.LeaveView.as_view(), name="leave"),
    path("tables/", device_views.TablesView.as_view(), name="tables"),
    path(
        "announcements/<int:announcement_id>/acknowledge/", device_views.AcknowledgeView.as_view(), name="acknowledge"
    ),
    path("tournaments/<slug:slug>/session/", chief_views.SessionView.as_view(), name="session"),
    path("tournaments/<slug:slug>/session/pin/", chief_views.PinView.as_view(), name="pin"),
    path("tournaments/<slug:slug>/passes/", chief_views.PassesView.as_view(), name="passes"),
    path("passes/<int:pass_id>/revoke/", chief_views.RevokePassView.as_view(), name="pass-revoke"),
    path("tournaments/<slug:slug>/devices/", chief_views.DevicesView.as_view(), name="devices"),
    path("devices/<uuid:device_id>/revoke/", chief_views.RevokeDeviceView.as_view(), name="device-revoke"),
    path("tournaments/<slug:slug>/announcements/", chief_views.AnnouncementsView.as_view(), name="announcements"),
]
