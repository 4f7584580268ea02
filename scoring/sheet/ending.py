"""How a match ends: games, early wins, a lead, hands played, time, and the ordered ways to break a level match."""

from collections.abc import Callable, Mapping

from scoring.hand import SIDES, HandFacts, settle
from scoring.ruleset.compiled import Rules
from scoring.sheet.play import Play


def after_hand(rules: Rules, play: Play, passed: int | None, early: tuple[int, str] | None, *, counts: bool) -> None:
    """End the match, or the game, if the hand just settled does. `counts`: it is one of the hands played."""
    ends = play.last_hand or (counts and rules.max_hands is not None and play.played >= rules.max_hands)
    if passed is not None:
        play.games = (play.games[0] + (passed == 0), play.games[1] + (passed == 1))
    if early is not None:
        play.over = early
    elif passed is not None and play.games[passed] >= rules.games_to_win:
        play.over = (passed, "games" if rules.games_to_win > 1 else "passed-last-level")
    elif not _mercy(rules, play) and ends:
        decide(rules, play)
    if passed is not None and play.over is None and play.tied is None:
        _new_game(rules, play, passed)
    play.last_hand = False if play.over or play.tied else play.last_hand


def _mercy(rules: Rules, play: Play) -> bool:
    lead = rules.ruleset.match.mercy_lead
    values = play.levels if rules.by_levels else play.score
    if lead is None or abs(values[0] - values[1]) < lead:
        return False
    play.over = (0 if values[0] > values[1] else 1, "mercy")
    return True


def _new_game(rules: Rules, play: Play, winner: int) -> None:
    """Both sides from the first level; the winner stays on stage."""
    play.base = (play.climbed(0), play.climbed(1))
    play.levels = play.start = play.failures = (0, 0)
    play.tick += 1
    play.arrived = (play.tick, play.tick)
    play.declarer = winner


def _values(rules: Rules, play: Play) -> tuple[int, int]:
    return over_all_games(rules, play) if rules.ruleset.match.levels_over_all_games else play.levels


def over_all_games(rules: Rules, play: Play) -> tuple[int, int]:
    """Levels of all games together: a game won counts the whole ladder."""
    a, b = (games * rules.top + (level if level < rules.top else 0)
            for games, level in zip(play.games, play.levels, strict=True))  # fmt: skip
    return a, b


COMPARED: Mapping[str, tuple[str, Callable[[Rules, Play], tuple[int, int]]]] = {
    "games": ("games", lambda rules, play: play.games),
    "score": ("higher-level", lambda rules, play: play.score),
    "higher-level": ("higher-level", _values),
    "levels-climbed": ("higher-level", lambda rules, play: (play.climbed(0), play.climbed(1))),
    "first-to-reach": ("first-to-reach", lambda rules, play: (-play.arrived[0], -play.arrived[1])),
}
OWED = {"lot": "lot", "ruling": "ruling"}


def decide(rules: Rules, play: Play) -> None:
    """Decide a match whose time or hands are up, by the ruleset's ordered criteria."""
    play.tied = play.over = None
    for criterion in rules.decide:
        if criterion in COMPARED:
            name, values = COMPARED[criterion]
            a, b = values(rules, play)
            if a != b:
                play.over = (0 if a > b else 1, name)
                return
        else:
            _last_resort(rules, play, criterion)
            return


def _last_resort(rules: Rules, play: Play, criterion: str) -> None:
    if criterion == "declarer-side" and play.declarer is not None:
        play.over = (play.declarer, "declarer-side")
    elif criterion in ("both-lose", "draw"):
        play.over = (None, criterion)
    elif criterion == "decider":
        play.tied = "decider" if rules.ruleset.match.decider == "hand" else "decider-match"
    else:
        play.tied = OWED.get(criterion, "lot")


def time_up(rules: Rules, play: Play, *, cards_drawn: bool) -> None:
    """Time is up: over at once, or the hand in progress is played out."""
    play.time_up = True
    at_end = rules.ruleset.time.at_end
    if cards_drawn and at_end != "stop" and (at_end == "finish-hand" or matters(rules, play)):
        play.last_hand = True
    else:
        decide(rules, play)


def matters(rules: Rules, play: Play) -> bool:
    """Whether the hand in progress can still change who wins."""
    if play.declarer is None:
        return True
    now = _verdict(rules, play)
    return any(_verdict(rules, _imagined(rules, play, hand)) != now for hand in possible(rules, play.declarer))


def possible(rules: Rules, declarer: int) -> list[HandFacts]:
    """Every kind of hand that can be settled now: all totals, with and without a capture, or all finishing orders."""
    if rules.finish is not None:
        orders = [(w, w, o, o) for w, o in (("a", "b"), ("b", "a"))]
        orders += [(w, o, w, o) for w, o in (("a", "b"), ("b", "a"))]
        orders += [(w, o, o, w) for w, o in (("a", "b"), ("b", "a"))]
        return [HandFacts(declarer, finish=tuple(f"{s}{i}" for i, s in enumerate(order))) for order in orders]
    captures = ("none", "single", "pair")
    totals = range(0, 2 * rules.max_points + 1, 5)
    cards = (None, "main", "off")
    return [
        HandFacts(declarer, table_points=total, capture=capture, level_card=card)
        for total in totals for capture in captures for card in (cards if capture != "none" else cards[:1])
    ]  # fmt: skip


def _imagined(rules: Rules, play: Play, hand: HandFacts) -> Play:
    twin = play.copy()
    done = settle(rules, twin.levels, twin.failures, hand)
    twin.move(done.levels)
    twin.score = (twin.score[0] + done.score[0], twin.score[1] + done.score[1])
    twin.failures, twin.declarer, twin.last_hand = done.failures, done.on_stage, True
    after_hand(rules, twin, done.passed, done.early, counts=True)
    return twin


def _verdict(rules: Rules, play: Play) -> tuple[int | None, str | None]:
    twin = play.copy()
    if twin.over is None and twin.tied is None:
        decide(rules, twin)
    return (twin.over[0], None) if twin.over else (None, twin.tied)


def match_points(rules: Rules, play: Play) -> dict[str, int | float]:
    """What the match is worth to each side; 0 while it is open."""
    rule = rules.ruleset.match.points
    if play.over is None:
        return {"a": 0, "b": 0}
    winner, how = play.over
    if winner is None:
        each = rule.draw if how == "draw" else rule.forfeit if play.both_absent else rule.loss
        return {"a": each, "b": each}
    loser = 1 - winner
    lost = rule.forfeit if how == "forfeit" else rule.loss
    won: int | float = rule.win
    if rule.mode == "levels-climbed":
        won = max(0, play.climbed(winner))
    elif rule.mode == "level-difference" and how != "forfeit":
        reached = over_all_games(rules, play) if rules.by_levels else play.score
        share = rule.coefficient * (reached[winner] - reached[loser])
        won, lost = tidy(won + share), tidy(lost - share)
    return {SIDES[winner]: won, SIDES[loser]: lost}


def tidy(value: int | float) -> int | float:
    """A sum of decimals as written on paper: 1.3, not 1.2999999999999998."""
    rounded = round(value, 6)
    return int(rounded) if rounded == int(rounded) else rounded
