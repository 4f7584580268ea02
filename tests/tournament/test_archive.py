"""`tournament/1`: what comes back is what was archived; what does not agree with itself stays out."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction

from tests.documents import reading
from tournament import models
from tournament.documents.catalogue import DOCUMENTS
from tournament.models import Account, Match, SheetEntry, Tournament
from tournament.services.actor import Actor
from tournament.services.archive import archive_of, document, exporting, import_archive
from tournament.services.archive.renaming import renamed
from tournament.services.check_in import attendance_of, check_in
from tournament.services.demo import create_demo, play_demo
from tournament.services.demo_play import play_match
from tournament.services.fixtures import fixture_rows
from tournament.services.presets import preset_keys
from tournament.services.refusal import Refusal
from tournament.services.sheet import sheet_document
from tournament.services.shown import Shown
from tournament.services.standings import placings
from tournament.services.verify import differences

PROGRAM = Actor.program("测试")


def played(key: str = "anhui-2011") -> Tournament:
    made = create_demo(key, actor=PROGRAM)
    play_demo(made, seed=3, actor=PROGRAM)
    return made


def as_json(made: Tournament) -> Any:
    return json.loads(json.dumps(archive_of(made), ensure_ascii=False))


@cache
def kept(sheets: int | None = None) -> str:
    """The archive of anhui-2011 played whole, or of its first so many matches, as text; its database is gone."""
    with transaction.atomic():
        made = create_demo("anhui-2011", actor=PROGRAM) if sheets is not None else played()
        for match in Match.objects.filter(stage__tournament=made).order_by("pk")[: sheets or 0]:
            play_match(match.pk, Random(1), PROGRAM)
        text = json.dumps(archive_of(made), ensure_ascii=False)
        transaction.set_rollback(True)
    return text


def shown_places(made: Tournament) -> list[tuple[int, str]]:
    return [(place, team.name) for stage in made.stages.all() for place, team in placings(stage)]


def printed(made: Tournament) -> list[list[str]]:
    """The text of every public document, but for the foot with the time of printing."""
    pdfs = [one.pdf(made, Shown()) for one in DOCUMENTS.values() if one.is_ready(made)]
    return [[page.rsplit("第", 1)[0] for page in reading.texts(pdf)] for pdf in pdfs]


OF_TEAMS = {"draws", "groups", "team", "resulting", "teams", "order"}


def team_named(archive: Any) -> Any:
    """The archive with team ids, which are of one database, replaced by names, and without what is another's anyway."""
    names = {team["id"]: team["name"] for team in archive["teams"]}

    def walk(value: Any, *, key: str = "") -> Any:
        if key in OF_TEAMS:
            return renamed(value, names)
        if isinstance(value, dict):
            return {name: walk(item, key=name) for name, item in value.items()}
        return [walk(item) for item in value] if isinstance(value, list) else value

    named: Any = walk({key: archive[key] for key in ("departments", "teams", "tables", "rulesets", "stages")})
    return named, [row["action"] for row in archive["audit"] if row["action"] != "tournament.import"]


@pytest.mark.django_db
@pytest.mark.parametrize("key", preset_keys())
def test_each_competition_comes_back_with_its_sheets_places_fixtures_and_documents(key: str) -> None:
    made = played(key)
    back = import_archive(as_json(made), PROGRAM, slug="back")
    assert differences(back) == []
    assert shown_places(back) == shown_places(made)
    assert fixture_rows(back) == fixture_rows(made)
    back.published = made.published
    assert printed(back) == printed(made)
    ours, theirs = (list(Match.objects.filter(stage__tournament=one).order_by("pk")) for one in (made, back))
    assert [sheet_document(match) for match in ours] == [sheet_document(match) for match in theirs]


@pytest.mark.django_db
def test_the_archive_of_what_came_back_is_the_same_archive() -> None:
    archive = json.loads(kept())
    assert team_named(as_json(import_archive(archive, PROGRAM))) == team_named(archive)


@pytest.mark.django_db
def test_what_comes_back_is_not_public_and_keeps_its_own_address() -> None:
    back = import_archive(json.loads(kept()), PROGRAM)
    assert (back.slug, back.published) == ("anhui-2011", [])


