"""What the staff pages say about a tournament out of one reading: its notice, its matches, the lots that are owed."""

from dataclasses import dataclass

from django.db.models import Count, Q

from tournament.models import Match, Tournament

from .notice import Section, sections_of
from .progress import open_questions
from .registration import is_drawn
from .withdrawn import called_off


@dataclass(frozen=True, slots=True)
class Counted:
    """`all` matches, those that a withdrawal called off left out, how many of them are `timeless` (no hour yet),
    `begun`, `confirmed`, `verified`; `owed` are places that wait for a lot or a ruling.
    """

    sections: tuple[Section, ...]
    drawn: bool
    all: int
    timeless: int
    begun: int
    confirmed: int
    verified: int
    owed: int

    @property
    def unsaid(self) -> int:
        """How many facts the notice does not say yet."""
        return sum(len(section.missing) for section in self.sections)


def counted(tournament: Tournament) -> Counted:
    """The tournament now; the number of queries does not depend on its size."""
    matches = Match.objects.filter(stage__tournament=tournament)
    done = Q(status__in=[Match.Status.CONFIRMED, Match.Status.VERIFIED])
    counts = matches.exclude(pk__in=called_off(matches)).aggregate(
        all=Count("pk"),
        timeless=Count("pk", filter=Q(starts_at=None)),
        begun=Count("pk", filter=~Q(status=Match.Status.SCHEDULED)),
        confirmed=Count("pk", filter=done),
        verified=Count("pk", filter=Q(status=Match.Status.VERIFIED)),
    )
    owed = len(open_questions(tournament)) if counts["confirmed"] else 0
    return Counted(tuple(sections_of(tournament)), is_drawn(tournament), owed=owed, **counts)
