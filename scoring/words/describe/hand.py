"""How a hand is settled, in words: the level table, special totals, finishing order, and what adds up."""

from collections.abc import Iterator

from scoring.ruleset.settlement import (
    Band,
    BandTable,
    FinishSettlement,
    PointsSettlement,
    Special,
    StepTable,
    TwoConditionTable,
)
from scoring.words.describe import names
from scoring.words.describe.line import Line, Section, Writer
from scoring.words.describe.play import level

_COUNTS = {
    "levels": ("每副的结果是升级", "A hand moves levels"),
    "points": ("每副的结果记为得分，不升级", "A hand gives points to one side; no levels move"),
    "zero-sum": (
        "每副一方得几分，另一方就失几分，不升级",
        "What one side gains in a hand the other loses; no levels move",
    ),
}
_SPECIAL_ON = {
    "total": (
        "大光等特殊分数看总分（含底牌分和罚分）",
        "Special totals are read on the total, kitty and penalties included",
    ),
    "earned": (
        "大光等特殊分数只看打牌所得（含底牌分，不含罚分）",
        "Special totals are read on what was earned, penalties left out",
    ),
    "both": (
        "大光等特殊分数要总分与打牌所得都符合才算",
        "Special totals need both the total and what was earned to match",
    ),
}


def settlement(writer: Writer) -> Section:
    """What a hand's result does."""
    rule = writer.ruleset.settle
    lines = _finish(writer, rule) if isinstance(rule, FinishSettlement) else _points(writer, rule)
    return writer.section("settle", "升级", "Climbing", lines)


def side(writer: Writer, code: str) -> str:
    """Which side, in running text."""
    return names.named(code, names.SIDES, writer.zh)


def climbs(writer: Writer, who: str, steps: int) -> str:
    """What a side does in a row of a table: comes or stays on stage, and climbs."""
    if who == "attackers":
        return writer.pick(
            f"抓分方上台，升{steps}级" if steps else "抓分方上台，不升级",
            f"the attackers come on stage, +{steps}",
        )
    return writer.pick(
        f"庄家方继续坐庄，升{steps}级" if steps else "庄家方继续坐庄，不升级", f"the declarer side stays, +{steps}"
    )


def _points(writer: Writer, rule: PointsSettlement) -> Iterator[Line]:
    yield writer.say("按抓分方的总分结算", "Settled by the attackers' total points", "settle.kind")
    yield writer.say(*_COUNTS[rule.counts], "settle.counts")
    yield writer.say(
        "总分 = 台面分 + 抠到的底牌分×倍数 + 罚庄家方的分 − 罚抓分方的分",
        "Total = table points + captured kitty points × multiplier + penalties of the declarer side − of the attackers",
        "settle.capture",
    )
    yield (
        writer.say("总分不低于0分", "The total is never below 0", "settle.floor_at_zero")
        if rule.floor_at_zero
        else (writer.say("总分可以低于0分", "The total may fall below 0", "settle.floor_at_zero"))
    )
    if isinstance(rule.table, StepTable):
        yield from _steps(writer, rule.table)
    elif isinstance(rule.table, BandTable):
        yield from _bands(writer, rule.table)
    else:
        yield from _two_conditions(writer, rule.table)
    for special in rule.specials:
        yield _special(writer, special)
    yield writer.say(*_SPECIAL_ON[rule.special_on], "settle.special_on")


def _steps(writer: Writer, table: StepTable) -> Iterator[Line]:
    bonus, cap = table.declarer_bonus, table.declarer_cap
    yield writer.say(
        "抓分方不足{threshold}分：庄家方继续坐庄，每少{step}分升1级（零头不计）{bonus}{cap}",
        "Attackers below {threshold}: the declarer side stays, +1 for every full {step} short{bonus}{cap}",
        "settle.table.kind",
        "settle.table.threshold",
        "settle.table.step",
        "settle.table.declarer_bonus",
        "settle.table.declarer_cap",
        threshold=table.threshold,
        step=table.step,
        bonus=writer.pick(f"，另加{bonus}级", f", and {bonus} more") if bonus else "",
        cap=_most(writer, cap),
    )
    bonus, cap = table.attackers_bonus, table.attackers_cap
    yield writer.say(
        "抓分方满{threshold}分：抓分方上台{bonus}，每多{step}分{again}升1级（零头不计）{cap}",
        "Attackers at {threshold} or more: they come on stage{bonus}, +1{again} for every full {step} over{cap}",
        "settle.table.threshold",
        "settle.table.step",
        "settle.table.attackers_bonus",
        "settle.table.attackers_cap",
        threshold=table.threshold,
        step=table.step,
        cap=_most(writer, cap),
        bonus=writer.pick(f"并升{bonus}级", f", +{bonus} at once") if bonus else "",
        again=writer.pick("再", " more") if bonus else "",
    )


