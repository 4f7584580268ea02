"""Every printed document there is: key, name, when it can be had, what the public must be shown for it, its maker."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.models import Stage, Tournament
from tournament.services.bracket import tournament_plans
from tournament.services.data_version import data_version
from tournament.services.fixtures import matches_of, rows_of
from tournament.services.match_words import titles_of
from tournament.services.shown import Shown

from .bracket import draw_bracket
from .fixtures import draw_fixtures
from .frame import Frame

Part = Tournament.Part


@dataclass(frozen=True, slots=True)
class Document:
    """A document: `ready` says in words when there is something to print, `needs` the parts that make it public.

    `kind` is the kind of stage it shows, None for any; `make` draws what may be shown of the tournament.
    """

    key: str
    name: Promise
    ready: Promise
    needs: tuple[str, ...]
    kind: str | None
    make: Callable[[Tournament, Frame, Shown], bytes]

    def is_ready(self, tournament: Tournament) -> bool:
        """True once there are matches of the kind it shows."""
        stages = tournament.stages.filter(matches__isnull=False)
        return (stages.filter(kind=self.kind) if self.kind else stages).exists()

    def is_public(self, tournament: Tournament) -> bool:
        """True if all it shows is published and there is something to show."""
        return Shown.to_public(tournament).has(*self.needs) and self.is_ready(tournament)

    def pdf(self, tournament: Tournament, shown: Shown) -> bytes:
        """The file, from the database as it is now, as far as `shown` allows."""
        frame = Frame(tournament.name, str(self.name), timezone.localtime(), data_version(tournament))
        return self.make(tournament, frame, shown)


def _fixtures(tournament: Tournament, frame: Frame, shown: Shown) -> bytes:
    matches = matches_of(tournament)
    return draw_fixtures(frame, rows_of(matches, titles_of(matches), resolved=shown.results))


def _bracket(tournament: Tournament, frame: Frame, shown: Shown) -> bytes:
    return draw_bracket(frame, tournament_plans(tournament, shown))


DOCUMENTS: dict[str, Document] = {
    document.key: document
    for document in (
        Document("fixtures", _("对阵安排"), _("抽签以后"), (Part.DRAW, Part.SCHEDULE), None, _fixtures),
        Document("bracket", _("淘汰赛对阵图"), _("抽签以后"), (Part.DRAW,), Stage.Kind.KNOCKOUT, _bracket),
    )
}
