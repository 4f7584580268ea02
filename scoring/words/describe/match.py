"""How a match runs and ends, in words: clocks, stages, games, hands, ways to break a level match, match points."""

from collections.abc import Iterator
from typing import Any

from scoring.ruleset.match import StageChange
from scoring.words.describe import names
from scoring.words.describe.line import Line, Section, Writer
from scoring.words.describe.play import level

_AT_END = {
    "finish-hand": ("时间到时牌已抓在手的，打完本副", "At time a hand whose cards are drawn is played out"),
    "finish-if-it-matters": (
        "时间到时，本副仍能改变胜负的打完，否则停止",
        "At time the hand is played out only if it can still change the winner",
    ),
    "stop": ("时间到立即停止，未打完的一副作废", "At time play stops; the unfinished hand is void"),
}

_NO_WINNER = {
    "both-lose": ("裁判裁定无胜方时，双方均判负", "Where the referee finds no winner, both lose"),
    "draw": ("裁判裁定无胜方时，记为平局", "Where the referee finds no winner, it is a draw"),
}
_LEVELS_OVER = {
    True: ("级数按各局累计比较", "Levels are added up over all games"),
    False: ("级数只比当前一局", "Levels are those of the current game"),
}


def time(writer: Writer) -> Section:
    """Clocks, lateness, and what single stages change."""
    lines = [*_clocks(writer), *_late(writer)]
    lines.extend(_stage(writer, key, change) for key, change in writer.ruleset.stages.items())
    return writer.section("time", "时间", "Time", lines)


def _clocks(writer: Writer) -> Iterator[Line]:
    rule = writer.ruleset.time
    if rule.limit_minutes is None:
        yield writer.say("每场不限时间", "No time limit", "time.limit_minutes")
    else:
        yield writer.say(
            "每场限时{minutes}分钟", "{minutes} minutes a match", "time.limit_minutes", minutes=rule.limit_minutes
        )
    yield writer.say(*_AT_END[rule.at_end], "time.at_end")
    if rule.bury_seconds is not None:
        yield writer.say(
            "扣底限时{seconds}秒", "{seconds} seconds to bury", "time.bury_seconds", seconds=rule.bury_seconds
        )
    if rule.play_seconds is not None:
        yield writer.say(
            "出牌限时{seconds}秒", "{seconds} seconds to play", "time.play_seconds", seconds=rule.play_seconds
        )


def _late(writer: Writer) -> Iterator[Line]:
    rule = writer.ruleset.time
    if rule.arrive_before_minutes is not None:
        yield writer.say(
            "提前{minutes}分钟到场",
            "Be there {minutes} minutes before",
            "time.arrive_before_minutes",
            minutes=rule.arrive_before_minutes,
        )
    late = rule.late
    if late.forfeit_after_minutes == 0:
        yield writer.say("开赛时未到即为弃权", "Not there at the start: forfeit", "time.late.forfeit_after_minutes")
    elif late.forfeit_after_minutes is not None:
        yield writer.say(
            "迟到{minutes}分钟为弃权",
            "{minutes} minutes late: forfeit",
            "time.late.forfeit_after_minutes",
            minutes=late.forfeit_after_minutes,
        )
    if late.every_minutes is not None:
        yield writer.say(
            "每迟到{minutes}分钟，对方起始级数加{levels}级",
            "For every {minutes} minutes late the opponents start {levels} up",
            "time.late.every_minutes",
            "time.late.levels",
            minutes=late.every_minutes,
            levels=late.levels,
        )


def _stage(writer: Writer, key: str, change: StageChange) -> Line:
    parts = []
    if change.limit_minutes is not None:
        parts.append(writer.pick(f"限时{change.limit_minutes}分钟", f"{change.limit_minutes} minutes"))
    if change.games_to_win is not None:
        parts.append(writer.pick(f"先胜{change.games_to_win}局者胜", f"first to win {change.games_to_win} games"))
    if change.max_hands is not None:
        parts.append(writer.pick(f"打{change.max_hands}副", f"{change.max_hands} hands"))
    if change.last_level is not None:
        last = level(writer, change.last_level)
        parts.append(writer.pick(f"打过{last}为一局", f"passing {last} wins a game"))
    return writer.say(
        "{stage}：{what}",
        "{stage}: {what}",
        f"stages.{key}",
        what=writer.join(parts),
        stage=names.named(key, names.STAGES, writer.zh),
    )


