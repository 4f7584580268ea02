"""The pages of rounds drawn one after another, of the choice of a format, and what they show to the public."""

from collections.abc import Callable
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.correcting import decide, forfeit
from tests.office.conftest import make
from tests.office.formats import play_ready, start
from tests.office.test_walk import FACTS
from tests.tournament.test_archive import as_json
from tournament.models import Draw, Match, MatchSlot, SheetEntry, Team, Tournament
from tournament.services import formats
from tournament.services.actor import Actor
from tournament.services.archive import import_archive
from tournament.services.correcting import Correction
from tournament.services.drawing import first_stage
from tournament.services.format_plan import plan_text
from tournament.services.formats import Format, format_of
from tournament.services.rounds import draw_round, next_round, rounds_of, still_in
from tournament.services.tournaments import publish
from tournament.services.verify import differences
from tournament.services.withdrawing import Return, Withdrawal, due

Enter = Callable[..., list[Team]]
REDRAW = Format(shape=formats.REDRAW, places=4)
SWISS = Format(shape=formats.SWISS, rounds=3, criteria="opponents")


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_a_redrawn_knockout_is_run_from_its_page(staff: Client, me: Actor, actor: Actor, entered: Enter) -> None:
    cup = start(me, entered, REDRAW, 8)
    base = f"/office/{cup.slug}/"
    assert staff.get(f"{base}draw/").url == f"{base}rounds/"
    text = page(staff, f"{base}rounds/")
    assert "第 1 轮还有 4 场没有确认" in text
    assert "按记录重算，结果一致" in text
    waiting = staff.post(f"{base}rounds/seed/", {"seed": "大礼堂", "number": "2"})
    assert waiting.status_code == 400
    assert "第 1 轮还有 4 场没有确认" in waiting.content.decode()
    play_ready(cup, actor, Random(1))
    assert "抽第 2 轮" in page(staff, base)
    stale = staff.post(f"{base}rounds/seed/", {"seed": "大礼堂", "number": "3", "present": "各队领队"})
    assert stale.status_code == 400
    assert "现在应抽第 2 轮" in stale.content.decode()
    assert "各队领队" in stale.content.decode()
    assert staff.post(f"{base}rounds/seed/", {"seed": "大礼堂", "number": "2"}).status_code == 302
    assert Draw.objects.filter(round=2, undone_at=None).count() == 1
    wrong = staff.post(f"{base}rounds/undo/", {"typed_name": "别的"})
    assert "与赛事名称" in wrong.content.decode()
    assert staff.post(f"{base}rounds/undo/", {"typed_name": cup.name}).status_code == 302
    assert not Draw.objects.filter(round=2, undone_at=None).exists()
    left = [one.split("、") for one in page(staff, f"{base}rounds/").split("参加本轮的队：")[1:]]
    assert len(left[0]) >= 4
    names = [
        slot.team.name for match in Match.objects.filter(round=1) for slot in match.slots.filter(side=match.winner)
    ]
    typed = {"groups": "\n".join(names[:3]), "number": "2"}
    short = staff.post(f"{base}rounds/typed/", typed)
    assert short.status_code == 400
    assert "没有签号" in short.content.decode()
    assert names[0] in short.content.decode()
    assert staff.post(f"{base}rounds/typed/", {"groups": "\n".join(names), "number": "2"}).status_code == 302
    slots = MatchSlot.objects.filter(match__round=2).order_by("match_id", "side")
    assert [slot.team.name for slot in slots if slot.team] == names
    assert differences(cup) == []


@pytest.mark.parametrize("number", ["", "0", "-1", "9" * 30, "二", "\x00"])
def test_a_round_number_that_is_none_is_refused(staff: Client, me: Actor, entered: Enter, number: str) -> None:
    cup = start(me, entered, REDRAW, 4)
    for way, more in (("seed", {"seed": "x"}), ("typed", {"groups": "x\x00"}), ("count", {"rounds": number})):
        answer = staff.post(f"/office/{cup.slug}/rounds/{way}/", {"number": number, **more})
        assert answer.status_code == 400


