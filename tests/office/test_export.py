"""The roster as files: nothing in it is run by a spreadsheet, and an export imported elsewhere is the same roster."""

import csv
from io import BytesIO, StringIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.office.conftest import make
from tournament.models import Department, Player, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.exporting import roster_csv, roster_xlsx
from tournament.services.importing.commit import enter, preview
from tournament.services.importing.parcel import new_parcel
from tournament.services.importing.plan import Decisions
from tournament.services.importing.reading import read_file
from tournament.services.importing.rows import entries_of
from tournament.services.importing.template import template
from tournament.services.people import PlayerEntry
from tournament.services.registration import add_department, enter_team

EXPORTS = {"xlsx": roster_xlsx, "csv": roster_csv}
DANGEROUS = ["=1+1", "+86", "-甲", "@SUM(A1)", "'=甲", '=HYPERLINK("http://x","甲")', "''+甲", '甲，乙"丙', "'甲"]


def roster(cup: Tournament) -> list[tuple[object, ...]]:
    """Everything a file must keep."""
    found = []
    for team in Team.objects.filter(tournament=cup).select_related("department").order_by("name"):
        people = [(one.name, one.staff_number, one.namesake) for one in team.players.order_by("number")]
        found.append((team.department.name, team.department.headcount, team.name, people))
    return found


def imported(data: bytes, me: Actor, name: str) -> Tournament:
    """A new tournament with the file's teams."""
    cup = make(me, name=name)
    cup.roster_size = 4
    cup.save()
    table = read_file(data)
    assert table.notes == ()
    parcel = new_parcel("x", (), entries_of(table, 4))
    plan = preview(cup, parcel, Decisions())
    assert [one.message for row in plan.troubled for one in row.open] == []
    enter(cup, parcel, Decisions(), plan.fingerprint, me)
    return cup


@pytest.mark.parametrize("kind", EXPORTS)
def test_an_export_imported_elsewhere_is_the_same_roster(cup: Tournament, me: Actor, kind: str) -> None:
    cup.roster_size = 4
    cup.save()
    add_department(cup, "院直1", me, headcount=42)
    enter_team(cup, "院直1", [PlayerEntry("张三", "007"), PlayerEntry("李四"), PlayerEntry("王五", "9")], me)
    enter_team(cup, "院直1", [PlayerEntry("张三", namesake=True), PlayerEntry("阿不都·热依木", "0x1F")], me)
    for n, name in enumerate(DANGEROUS):
        enter_team(cup, name, [f"{name}甲", f"𠮷{n}"], me, name=f"{name}队")
    assert roster(imported(EXPORTS[kind](cup), me, kind)) == roster(cup)


TEXT = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), min_size=1, max_size=8)


@settings(max_examples=12, deadline=None)
@given(st.lists(st.tuples(TEXT, TEXT, TEXT), min_size=1, max_size=4))
@pytest.mark.django_db
def test_any_names_survive_both_kinds_of_file(lines: list[tuple[str, str, str]]) -> None:
    me = Actor.program("test")
    cup = make(me, name="甲")
    for n, (department, one, two) in enumerate(lines):
        enter_team(cup, f"{n}{department}", [f"甲{n}{one}", f"{two}乙{n}"], me)
    for kind, export in EXPORTS.items():
        assert roster(imported(export(cup), me, kind)) == roster(cup)


def test_no_cell_of_a_workbook_is_a_formula(cup: Tournament, me: Actor) -> None:
    for n, name in enumerate(DANGEROUS):
        enter_team(cup, name, [f"{name}甲", f"乙{n}"], me)
    sheet = load_workbook(BytesIO(roster_xlsx(cup))).active
    cells = [cell for row in sheet.iter_rows(min_row=2) for cell in row if cell.value is not None]
    assert {cell.data_type for cell in cells} == {"s"}
    assert all(cell.quotePrefix for cell in cells if str(cell.value)[0] in "=+-@")


