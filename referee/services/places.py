"""How the chief's cards name a match: its table, what it is called, and its teams."""

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournament.models import Match, PlayTable, Tournament
from tournament.services.fixtures import matches_of, rows_of
from tournament.services.floor import Card
from tournament.services.match_words import titles_of


class Places:
    """The names of a tournament's matches; those not among the cards at hand are read once, all together."""

    def __init__(self, tournament: Tournament, cards: Mapping[int, Card] | None = None) -> None:
        self.tournament, self.cards = tournament, cards or {}
        self.others: dict[int, tuple[str, dict[str, str]]] | None = None

    def of(self, match: Match) -> str:
        """3号桌 小组赛A组第1轮（甲队――乙队）."""
        if card := self.cards.get(match.pk):
            return place_of(match, card.title, card.teams)
        return place_of(match, *self._read()[match.pk])

    def where(self, match: Match) -> str:
        """3号桌; 半决赛第1场（甲队――乙队） without a table."""
        return str(match.table) if match.table else self.of(match)

    def heading(self, match: Match) -> str:
        """3号桌 半决赛第1场, where the teams stand beside it."""
        card = self.cards.get(match.pk)
        title = card.title if card else self._read()[match.pk][0]
        if match.table is None or _names_table(title, match.table):
            return title
        return f"{match.table} {title}"

    def _read(self) -> dict[int, tuple[str, dict[str, str]]]:
        if self.others is None:
            matches = matches_of(self.tournament)
            titles = titles_of(matches)
            rows = zip(matches, rows_of(matches, titles), strict=True)
            self.others = {
                one.pk: (titles[one.pk].full, {side: row[f"team_{side}"] for side in "ab"}) for one, row in rows
            }
        return self.others


def place_of(match: Match, title: str, teams: Mapping[str, str]) -> str:
    """3号桌 半决赛第1场（甲队――乙队）; from the title on without a table, or where it has it (小组赛3号桌第1轮)."""
    facts = {"title": title, "a": teams["a"], "b": teams["b"]}
    if match.table is None or _names_table(title, match.table):
        return _("%(title)s（%(a)s――%(b)s）") % facts
    return _("%(number)d号桌 %(title)s（%(a)s――%(b)s）") % {**facts, "number": match.table.number}


def _names_table(title: str, table: PlayTable) -> bool:
    """Whether a title says already at which table: 小组赛3号桌第1轮 at table 3, not at table 13."""
    return re.search(rf"(?<!\d){re.escape(str(table))}", title) is not None
