"""Which whole rounds must be over before a match: of rounds drawn after them, the best of a stage, a last group."""

from collections import defaultdict
from collections.abc import Collection, Sequence

from tournament.models import Match, MatchSlot, Stage

from .kinds import BY_ROUND


class RoundsBefore:
    """The matches of a tournament by stage and round; needs all of them, with `stage` and `slots` loaded."""

    def __init__(self, matches: Sequence[Match]) -> None:
        self.of_round: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        self.of_stage: defaultdict[int, list[int]] = defaultdict(list)
        for match in matches:
            self.of_round[match.stage_id, match.round].append(match.pk)
            self.of_stage[match.stage_id].append(match.pk)

    def before(self, match: Match) -> Collection[int]:
        """Ids of the matches that decide who plays this one besides its slots' own sources."""
        if match.stage.kind in BY_ROUND or (match.stage.kind == Stage.Kind.LAST_GROUP and match.round > 1):
            return self.of_round[match.stage_id, match.round - 1]
        found: set[int] = set()
        for slot in match.slots.all():
            if slot.source == MatchSlot.Source.BEST and slot.source_stage is not None:
                knockout = slot.source_stage.kind == Stage.Kind.KNOCKOUT
                stage = slot.source_stage_id or 0
                found.update(self.of_round[stage, 1] if knockout else self.of_stage[stage])
        return found