def test_the_rounds_page_leads_to_the_draw_while_nothing_is_drawn(staff: Client, cup: Tournament) -> None:
    for way in ("", "seed/", "typed/", "undo/", "count/"):
        answer = staff.post(f"/office/{cup.slug}/rounds/{way}") if way else staff.get(f"/office/{cup.slug}/rounds/")
        assert (answer.status_code, answer.url) == (302, f"/office/{cup.slug}/draw/")


def test_swiss_rounds_are_changed_in_number_and_shown_to_the_public(
    staff: Client, me: Actor, actor: Actor, entered: Enter
) -> None:
    cup = start(me, entered, SWISS, 5)
    base = f"/office/{cup.slug}/"
    assert staff.post(f"{base}rounds/count/", {"rounds": "9"}).status_code == 400
    assert staff.post(f"{base}rounds/count/", {"rounds": "4"}).status_code == 302
    assert "共 4 轮" in page(staff, f"{base}rounds/")
    publish(cup, Tournament.Part.values, me)
    text = page(Client(), f"/{cup.slug}/")
    free = Team.objects.get(pk=Draw.objects.get().record["result"]["bye"]).name
    assert f"轮空：{free}" in text
    assert "2 场，上一轮结束后抽签" in text
    assert "积分表" in text
    play_ready(cup, actor, Random(1))
    assert "对手积分之和" in page(Client(), f"/{cup.slug}/")
    assert page(staff, f"{base}day/").count("积分编排赛") >= 1


def test_a_public_round_names_no_winner_before_results_are_published(
    staff: Client, me: Actor, actor: Actor, entered: Enter
) -> None:
    cup = start(me, entered, REDRAW, 4)
    play_ready(cup, actor, Random(1))
    staff.post(f"/office/{cup.slug}/rounds/seed/", {"seed": "x", "number": "2"})
    publish(cup, ["draw"], me)
    text = page(Client(), f"/{cup.slug}/").split('id="rounds"')[1].split("第 1 轮")[0]
    assert "胜者" in text
    assert not any(name in text for name in Team.objects.values_list("name", flat=True))


def test_the_rounds_page_asks_as_often_for_4_as_for_32_teams(staff: Client, me: Actor, entered: Enter) -> None:
    counts = []
    for number, count in enumerate((4, 32)):
        cup = make(me, SWISS, name=f"赛{number}")
        entered(cup, count)
        staff.post(f"/office/{cup.slug}/draw/seed/", {"seed": "x"})
        for path in (f"/office/{cup.slug}/rounds/", f"/office/{cup.slug}/day/"):
            with CaptureQueriesContext(connection) as queries:
                page(staff, path)
            counts.append(len(queries))
    assert counts[:2] == counts[2:]


def test_every_format_is_chosen_on_the_page_and_comes_back(staff: Client, me: Actor) -> None:
    cup = make(me)
    chosen = [
        {"shape": "swiss", "rounds": "4", "criteria": "opponents", "places": "4"},
        {"shape": "redraw", "places": "4", "joint_third": "on"},
        {"shape": "best-losers", "places": "1"},
        {"shape": "last-group", "last": "5", "legs": "2"},
        {"shape": "round-robin", "legs": "2", "order": "rotation"},
        {"shape": "groups-size", "number": "4", "advance": "sizes", "advance_sizes": "4:2 3:1"},
        {"shape": "groups-count", "number": "3", "advance": "half"},
        {"shape": "groups-count", "number": "3", "advance": "2", "best": "2", "unequal": "average"},
    ]
    for one in chosen:
        facts = {key: FACTS[key] for key in ("name", "starts_at", "venue", "host", "tables", "slot_minutes")}
        answer = staff.post(f"/office/{cup.slug}/facts/format/", {**facts, "ruleset": "keep", **one})
        assert answer.status_code == 302, answer.content.decode()
        found = format_of(cup)
        for key, value in one.items():
            assert str(getattr(found, key)) == {"on": "True"}.get(value, value), key
        text = page(staff, f"/office/{cup.slug}/facts/format/")
        assert f'value="{one["shape"]}" checked' in text


