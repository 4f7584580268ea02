"""Last year's tournament again: what was arranged comes along, dates moved; what was drawn or played does not."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from tournament.models import AuditEntry, Draw, GroupPlace, Match, Player, PlayTable, Tournament
from tournament.services.actor import Actor
from tournament.services.archive import archive_of, import_archive
from tournament.services.cloning import clone_tournament, next_name
from tournament.services.demo import create_demo, play_demo
from tournament.services.details import details_of
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.presets import preset_keys
from tournament.services.registration import enter_team
from tournament.services.scheduling import lay_out
from tournament.services.tournaments import create_from_preset
from tournament.services.verify import differences

ZONE = ZoneInfo("Asia/Shanghai")
NEW = datetime(2012, 11, 23, 9, 0, tzinfo=ZONE)
PROGRAM = Actor.program("测试")


@pytest.fixture
def old(db: None) -> Tournament:
    """The competition of 2011, drawn, scheduled and published."""
    made = create_demo("anhui-2011", actor=PROGRAM)
    return Tournament.objects.get(pk=made.pk)


def again(source: Tournament, **options: bool) -> Tournament:
    made = clone_tournament(source, name="2012 年炒地皮比赛", starts_at=NEW, actor=PROGRAM, **options)
    return Tournament.objects.get(pk=made.pk)


def test_stages_tables_and_departments_come_along(old: Tournament) -> None:
    old.tables.filter(number=2).update(place="靠窗", hours=[["2011-11-25T13:00+08:00", "2011-11-25T18:30+08:00"]])
    new = again(old)
    for field in ("name", "kind", "ruleset", "settings", "match_options", "criteria", "points", "slot_minutes"):
        assert [getattr(one, field) for one in new.stages.all()] == [getattr(one, field) for one in old.stages.all()]
    assert [one.place for one in new.tables.all()] == ["", "靠窗", "", ""]
    assert PlayTable.objects.get(tournament=new, number=2).hours == [
        ["2012-11-23T13:00:00+08:00", "2012-11-23T18:30:00+08:00"]
    ]
    departments = ("name", "sort_key", "headcount", "team_quota", "contact", "phone")
    assert list(new.departments.values(*departments)) == list(old.departments.values(*departments))


def test_nothing_drawn_played_or_published_comes_along(old: Tournament) -> None:
    play_demo(old, seed=1, actor=PROGRAM)
    new = again(old, with_teams=True)
    assert not Draw.objects.filter(stage__tournament=new).exists()
    assert not Match.objects.filter(stage__tournament=new).exists()
    assert not GroupPlace.objects.filter(stage__tournament=new).exists()
    assert new.published == []


@pytest.mark.django_db
@pytest.mark.parametrize("key", preset_keys())
def test_the_notice_of_each_documented_one_comes_along(key: str) -> None:
    old = Tournament.objects.get(pk=create_from_preset(key, actor=PROGRAM).pk)
    new = again(old)
    for field in ("host", "venue", "change_minutes", "roster_size", "quota"):
        assert getattr(new, field) == getattr(old, field), field
    before, after = details_of(old), details_of(new)
    assert before.model_copy(update={"agenda": ()}) == after.model_copy(update={"agenda": ()})
    assert old.starts_at is not None
    days = (NEW.date() - timezone.localtime(old.starts_at).date()).days
    for one, other in zip(before.agenda, after.agenda, strict=True):
        assert one.at is not None
        assert other.at is not None
        assert (other.at - one.at).days == days
        assert one.model_copy(update={"at": None}) == other.model_copy(update={"at": None})
    for field in ("entry_opens_at", "entry_closes_at", "ends_on"):
        was, now = getattr(old, field), getattr(new, field)
        assert (now and now - was) == (was and type(now - was)(days=days)), field
    kept = old.schedule_options["round_starts"]
    assert len(new.schedule_options["round_starts"]) == len(kept)
    assert new.starts_at == NEW


def test_teams_come_along_only_when_asked(old: Tournament) -> None:
    assert again(old).teams.count() == 0
    new = again(old, with_teams=True)
    names = [(team.name, team.department.name, [p.name for p in team.players.all()]) for team in old.teams.all()]
    assert [
        (team.name, team.department.name, [p.name for p in team.players.all()]) for team in new.teams.all()
    ] == names
    assert not new.teams.filter(department__tournament=old).exists()


def test_who_left_withdrew_or_waited_stays_behind(old: Tournament) -> None:
    gone, waiting, changed = old.teams.order_by("pk")[:3]
    old.teams.filter(pk=gone.pk).update(withdrawn_at=timezone.now())
    old.teams.filter(pk=waiting.pk).update(waiting_since=timezone.now())
    first = changed.players.order_by("number")[0]
    Player.objects.filter(pk=first.pk).update(left_at=timezone.now())
    Player.objects.create(team=changed, number=1, name="新来的", staff_number="0815", namesake=True)
    new = again(old, with_teams=True)
    assert new.teams.count() == 10
    assert not new.teams.filter(name__in=[gone.name, waiting.name]).exists()
    kept = new.teams.get(name=changed.name).players.order_by("number")
    assert [(p.name, p.staff_number, p.namesake) for p in kept][0] == ("新来的", "0815", True)
    assert first.name not in [p.name for p in kept]


def test_the_new_one_is_drawn_scheduled_and_played(old: Tournament) -> None:
    new = again(old, with_teams=True)
    hold_draw(first_stage(new), actor=PROGRAM, seed="再来")
    lay_out(new, starts_at=NEW, actor=PROGRAM)
    play_demo(new, seed=2, actor=PROGRAM)
    assert differences(new) == []
    assert differences(old) == []


def test_changing_the_new_one_leaves_the_old_one(old: Tournament) -> None:
    new = again(old, with_teams=True)
    enter_team(new, "院直1", ["新手甲", "新手乙"], PROGRAM, reason="补报")
    assert old.teams.count() == 12
    assert AuditEntry.objects.filter(tournament=new, action="tournament.clone").count() == 1


def test_the_number_of_queries_does_not_grow_with_the_teams(
    old: Tournament, django_assert_max_num_queries: object
) -> None:
    with django_assert_max_num_queries(20):
        again(old, with_teams=True)


NAMES = {
    "2007 年双抠大赛": "2008 年双抠大赛",
    "第十届扑克赛（2025）": "第十届扑克赛（2026）",
    "职工扑克赛": "职工扑克赛（2008年）",
    "桌号20071的比赛": "桌号20071的比赛（2008年）",
}


@pytest.mark.parametrize(("name", "proposed"), NAMES.items())
def test_the_next_years_name_is_proposed(name: str, proposed: str) -> None:
    source = Tournament(name=name, starts_at=datetime(2007, 9, 21, 12, 0, tzinfo=ZONE))
    assert next_name(source) == proposed


def test_a_tournament_without_a_start_has_no_dates_to_move(me: Actor) -> None:
    source = Tournament.objects.create(
        slug="x", name="无日期", ends_on=date(2026, 1, 1), details={"agenda": [{"at": NEW.isoformat(), "what": "抽签"}]}
    )
    new = again(source)
    assert new.ends_on is None
    assert [item.at for item in details_of(new).agenda] == [None]


def test_the_office_clones_on_the_page(old: Tournament, staff: Client) -> None:
    page = f"/office/{old.slug}/clone/"
    form = staff.get(page).context["form"]
    assert form.initial["starts_at"] == datetime(2012, 11, 23, 13, 10, tzinfo=ZONE)
    refused = staff.post(page, {"name": "", "starts_at": "2012-11-23T13:10", "with_teams": "on"})
    assert refused.status_code == 400
    assert "2012-11-23T13:10" in refused.content.decode()
    answer = staff.post(page, {"name": "新赛事", "starts_at": "2012-11-23T13:10", "with_teams": "on"})
    assert answer.url == "/office/xss-2012/facts/"
    assert Tournament.objects.get(slug="xss-2012").teams.count() == 12


def test_moves_to_undo_stay_with_the_matches_they_name(old: Tournament) -> None:
    step = [{"match": 1, "before": [1, None, None], "after": [2, None, None]}]
    old.schedule_options = {**old.schedule_options, "rest": 15, "undo": [step]}
    old.save(update_fields=["schedule_options"])
    new = again(old)
    assert (new.schedule_options["rest"], "undo" in new.schedule_options) == (15, False)
    assert "undo" not in archive_of(old)["tournament"]["schedule_options"]
    told = archive_of(old)
    told["tournament"]["schedule_options"]["undo"] = [step]
    back = import_archive(told, PROGRAM, slug="zurueck")
    assert (back.schedule_options["rest"], "undo" in back.schedule_options) == (15, False)
