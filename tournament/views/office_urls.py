"""Addresses of the staff pages."""

from django.urls import URLPattern, URLResolver, path

from . import (
    office_correct,
    office_day,
    office_draw,
    office_entries,
    office_home,
    office_publish,
    office_rules,
    office_schedule,
    office_teams,
    office_withdraw,
)

app_name = "office"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", office_home.home, name="home"),
    path("new/", office_home.create, name="create"),
    path("new/preset/", office_home.create_from, name="create-from"),
    path("rules/", office_rules.rules, name="rules"),
    path("rules/import/", office_rules.import_rules, name="rules-import"),
    path("rules/<slug:ref>/", office_rules.rule, name="rule"),
    path("rules/<slug:ref>/copy/", office_rules.copy, name="rule-copy"),
    path("rules/<slug:ref>/preview/", office_rules.preview, name="rule-preview"),
    path("rules/<slug:ref>/export/", office_rules.export_rules, name="rule-export"),
    path("<slug:slug>/", office_home.overview, name="tournament"),
    path("<slug:slug>/facts/", office_home.facts, name="facts"),
    path("<slug:slug>/entries/", office_entries.entries, name="entries"),
    path("<slug:slug>/entries/team/", office_entries.add, name="team-add"),
    path("<slug:slug>/entries/list/", office_entries.paste, name="team-paste"),
    path("<slug:slug>/entries/team/<int:pk>/", office_teams.team, name="team"),
    path("<slug:slug>/entries/team/<int:pk>/remove/", office_teams.remove, name="team-remove"),
    path("<slug:slug>/entries/department/", office_teams.add_department, name="department-add"),
    path("<slug:slug>/entries/department/<int:pk>/", office_teams.department, name="department"),
    path("<slug:slug>/entries/department/<int:pk>/remove/", office_teams.remove_department, name="department-remove"),
    path("<slug:slug>/draw/", office_draw.draw, name="draw"),
    path("<slug:slug>/draw/seed/", office_draw.by_seed, name="draw-seed"),
    path("<slug:slug>/draw/typed/", office_draw.typed, name="draw-typed"),
    path("<slug:slug>/draw/undo/", office_draw.undo, name="draw-undo"),
    path("<slug:slug>/schedule/", office_schedule.schedule, name="schedule"),
    path("<slug:slug>/schedule/<int:pk>/", office_schedule.move, name="move"),
    path("<slug:slug>/day/", office_day.day, name="day"),
    path("<slug:slug>/day/lot/<int:stage>/<str:group>/", office_day.lot, name="lot"),
    path("<slug:slug>/correct/", office_correct.desk, name="correct"),
    path("<slug:slug>/correct/match/<int:match_id>/", office_correct.match, name="correct-match"),
    path("<slug:slug>/correct/slot/<int:slot>/", office_withdraw.slot, name="correct-slot"),
    path("<slug:slug>/correct/withdraw/<int:team>/", office_withdraw.withdraw, name="correct-withdraw"),
    path("<slug:slug>/print/", office_publish.printing, name="print"),
    path("<slug:slug>/publish/", office_publish.publish, name="publish"),
]
