"""淘汰赛对阵图: the plan is a tree, the paper shows every team and result."""

import pytest

from tests.documents import reading
from tests.documents.brackets import knockout, play_all
from tournament.documents.catalogue import DOCUMENTS
from tournament.models import Match, Tournament
from tournament.services.bracket import tournament_plans
from tournament.services.shown import Shown

SIZES = [2, 3, 5, 8, 13, 32]


@pytest.mark.django_db
@pytest.mark.parametrize("count", SIZES)
def test_every_team_is_on_the_main_page_and_nothing_is_cut(count: int) -> None:
    pdf = DOCUMENTS["bracket"].pdf(knockout(count, name="代表{}队"), Shown())
    text = reading.texts(pdf)[0]
    assert all(f"代表{number}队" in text for number in range(1, count + 1))
    assert reading.outside(pdf) == []
    assert reading.across_lines(pdf) == []


@pytest.mark.django_db
@pytest.mark.parametrize("count", SIZES)
def test_boxes_of_a_column_do_not_overlap_and_each_feeds_the_next_column(count: int) -> None:
    (plan,) = tournament_plans(knockout(count), Shown())
    assert len(plan.boxes) == count - 1
    places = [(box.column, box.row) for box in plan.boxes]
    assert len(set(places)) == len(places)
    for column in range(plan.columns):
        rows = sorted(row for at, row in places if at == column)
        assert all(low + 1 <= high for low, high in zip(rows, rows[1:], strict=False))
    for box in plan.boxes[1:]:
        assert box.feeds is not None
        assert plan.boxes[box.feeds[0]].column == box.column + 1


@pytest.mark.django_db
def test_results_and_the_champion_are_filled_in() -> None:
    made = knockout(4)
    play_all(made)
    final = Match.objects.get(stage__tournament=made, place=1)
    winner = final.slots.get(side="a").team
    assert winner is not None
    text = reading.texts(DOCUMENTS["bracket"].pdf(made, Shown()))[0]
    assert f"冠军{winner.name}" in text
    assert text.count(winner.name) == 3  # its first match, the final, the champion's line


@pytest.mark.django_db
def test_without_results_no_winner_and_no_score_is_drawn() -> None:
    made = knockout(4)
    play_all(made)
    (plan,) = tournament_plans(made, Shown(results=False))
    assert not any(line.won or line.score for box in plan.boxes for line in box.lines)
    assert [line.text for line in plan.boxes[0].lines] == ["半决赛第1场胜者", "半决赛第2场胜者"]


@pytest.mark.django_db
def test_without_the_schedule_no_hour_is_drawn(anhui: Tournament) -> None:
    Match.objects.filter(stage__tournament=anhui).update(starts_at=anhui.starts_at)
    with_hours, without = (
        [box.when for plan in tournament_plans(anhui, Shown(schedule=shown)) for box in plan.boxes]
        for shown in (True, False)
    )
    assert all("13:10" in when for when in with_hours)
    assert set(without) == {""}


@pytest.mark.django_db
def test_placement_matches_have_their_own_trees() -> None:
    made = knockout(8, places=8)
    plans = tournament_plans(made, Shown())
    assert sum(len(plan.boxes) for plan in plans) == Match.objects.filter(stage__tournament=made).count()
    assert [plan.boxes[0].match.place for plan in plans] == [1, 3, 5, 7]
    text = "".join(reading.texts(DOCUMENTS["bracket"].pdf(made, Shown())))
    assert "三四名决赛" in text


@pytest.mark.django_db
def test_the_longest_names_stay_within_their_boxes() -> None:
    pdf = DOCUMENTS["bracket"].pdf(
        knockout(32, name="安徽艺术职业学院后勤服务集团离退休工作处联合代表队第{}支队伍之龑𠅤"), Shown()
    )
    assert reading.outside(pdf) == []
    assert reading.across_lines(pdf) == []
    assert reading.texts(pdf)[0].count("龑𠅤") == 32


@pytest.mark.django_db
def test_a_large_bracket_is_printed_on_a3_and_a_small_one_on_a4() -> None:
    widths = [
        max(one["x1"] for one in reading.characters(DOCUMENTS["bracket"].pdf(knockout(n, slug=f"c{n}"), Shown())))
        for n in (4, 32)
    ]
    assert widths[0] < 842 < widths[1]
