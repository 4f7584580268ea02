"""The fixture list and the demonstration commands."""

import json
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command
from django.db import transaction

from tournament.models import ConfirmedResult, Match, Tournament
from tournament.services.actor import Actor
from tournament.services.demo_play import play_match
from tournament.services.fixtures import FIELDS, fixture_rows
from tournament.services.match_words import group_letter, group_number, ordinal
from tournament.services.verify import differences

NOTICE = Path(__file__).with_name("fixtures_2011.csv").read_text(encoding="utf-8")


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_the_notices_fixtures_are_printed_exactly() -> None:
    run("demo", "anhui-2011")
    assert run("fixtures", "anhui-2011", "--format", "csv") == NOTICE


@pytest.mark.django_db
def test_json_has_the_same_rows_and_output_writes_a_file(tmp_path: Path) -> None:
    run("demo", "anhui-2011")
    document = json.loads(run("fixtures", "anhui-2011"))
    assert document["format"] == "fixtures/1"
    assert [",".join(row[key] for key in FIELDS) for row in document["fixtures"]] == NOTICE.splitlines()[1:]
    assert run("fixtures", "anhui-2011", "--format", "csv", "--output", str(tmp_path / "f.csv")) == ""
    assert (tmp_path / "f.csv").read_bytes() == NOTICE.encode()


@pytest.mark.django_db
def test_a_played_demonstration_has_a_champion_and_nothing_differs() -> None:
    said = run("demo", "anhui-2011", "--play", "--seed", "7", "--slug", "gespielt")
    played = Tournament.objects.get(slug="gespielt")
    assert "已打完 15 场。" in said
    assert "第1名 " in said
    assert ConfirmedResult.objects.filter(match__stage__tournament=played).count() == 15
    assert not Match.objects.exclude(status="confirmed").exists()
    assert differences(played) == []
    final = fixture_rows(played)[-1]
    assert "胜者" not in final["team_a"] + final["team_b"]


@pytest.mark.django_db
def test_the_same_seed_plays_the_same_hands_and_another_seed_others() -> None:
    def levels(slug: str, seed: int, made: Tournament) -> list[object]:
        chosen = Random(seed)
        for match in Match.objects.filter(stage__tournament=made).exclude(group=""):
            play_match(match.pk, chosen, Actor.program(slug))
        results = ConfirmedResult.objects.filter(match__stage__tournament=made).order_by("match_id")
        return [result.result["levels"] for result in results]

    played = []
    for slug, seed in (("a", 3), ("b", 3), ("c", 4)):
        with transaction.atomic():
            run("demo", "anhui-2011", "--slug", slug)
            played.append(levels(slug, seed, Tournament.objects.get(slug=slug)))
            transaction.set_rollback(True)
    assert played[0] == played[1] != played[2]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("demo", "nirgends"), "没有名为“nirgends”的赛事预设，现有："),
        (("fixtures", "nirgends"), "没有网址名为“nirgends”的赛事，现有：（无）。"),
        (("demo", "anhui-2011", "--slug", "Große"), "网址名“Große”不合要求"),
    ],
)
def test_a_name_that_does_not_exist_is_refused_in_words(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    err = StringIO()
    with pytest.raises(SystemExit) as left:
        call_command(*arguments, stderr=err)
    assert left.value.code == 2
    assert sentence in err.getvalue()
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_a_second_demonstration_needs_another_address() -> None:
    run("demo", "anhui-2011")
    err = StringIO()
    with pytest.raises(SystemExit):
        call_command("demo", "anhui-2011", stderr=err)
    assert "网址名“anhui-2011”已被占用，请换一个。" in err.getvalue()
    assert Tournament.objects.count() == 1


def test_demo_without_a_name_lists_the_presets() -> None:
    assert "anhui-2011  " in run("demo")


@pytest.mark.parametrize(
    ("number", "words"), [(1, "一"), (2, "二"), (10, "十"), (11, "十一"), (20, "二十"), (35, "三十五"), (128, "128")]
)
def test_ordinals_in_words(number: int, words: str) -> None:
    assert ordinal(number) == words


def test_group_letters_go_on_after_z() -> None:
    assert [group_letter(n) for n in (1, 26, 27, 52, 53)] == ["A", "Z", "AA", "AZ", "BA"]
    assert all(group_number(group_letter(n)) == n for n in range(1, 800))