def test_no_field_of_a_text_file_begins_like_a_formula(cup: Tournament, me: Actor) -> None:
    for n, name in enumerate(DANGEROUS):
        enter_team(cup, name, [f"{name}甲", f"乙{n}"], me)
    text = roster_csv(cup)
    assert text.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(StringIO(text.decode("utf-8-sig"))))
    assert len(rows) == 1 + len(DANGEROUS)
    assert not [field for row in rows for field in row if field[:1] in set("=+-@\t\r")]


def test_who_withdrew_waits_or_was_replaced_is_not_exported(cup: Tournament, me: Actor) -> None:
    gone, waiting, here = (enter_team(cup, name, [f"{name}1甲", f"{name}2甲"], me) for name in "甲乙丙")
    Team.objects.filter(pk=gone.pk).update(withdrawn_at=timezone.now())
    Team.objects.filter(pk=waiting.pk).update(waiting_since=timezone.now())
    Player.objects.create(team=here, number=1, name="旧人", left_at=timezone.now())
    text = roster_csv(cup).decode("utf-8-sig")
    assert text.splitlines()[1:] == ["丙,,丙,丙1甲,,丙2甲,"]


def test_the_template_has_a_column_for_each_player_and_keeps_staff_numbers_as_text(cup: Tournament, me: Actor) -> None:
    cup.roster_size = 3
    add_department(cup, "=院直1", me)
    add_department(cup, "综艺系", me)
    book = load_workbook(BytesIO(template(cup)))
    sheet, words = book.worksheets
    heads = [cell.value for cell in sheet[1]]
    assert heads == ["单位", "人数", "队名", "队员1", "工号1", "队员2", "工号2", "队员3", "工号3"]
    assert sheet.freeze_panes == "B2"
    assert [sheet.column_dimensions[letter].number_format for letter in "BEGI"] == ["General", "@", "@", "@"]
    assert [words[f"D{row}"].value for row in (2, 3)] == ["=院直1", "综艺系"]
    assert words["D2"].data_type == "s"
    (choice,) = sheet.data_validations.dataValidation
    assert (choice.formula1, str(choice.sqref)) == ("'填写说明'!$D$2:$D$3", "A2:A5000")
    lines = [words[f"A{row}"].value for row in range(1, 12)]
    assert "每队 2 到 3 人" in "".join(filter(None, lines))


def test_a_filled_template_is_read(cup: Tournament) -> None:
    book = load_workbook(BytesIO(template(cup)))
    for column, text in enumerate(["综艺系", 42, None, "张三", "007", "李四"], start=1):
        book.active.cell(2, column, text)
    held = BytesIO()
    book.save(held)
    (entry,) = entries_of(read_file(held.getvalue()), 2)
    assert (entry.department, entry.headcount, entry.faults) == ("综艺系", 42, ())
    assert [(one.name, one.staff_number) for one in entry.players] == [("张三", "007"), ("李四", "")]


def test_the_files_are_downloads_named_after_the_tournament(cup: Tournament, staff: Client) -> None:
    where = f"/office/{cup.slug}/entries/"
    for path, begin in (("import/template.xlsx", b"PK"), ("roster.xlsx", b"PK"), ("roster.csv", b"\xef\xbb\xbf")):
        answer = staff.get(where + path)
        assert answer.content.startswith(begin)
        assert answer["Content-Disposition"].startswith("attachment; filename*=utf-8''")


def test_an_export_costs_as_many_queries_with_64_teams_as_with_8(me: Actor) -> None:
    counts = []
    for teams in (8, 64):
        cup = make(me, name=f"{teams}")
        for n in range(teams):
            department = Department.objects.create(tournament=cup, name=f"{n}会")
            team = Team.objects.create(tournament=cup, department=department, name=f"{n}会")
            Player.objects.bulk_create(Player(team=team, number=k, name=f"{n}-{k}") for k in (1, 2))
        with CaptureQueriesContext(connection) as captured:
            roster_xlsx(cup)
        counts.append(len(captured))
    assert counts[0] == counts[1]