def test_a_format_that_cannot_be_keeps_what_was_typed(staff: Client) -> None:
    answer = staff.post("/office/new/", {**FACTS, "advance": "sizes", "advance_sizes": "三：一"})
    assert answer.status_code == 400
    text = answer.content.decode()
    assert "三：一" in text
    assert "逐项写明" in text
    assert not Tournament.objects.exists()


PLANS = [
    (
        Format(shape=formats.BY_SIZE, number=3),
        12,
        "12 队：4 组×3 队，小组赛 12 场、3 轮；4 队进淘汰赛，3 场、2 轮；共 15 场。",
    ),
    (Format(shape=formats.BY_SIZE, number=3, best=1), 11, "3 组×3 队、1 组×2 队"),
    (Format(shape=formats.BY_COUNT, number=4, places=4), 3, "不能分成 4 组"),
    (Format(shape=formats.BY_COUNT, number=2, places=8), 8, "不能决出前 8 名"),
    (Format(shape=formats.BY_COUNT, number=1), 5, "出线的只有 1 队"),
    (Format(shape=formats.KNOCKOUT, places=4), 11, "11 队：淘汰赛 11 场、4 轮；首轮 5 队轮空；共 11 场。"),
    (Format(shape=formats.LOSERS), 12, "胜者和最好的 2 个负者共 8 队进入下一轮；全部 4 轮；共 13 场。"),
    (Format(shape=formats.LOSERS), 8, "没有负者复活"),
    (Format(shape=formats.REDRAW, places=4), 6, "6 队：3 轮，每轮重新抽签；首轮 2 队轮空；共 6 场。"),
    (Format(shape=formats.SWISS, rounds=5), 9, "5 轮，每轮 4 场；每轮 1 队轮空，按胜计分；共 20 场。"),
    (Format(shape=formats.SWISS, rounds=5), 4, "4 队最多编排 3 轮"),
    (Format(shape=formats.LAST, last=3), 10, "淘汰赛 7 场、2 轮，剩 3 队；最后循环 3 场、3 轮；共 10 场。"),
    (Format(shape=formats.LAST, last=8), 8, "须少于参赛队数"),
    (Format(shape=formats.ROUND_ROBIN, legs=2), 6, "循环赛 30 场、10 轮；共 30 场。"),
    (Format(), 1, "报名满 2 队后"),
]


@pytest.mark.parametrize(("chosen", "teams", "words"), PLANS)
def test_what_a_format_comes_to_is_said(chosen: Format, teams: int, words: str) -> None:
    assert words in plan_text(chosen, teams)


def test_the_plan_follows_the_form(staff: Client) -> None:
    sent = {"shape": "redraw", "places": "4", "teams": "6", "order": "berger"}
    assert "首轮 2 队轮空" in staff.get("/office/format-plan/", sent).content.decode()
    assert "整数" in staff.get("/office/format-plan/", {**sent, "rounds": "x"}).content.decode()
    for junk in ({}, {"shape": "<b>"}, {"shape": "swiss", "teams": "9" * 40}, {"shape": "redraw", "places": "\x00"}):
        answer = staff.get("/office/format-plan/", junk)
        assert answer.status_code == 200
        assert "<" not in answer.content.decode()


def test_a_winner_who_withdraws_is_not_drawn_again(me: Actor, actor: Actor, entered: Enter) -> None:
    cup = start(me, entered, REDRAW, 8)
    play_ready(cup, actor, Random(1))
    first = Match.objects.filter(round=1).order_by("pk")[0]
    gone = first.slots.get(side=first.winner).team
    assert gone is not None
    Team.objects.filter(pk=gone.pk).update(withdrawn_at=timezone.now())
    draw = draw_round(first_stage(cup), 2, actor=me, seed="大礼堂")
    assert gone.name not in [team["name"] for team in draw.record["teams"]]
    assert f"{first.code}-winner" in [team["id"] for team in draw.record["teams"]]
    assert [found["changed"] for found in rounds_of(first_stage(cup))] == [[], []]
    waiting = [found["match"] for found in due(cup)]
    assert [found.slots.filter(team=gone).exists() for found in waiting] == [True]
    assert differences(cup) == []


