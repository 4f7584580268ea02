"""Correcting the first hand of an early match: every later level, place, page and document follows, none is stale."""

import re

import pytest
from django.test import Client

from tests.correcting import decide, knockout
from tests.documents import reading
from tests.playing import find, play, teams
from tournament.documents.catalogue import DOCUMENTS
from tournament.models import Match, Tournament
from tournament.services.actor import Actor
from tournament.services.correcting import REPLAY, Correction, Draft
from tournament.services.sheet import verify_result
from tournament.services.shown import Shown
from tournament.services.standings import final_placings
from tournament.services.tournaments import publish
from tournament.services.verify import differences


def verified(cup: Tournament, actor: Actor) -> None:
    for match in Match.objects.filter(stage__tournament=cup, status="confirmed"):
        verify_result(match.pk, actor, reason="一人值守")


@pytest.fixture
def cup(actor: Actor, db: None) -> Tournament:
    """Four teams, played to the end by the first-named: 第1队, 第3队, 第2队, 第4队; verified and published."""
    made = knockout(4)
    play(find(made, "m1"), actor, "a", (40, 75, 75, 75, 75))
    for code in ("m2", "m3", "m4"):
        play(find(made, code), actor)
    verified(made, actor)
    publish(made, Tournament.Part.values, actor)
    return made


def paper(cup: Tournament, key: str) -> str:
    return "".join(reading.texts(DOCUMENTS[key].pdf(cup, Shown())))


def page(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def seen(cup: Tournament) -> dict[str, str]:
    """What every surface says of the first semi-final and of the places."""
    whole = page(f"/{cup.slug}/")
    found = {
        "places": " ".join(f"{place} {team.name}" for place, team in final_placings(cup)),
        "public page": " ".join(re.findall(r"第\d名 (第\d队)", whole)),
        "its line there": re.findall(r"第1队 \w+ (?:胜 )?第2队 \w+ (?:胜 )?级数高", whole)[0],
        "its own page": re.findall(r"(第1队 .*) 胜负依据", page(f"/{cup.slug}/match/{find(cup, 'm1').pk}/"))[0],
        "fixtures": re.findall(r"（决赛）决赛(\w+——\w+队)", paper(cup, "fixtures"))[0],
        "bracket": re.findall(r"冠军(第\d队)?", paper(cup, "bracket"))[0],
        "record": re.findall(r"甲方第1队.*?乙方第2队第2队甲、第2队乙[2-9A]+(?:胜|负)?", paper(cup, "match-records"))[0],
    }
    for key, words in (("bulletin", r"第.名(第\d队)"), ("certificates", r"代表(第\d队)参加cup，荣获(第.名)")):
        found[key] = str(re.findall(words, paper(cup, key))) if DOCUMENTS[key].is_ready(cup) else "not yet"
    return found


def certified(*teams_in_order: str) -> str:
    """A sheet for each of a team's two players."""
    places = zip(teams_in_order, ("第一名", "第二名", "第三名", "第四名"), strict=True)
    return str([one for one in places for _player in "甲乙"])


def test_correcting_the_first_hand_leaves_no_page_and_no_paper_stale(cup: Tournament, actor: Actor) -> None:
    assert seen(cup) == {
        "places": "1 第1队 2 第3队 3 第2队 4 第4队",
        "public page": "第1队 第3队 第2队 第4队",
        "its line there": "第1队 6 胜 第2队 2 级数高",
        "its own page": "第1队 胜 6 第1队甲、第1队乙 第2队 2 第2队甲、第2队乙",
        "fixtures": "第1队——第3队",
        "bracket": "第1队",
        "record": "甲方第1队第1队甲、第1队乙6胜乙方第2队第2队甲、第2队乙2",
        "bulletin": str(["第1队", "第3队", "第2队", "第4队"]),
        "certificates": certified("第1队", "第3队", "第2队", "第4队"),
    }
    semi = find(cup, "m1")
    first = semi.entries.filter(type="hand").order_by("n")[0]
    anew = {"type": "hand", "declarer": "a", "table_points": 125, "replaces": str(first.pk)}
    begun = {find(cup, code).pk: REPLAY for code in ("m3", "m4")}
    decide(Correction(semi.pk, Draft(({"type": "strike", "entry": str(first.pk)}, anew))), actor, begun)
    between = seen(cup)
    assert between == {
        "places": "",
        "public page": "",
        "its line there": "第1队 2 第2队 7 胜 级数高",
        "its own page": "第1队 2 第1队甲、第1队乙 第2队 胜 7 第2队甲、第2队乙",
        "fixtures": "第2队——第3队",
        "bracket": "",
        "record": "甲方第1队第1队甲、第1队乙2乙方第2队第2队甲、第2队乙7胜",
        "bulletin": "not yet",
        "certificates": "not yet",
    }
    assert teams(find(cup, "m3")) == {"a": "第1队", "b": "第4队"}
    for code in ("m3", "m4"):
        play(find(cup, code), actor)
    verified(cup, actor)
    assert seen(cup) == {
        **between,
        "places": "1 第2队 2 第3队 3 第1队 4 第4队",
        "public page": "第2队 第3队 第1队 第4队",
        "bracket": "第2队",
        "bulletin": str(["第2队", "第3队", "第1队", "第4队"]),
        "certificates": certified("第2队", "第3队", "第1队", "第4队"),
    }
    assert differences(cup) == []