@pytest.mark.django_db
def test_a_taken_address_is_refused_by_name() -> None:
    with pytest.raises(Refusal) as refused:
        import_archive(as_json(create_demo("anhui-2011", actor=PROGRAM)), PROGRAM)
    assert (refused.value.at, refused.value.message) == ("slug", "网址名“anhui-2011”已被占用，请换一个。")


@pytest.mark.django_db
def test_who_signed_comes_back_as_an_account_that_nobody_can_sign_in_with() -> None:
    made = create_demo(
        "anhui-2011", actor=Actor.of(Account.objects.create_user("li", first_name="李主任", is_chief=True))
    )
    back = import_archive(as_json(made), PROGRAM, slug="back")
    signer = back.stages.get(number=1).draws.get().drawn_by
    assert signer is not None
    assert (signer.display_name, signer.is_active, signer.is_chief, signer.has_usable_password()) == (
        *("李主任", False, False, False),
    )


@pytest.mark.django_db
def test_line_ups_and_who_was_there_come_back() -> None:
    made = create_demo("anhui-2011", actor=PROGRAM)
    match = Match.objects.filter(stage__tournament=made).order_by("pk")[0]
    there = check_in(match.pk, "a", None, PROGRAM)
    for number, player in enumerate(reversed(there.players), start=1):
        match.line_ups.create(side="a", number=number, player=player)
    back = import_archive(as_json(made), PROGRAM, slug="back")
    same = Match.objects.filter(stage__tournament=back).order_by("pk")[0]
    found = attendance_of([same.pk])[same.pk]["a"]
    assert [player.name for player in found.players] == [player.name for player in reversed(there.players)]
    assert list(found.since.values()) == list(reversed(there.since.values()))


def changed(archive: Any, *path: Any, to: Any) -> Any:
    other = copy.deepcopy(archive)
    spot = other
    for step in path[:-1]:
        spot = spot[step]
    spot[path[-1]] = to
    return other


def first_hand(archive: Any) -> tuple[Any, ...]:
    for number, line in enumerate(archive["stages"][0]["matches"][0]["sheet"]):
        if line["entry"]["type"] == "hand":
            return ("stages", 0, "matches", 0, "sheet", number, "entry")
    raise AssertionError("no hand played")


@pytest.mark.django_db
def test_a_changed_hand_result_or_standing_is_refused_naming_the_match_or_group() -> None:
    archive = json.loads(kept())
    hand, match = first_hand(archive), ("stages", 0, "matches", 0)
    code = archive["stages"][0]["matches"][0]["code"]
    was = archive["stages"][0]["matches"][0]["result"]["winner"]
    rows = archive["stages"][0]["standings"]["A"]["rows"]
    spoiled = {
        f"场次 {code}": changed(archive, *hand, "table_points", to=160),
        f"场次 {code} 的 winner": changed(archive, *match, "result", "winner", to="b" if was == "a" else "a"),
        f"场次 {code} 的确认成绩": changed(archive, *match, "results", 0, "result", "winner", to=None),
        "小组赛A组的名次": changed(archive, "stages", 0, "standings", "A", "rows", to=rows[::-1]),
    }
    for sentence, other in spoiled.items():
        with pytest.raises(Refusal) as refused:
            import_archive(other, PROGRAM, slug="back")
        assert sentence in refused.value.message
    assert not Tournament.objects.exists()
    assert not SheetEntry.objects.exists()