def withdrawn_while_free(me: Actor, actor: Actor, entered: Enter) -> tuple[Tournament, Team]:
    """A redrawn knockout of seven whose first round is played; the one that was free in it has withdrawn since."""
    cup = start(me, entered, REDRAW, 7)
    play_ready(cup, actor, Random(1))
    free = Team.objects.get(pk=Draw.objects.get().record["result"]["byes"][0])
    decide(Withdrawal(free.pk), actor)
    return cup, free


def test_a_team_that_withdraws_while_it_is_free_is_not_drawn(me: Actor, actor: Actor, entered: Enter) -> None:
    cup, free = withdrawn_while_free(me, actor, entered)
    stage = first_stage(cup)
    assert free.name not in still_in(next_round(stage))
    draw = draw_round(stage, 2, actor=me, seed="大礼堂")
    assert free.name not in [team["name"] for team in draw.record["teams"]]
    assert draw.record["absent"] == {"free1": str(free.pk)}
    assert differences(cup) == []
    back = import_archive(as_json(cup), me, slug="back")
    there = Draw.objects.get(stage__tournament=back, round=2).record["absent"]
    assert there == {"free1": str(back.teams.get(name=free.name).pk)}
    (found,) = due(cup)
    (side,) = found["forfeits"]
    assert found["match"].slots.get(side=side).team == free
    decide(Correction(found["match"].pk, forfeit(side)), actor)
    play_ready(cup, actor, Random(1))
    draw = draw_round(stage, 3, actor=me, seed="大礼堂")
    assert free.name not in [team["name"] for team in draw.record["teams"]]
    assert differences(cup) == []


def test_paper_slips_leave_the_place_of_who_withdrew_while_free(me: Actor, actor: Actor, entered: Enter) -> None:
    cup, free = withdrawn_while_free(me, actor, entered)
    winners = [match.slots.get(side=match.winner).team for match in Match.objects.filter(round=1).order_by("pk")]
    lots = {winner.pk: number for winner, number in zip(winners, (1, 3, 4), strict=True) if winner}
    draw_round(first_stage(cup), 2, actor=me, lots=lots)
    sides = [slot.team for slot in MatchSlot.objects.filter(match__round=2).order_by("match__pk", "side")]
    assert sides == [winners[0], free, winners[1], winners[2]]
    assert differences(cup) == []


def test_who_withdrew_while_free_may_come_back_and_is_drawn(me: Actor, actor: Actor, entered: Enter) -> None:
    cup, free = withdrawn_while_free(me, actor, entered)
    decide(Return(free.pk), actor)
    draw = draw_round(first_stage(cup), 2, actor=me, seed="大礼堂")
    assert free.name in [team["name"] for team in draw.record["teams"]]
    assert "absent" not in draw.record
    assert differences(cup) == []


def test_the_page_warns_of_a_protest_that_could_change_who_goes_on(
    staff: Client, me: Actor, actor: Actor, entered: Enter
) -> None:
    cup = start(me, entered, REDRAW, 8)
    play_ready(cup, actor, Random(1))
    assert next_round(first_stage(cup)).doubtful == ""
    match = Match.objects.filter(stage__tournament=cup, round=1).order_by("pk")[0]
    decide(Correction(match.pk, forfeit("a", anew=True)), actor)
    match.refresh_from_db()
    last = match.entries.order_by("-n")[0]
    text = {"type": "protest", "side": "a" if match.winner == "b" else "b", "text": "记错"}
    SheetEntry.objects.create(
        match=match, n=last.n + 1, type="protest", payload=text, actor_name="裁判", server_at=timezone.now()
    )
    sentence = "1/4决赛第1场还有没裁定的抗议，裁定可能改变胜方：请裁定后再抽第 2 轮。"
    assert next_round(first_stage(cup)).doubtful == sentence
    assert sentence in page(staff, f"/office/{cup.slug}/rounds/")
