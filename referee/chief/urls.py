"""Addresses of the chief referee's desk."""

from django.urls import path

from . import desk, move, paper, power, protest, result, rounds, verify

app_name = "chief"
urlpatterns = [
    path("", desk.home, name="home"),
    path("<slug:slug>/", desk.desk, name="desk"),
    path("<slug:slug>/allow/<int:match_id>/", desk.allow, name="allow"),
    path("<slug:slug>/decline/<int:match_id>/", desk.decline_proposal, name="decline"),
    path("<slug:slug>/decide/<int:match_id>/", desk.decide, name="decide"),
    path("<slug:slug>/sheet/<int:match_id>/", result.aside, name="sheet"),
    path("<slug:slug>/result/<int:match_id>/", result.page, name="result"),
    path("<slug:slug>/result/<int:match_id>/pdf/", result.pdf, name="result-pdf"),
    path("<slug:slug>/protests/", protest.listing, name="protests"),
    path("<slug:slug>/protests/<int:match_id>/<int:n>/", protest.protest, name="protest"),
    path("<slug:slug>/verify/", verify.listing, name="verify"),
    path("<slug:slug>/verify/<int:match_id>/", verify.verify_match, name="verify-match"),
    path("<slug:slug>/move/<int:match_id>/", move.move, name="move"),
    path("<slug:slug>/paper/<int:match_id>/", paper.paper, name="paper"),
    path("<slug:slug>/round/close/", rounds.close, name="round-close"),
    path("<slug:slug>/power/", power.power, name="power"),
]