def _most(writer: Writer, cap: int | None) -> str:
    return "" if cap is None else writer.pick(f"，最多升{cap}级", f", at most {cap}")


def _bands(writer: Writer, table: BandTable) -> Iterator[Line]:
    yield writer.say("按分数段升级：", "Levels by bands of points:", "settle.table.kind")
    for band, following in zip(table.bands, [*table.bands[1:], None], strict=True):
        yield _band(writer, band, following)
    if table.beyond:
        yield writer.say(
            "再往上每多{every}分多升{levels}级{cap}",
            "Beyond that, {levels} more for every further {every} points{cap}",
            "settle.table.beyond",
            every=table.beyond.every,
            levels=table.beyond.levels,
            cap=_most(writer, table.beyond.cap),
        )


def _band(writer: Writer, band: Band, following: Band | None) -> Line:
    first, last = band.from_points, following.from_points - 5 if following else None
    if last is None:
        span = writer.pick(f"{first}分起", f"from {first} points")
    elif last == first:
        span = writer.pick(f"{first}分", f"{first} points")
    else:
        span = writer.pick(f"{first}至{last}分", f"{first} to {last} points")
    return writer.say(
        "抓分方{span}：{climbs}",
        "Attackers {span}: {climbs}",
        "settle.table.bands",
        span=span,
        climbs=climbs(writer, band.on_stage, band.levels),
    )


def _two_conditions(writer: Writer, table: TwoConditionTable) -> Iterator[Line]:
    knobs = ("settle.table.kind", "settle.table.threshold")
    for zh, en, who, steps, more in (
        (
            "满{t}分并抠底",
            "{t} or more and the kitty captured",
            "attackers",
            table.attackers_levels,
            "attackers_levels",
        ),
        ("满{t}分而未抠底", "{t} or more, kitty protected", "attackers", 0, ""),
        ("不足{t}分并保底", "below {t}, kitty protected", "declarer", table.declarer_levels, "declarer_levels"),
        ("不足{t}分而被抠底", "below {t}, kitty captured", "declarer", 0, ""),
    ):
        own = (f"settle.table.{more}",) if more else ()
        yield writer.say(
            "抓分方" + zh + "：{climbs}",
            "Attackers " + en + ": {climbs}",
            *own,
            *knobs,
            t=table.threshold,
            climbs=climbs(writer, who, steps),
        )


def _special(writer: Writer, special: Special) -> Line:
    if special.to is not None:
        what = writer.pick(f"直接升到{level(writer, special.to)}", f"goes straight to {level(writer, special.to)}")
    else:
        what = writer.pick(f"升{special.levels}级", f"+{special.levels}")
    stage = writer.pick("上台，", "come on stage, ") if special.on_stage == "attackers" else ""
    return writer.say(
        "抓分方得{total}分：{side}{stage}{what}",
        "Attackers with {total} points: {side} {stage}{what}",
        "settle.specials",
        total=special.total,
        side=side(writer, special.on_stage),
        stage=stage,
        what=what,
    )


def _finish(writer: Writer, rule: FinishSettlement) -> Iterator[Line]:
    yield writer.say(
        "按四人出完牌的先后结算，先出完者为头游", "Settled by the order in which the players finish", "settle.kind"
    )
    yield writer.say(*_COUNTS[rule.counts], "settle.counts")
    unit = writer.pick("级" if rule.counts == "levels" else "分", "")
    for zh, en, knob in (
        ("头游和二游同队", "First and second of one side", "first_second"),
        ("头游和三游同队", "First and third of one side", "first_third"),
        ("头游和末游同队", "First and last of one side", "first_fourth"),
    ):
        yield writer.say(
            zh + "：该队得{gain}{unit}", en + ": +{gain}{unit}", f"settle.{knob}", gain=getattr(rule, knob), unit=unit
        )
    if rule.last_level_partner_not_last:
        yield writer.say(
            "打过最后一级时，对家不得是末游",
            "To pass the last level the partner must not finish last",
            "settle.last_level_partner_not_last",
        )
    else:
        yield writer.say(
            "打过最后一级不论对家第几出完",
            "The last level is passed wherever the partner finishes",
            "settle.last_level_partner_not_last",
        )
