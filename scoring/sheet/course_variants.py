"""The kinds of hand a ruleset tells apart besides their totals: captures, level cards, red fives, buried jokers."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from scoring.hand import HandFacts
from scoring.ruleset.compiled import Rules
from scoring.ruleset.settlement import Demotion, Jokers, PointsSettlement

DECLARER, ATTACKER = 0, 1
ROLES = ("declarer", "attackers")
FIVE_TEN_KING = "five-ten-king"
ENDED, ENDED_HAND = "ended", HandFacts(DECLARER, ended_by_offence=True)


@dataclass(frozen=True, slots=True)
class Variant:
    """Hands alike but for their total. `table`: table points that decide of an effect; `only`: at this level alone."""

    key: str
    hand: HandFacts
    table: int | None = None
    only: str | None = None

    def at(self, total: int) -> HandFacts:
        """Such a hand with this total; what its table points leave is put right by penalties."""
        table = total if self.table is None else self.table
        short = total - table
        return self.hand._replace(table_points=table, penalties=(max(0, short), max(0, -short)))


def variants(points: PointsSettlement, decks: int) -> list[Variant]:
    """Every kind of hand by its key: the capture, `+` who showed red fives, `*` worth of jokers, `!` buried jokers."""
    bids, jokers = _bids(points), _jokers(points, decks)
    return [
        Variant(ENDED, ENDED_HAND, table=0),
        *(_combined(*parts) for parts in product(_captures(points), bids, jokers)),
    ]


def _combined(base: Variant, bid: tuple[str, int | None], jokers: tuple[str, int, int]) -> Variant:
    hand = base.hand._replace(bid_by=bid[1], small_jokers=jokers[1], big_jokers=jokers[2])
    return replace(base, key=base.key + bid[0] + jokers[0], hand=hand)


def _bids(points: PointsSettlement) -> list[tuple[str, int | None]]:
    shown = [] if points.special_bid is None else [(f"+{role}", side) for side, role in enumerate(ROLES)]
    return [("", None), *shown]


def _captures(points: PointsSettlement) -> Iterator[Variant]:
    yield Variant("none", HandFacts(DECLARER))
    yield Variant("captured", HandFacts(DECLARER, capture="single"))
    if points.five_ten_king is not None:
        hand = HandFacts(DECLARER, capture=FIVE_TEN_KING)
        yield Variant(FIVE_TEN_KING, hand, points.five_ten_king.above_table_points + 5)
        yield Variant(f"{FIVE_TEN_KING}-short", hand, 0)
    yield from _demotions(points)


def _demotions(points: PointsSettlement) -> Iterator[Variant]:
    for number, row in enumerate(points.demotions):
        for card in ("main", "off") if row.card == "any" else (row.card,):
            shape = "tractor-2" if row.shape == "tractor" else row.shape
            hand, key = HandFacts(DECLARER, capture=shape, level_card=card), f"demotion-{number}-{card}"
            yield Variant(key, hand, row.min_table_points, row.at)
            if row.min_table_points:
                yield Variant(f"{key}-short", hand, 0, row.at)


def _jokers(points: PointsSettlement, decks: int) -> list[tuple[str, int, int]]:
    """(key, small, big), of each key one."""
    rule, found = points.jokers, {"": ("", 0, 0)}
    for small, big in product(range(decks + 1), repeat=2) if rule else ():
        assert rule is not None
        key = joker_key(rule, points.early.buried_jokers, small, big)
        found.setdefault(key, (key, small, big))
    return list(found.values())


def joker_key(rule: Jokers, buried: int | None, small: int, big: int) -> str:
    """`*` and what they are worth, `!` where enough of a kind are buried."""
    worth = small * rule.small + big * rule.big
    return (f"*{worth}" if worth else "") + ("!" if buried is not None and max(small, big) >= buried else "")


def asked(rules: Rules) -> dict[str, object]:
    """What a phone needs to name the kind of a hand.

    `five_ten_king`: above so many table points it acts; `demotions`: the first row that fits a capture with the level
    card; `jokers`: what each is worth, whether a dry kitty counts, how many of a kind are an early win.
    """
    points = rules.points
    if points is None:
        return {"five_ten_king": None, "demotions": [], "jokers": None}
    rule = points.five_ten_king
    return {
        "five_ten_king": None if rule is None else rule.above_table_points,
        "demotions": [_row(rules, row) for row in points.demotions],
        "jokers": None if points.jokers is None else _worth(points.jokers, points.early.buried_jokers),
    }


def _row(rules: Rules, row: Demotion) -> dict[str, object]:
    return {"at": rules.number[row.at], "shape": row.shape, "card": row.card, "from": row.min_table_points}


def _worth(jokers: Jokers, buried: int | None) -> dict[str, object]:
    return {"small": jokers.small, "big": jokers.big, "dry": jokers.dry_kitty_counts, "early": buried}