REFUSED: list[tuple[tuple[Any, ...], Any, str]] = [
    (("format",), "tournament/2", "这不是导出的赛事存档：format 读到的是 \"tournament/2\"，只能是“tournament/1”。"),
    (("teams", 0, "department"), "火星部", "teams[0].department：没有名为“火星部”的单位。"),
    (("teams", 0, "seed"), "一", "teams[0].seed：读到的是 \"一\"，应为整数。"),
    (("teams", 0, "colour"), "red", "teams[0]：不认识的键“colour”。"),
    (("tournament", "quota"), {"kind": "many"}, "tournament.quota.kind：没有“many”这种名额办法"),
    (("tournament", "details"), {"colour": 1}, "tournament.details"),
    (("stages", 0, "ruleset"), "abc", "stages[0].ruleset：rulesets 里没有“abc”。"),
    (("stages", 0, "kind"), "cup", "stages[0].kind：没有“cup”这种赛制，可以写groups、knockout、"),
    (("stages", 0, "matches", 0, "table"), 99, "stages[0].matches[0].table：没有99号桌。"),
    (("stages", 0, "matches", 0, "slots", "a", "team"), "x", "stages[0].matches[0].slots.a.team：没有编号为“x”的队。"),
    (("stages", 0, "matches", 0, "sheet", 0, "entry", "n"), 5, "条目要从 1 起连续编号，这里应为 1。"),
    (("stages", 0, "matches", 0, "sheet", 0, "server_at"), "昨天", "应为带时区的时间"),
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "value", "sentence"), REFUSED)
def test_a_wrong_part_is_refused_with_its_place(path: tuple[Any, ...], value: Any, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        import_archive(changed(json.loads(kept()), *path, to=value), PROGRAM, slug="back")
    assert sentence in refused.value.message
    assert not Tournament.objects.exists()


def spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from spots(item, (*path, key))


JUNK: list[Any] = [None, True, -1, 10**20, 0.5, "", "\0", "x", [], {}, {"x": [1]}, [[]], "昨天", 99999]


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(16))
def test_junk_anywhere_is_refused_in_words_or_taken_and_consistent(seed: int) -> None:
    chance = Random(seed)
    half = json.loads(kept(2))
    other = changed(half, *chance.choice(list(spots(half))[1:]), to=chance.choice(JUNK))
    try:
        back = import_archive(other, PROGRAM, slug="junk")
    except Refusal as refused:
        assert refused.message
    else:
        assert differences(back) == []


LEFT_OUT = {
    "Tournament": {"id", "published", "created_at"},
    "DepartmentLink": None,  # secrets
    "Job": None,
    "Account": None,
}
KEPT = {
    "Tournament": document.Facts, "Department": document.Department, "Team": document.Team, "Player": document.Player,
    "PlayTable": document.Table, "Stage": document.Stage, "Match": document.Match, "Draw": document.Draw,
    "DrawAddendum": document.Addendum, "Lot": document.Lot, "ConfirmedResult": document.Result,
    "Confirmation": document.Confirmation, "AuditEntry": document.Audit,
}  # fmt: skip
ELSEWHERE = {  # columns an archive has under another name, or that are computed anew
    "id", "uuid", "tournament", "team", "stage", "match", "sort_key", "version", "winner", "decided_by",
    "projection", "actor_user", "actor_pass", "actor_name", "ruleset", "draw",
}  # fmt: skip


@pytest.mark.parametrize("model", KEPT)
def test_no_column_is_forgotten(model: str) -> None:
    columns = {field.name for field in getattr(models, model)._meta.concrete_fields}
    kept = set(KEPT[model].model_fields)
    assert columns - kept - ELSEWHERE - (LEFT_OUT.get(model) or set()) == set()


def test_every_model_is_archived_or_left_out_on_purpose() -> None:
    as_parts = {"MatchSlot", "LineUp", "CheckIn", "SheetEntry", "GroupPlace"}
    assert set(models.__all__) - set(KEPT) - as_parts - set(LEFT_OUT) == set()


@pytest.mark.django_db
def test_the_commands_write_and_read_a_file(tmp_path: Path) -> None:
    made, file = played(), tmp_path / "a.json"
    call_command("export_tournament", made.slug, "--output", str(file))
    out = StringIO()
    call_command("import_tournament", str(file), "--slug", "back", stdout=out)
    assert "/back/,12 队。" in out.getvalue()
    with pytest.raises(SystemExit) as left:
        call_command("import_tournament", str(file), stderr=out)
    assert left.value.code == 2
    assert "网址名“anhui-2011”已被占用" in out.getvalue()


@pytest.mark.django_db
def test_exporting_takes_as_many_queries_for_any_number_of_matches(django_assert_max_num_queries: Any) -> None:
    made = played("liaoning-2014")
    with django_assert_max_num_queries(60):
        exporting.archive_of(made)