def result(writer: Writer) -> Section:
    """Who wins a match."""
    return writer.section("match", "胜负", "Winning", _result(writer))


def _result(writer: Writer) -> Iterator[Line]:
    rule = writer.ruleset.match
    if rule.games_to_win == 1:
        yield writer.say("一局定胜负", "One game decides the match", "match.games_to_win")
    else:
        yield writer.say(
            "先胜{games}局者赢得本场", "First to win {games} games", "match.games_to_win", games=rule.games_to_win
        )
    if rule.max_hands is not None:
        yield writer.say(
            "每场最多打{hands}副", "At most {hands} hands a match", "match.max_hands", hands=rule.max_hands
        )
    if rule.mercy_lead is not None:
        yield writer.say(
            "领先{lead}级即提前获胜", "A lead of {lead} levels wins at once", "match.mercy_lead", lead=rule.mercy_lead
        )
    hand = rule.decider == "hand"
    decider = writer.pick("一副" if hand else "一场", "hand" if hand else "match")
    order = [_way(writer, code, decider) for code in rule.decide]
    yield writer.say(
        "到时或打满副数而未分胜负，依次比较：{order}",
        "At time or after the last hand, in this order: {order}",
        "match.decide",
        "match.decider",
        order=writer.pick("；", "; ").join(order),
    )
    if "decider" in rule.decide:
        yield writer.say("加赛{decider}", "The decider is an extra {decider}", "match.decider", decider=decider)
    if "ruling" in rule.decide:
        yield writer.say(*_NO_WINNER[rule.no_winner], "match.no_winner")
    if rule.games_to_win > 1 or any(change.games_to_win for change in writer.ruleset.stages.values()):
        yield writer.say(*_LEVELS_OVER[rule.levels_over_all_games], "match.levels_over_all_games")


def _way(writer: Writer, code: str, decider: str) -> str:
    if code == "decider":
        return writer.pick(f"加赛{decider}决定", f"an extra {decider}")
    return names.named(code, names.DECIDE, writer.zh)


def points(writer: Writer) -> Section:
    """What a match is worth in a table of standings."""
    return writer.section("points", "名次计分", "Points for the standings", _match_points(writer))


def _match_points(writer: Writer) -> Iterator[Line]:
    rule = writer.ruleset.match.points
    values: dict[str, Any] = {"win": rule.win, "draw": rule.draw, "loss": rule.loss, "forfeit": rule.forfeit}
    if rule.mode == "levels-climbed":
        yield writer.say("胜方每升1级得1分", "The winner gets a point for each level climbed", "match.points.mode")
    elif rule.mode == "level-difference":
        yield writer.say(
            "胜方在胜{win}分上另加、负方在负{loss}分上另减：级差×{coefficient}",
            "To the win ({win}) is added, from the loss ({loss}) is taken: {coefficient} × the difference of levels",
            "match.points.mode",
            "match.points.coefficient",
            **values,
            coefficient=rule.coefficient,
        )
    else:
        yield writer.say("胜{win}分", "win {win}", "match.points.mode", "match.points.win", **values)
    yield writer.say(
        "平{draw}分，负{loss}分，弃权{forfeit}分，双方弃权各{double}分",
        "draw {draw}, loss {loss}, forfeit {forfeit}, both absent {double} each",
        *(f"match.points.{knob}" for knob in ("draw", "loss", "forfeit", "double_forfeit")),
        **values,
        double=rule.double_forfeit,
    )
    if rule.bye is None:
        yield writer.say("轮空按胜一场计", "A bye counts as a win", "match.points.bye")
    else:
        yield writer.say("轮空得{bye}分", "a bye {bye}", "match.points.bye", bye=rule.bye)
