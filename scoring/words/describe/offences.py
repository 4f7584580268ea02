"""The offences of a ruleset and its assumptions in words."""

from collections.abc import Iterator

from scoring.ruleset import Ruleset
from scoring.ruleset.offence import Offence
from scoring.words import offence_name
from scoring.words.describe.line import Line, Section, Writer


def offences(writer: Writer) -> Section:
    """Every offence: what it costs the first time, the second …, and what is done with the cards."""
    lines = [_offence(writer, offence) for offence in writer.ruleset.offences]
    return writer.section("offences", "违例与判罚", "Offences", lines)


def offence_rows(ruleset: Ruleset, lang: str = "zh") -> list[tuple[str, str, str]]:
    """The same as a table: offence, what it costs, what else follows and what is done with the cards."""
    writer = Writer(ruleset, lang)
    mark = writer.pick("；", "; ")
    return [
        (offence_name(ruleset, one.code, writer.lang), _steps(writer, one), mark.join(_details(writer, one)))
        for one in ruleset.offences
    ]


def assumptions(writer: Writer) -> Section:
    """What the notice does not say and this ruleset assumes."""
    rules = writer.ruleset
    lines = [
        writer.say("{note}", "{note}", row.knob, source="", note=writer.text(row.note)) for row in rules.assumptions
    ]
    return writer.section("assumptions", "本规则的补充约定", "What this ruleset assumes", lines)


LAST = ("forfeit", "match-lost", "player-out", "disqualify")  # after these there is no other time


def _offence(writer: Writer, offence: Offence) -> Line:
    name = offence_name(writer.ruleset, offence.code, writer.lang)
    parts = [_steps(writer, offence), *_details(writer, offence)]
    return writer.say(
        "{name}：{parts}",
        "{name}: {parts}",
        f"offences.{offence.code}",
        name=name,
        parts=writer.pick("；", "; ").join(parts),
        **({"source": offence.source} if offence.source else {}),
    )


def _steps(writer: Writer, offence: Offence) -> str:
    by_card = offence.unit == "card"
    effects = [effect_text(one.kind, one.points, one.levels, writer.lang) for one in offence.effects]
    if len(effects) == 1 and offence.effects[0].kind in LAST and not by_card:
        text = effects[0]
    elif len(effects) == 1:
        unit = writer.pick("每张" if by_card else "每次", "each card" if by_card else "each time")
        text = writer.pick(f"{unit}{effects[0]}", f"{unit}: {effects[0]}")
    else:
        steps = [writer.pick(f"第{n}次{one}", f"{n}. {one}") for n, one in enumerate(effects, start=1)]
        text = writer.join(steps) + (writer.pick("（按张计）", " (for each card)") if by_card else "")
    if offence.increase:
        text += writer.pick(f"，以后每次再加{offence.increase}分", f", then {offence.increase} more each time")
    return text


def effect_text(kind: str, points: int | None, levels: int | None, lang: str = "zh") -> str:
    """What one step of a ladder costs: 罚20分."""
    zh, en = {
        "warning": ("警告", "warning"),
        "points": (f"罚{points}分", f"{points} points"),
        "levels": (f"降{levels}级", f"{levels} levels down"),
        "opponents-levels": (f"对方升{levels}级", f"opponents +{levels}"),
        "change-stage": (f"对方升{levels}级，换庄", f"opponents +{levels}, the other side comes on stage"),
        "hand-lost": (f"本副判负，对方升{levels}级", f"the hand is lost, opponents +{levels}"),
        "misdeal": ("本副作废重打", "the hand is void and replayed"),
        "player-out": ("罚该队员出局", "the player is out"),
        "match-lost": ("本场判负", "the match is lost"),
        "disqualify": ("取消比赛资格", "disqualified"),
        "forfeit": ("按弃权论", "forfeit"),
        "discretion": ("由裁判酌情处理", "at the referee's discretion"),
    }[kind]
    return zh if lang == "zh" else en


def _details(writer: Writer, offence: Offence) -> Iterator[str]:
    if offence.scope == "player":
        yield writer.pick("按人累计", "counted per player")
    elif len(offence.effects) > 1 or offence.increase:
        yield writer.pick("按队累计", "counted per side")
    if offence.ends_hand:
        yield writer.pick("本副就此结束", "the hand ends")
    if offence.against == "declarer":
        yield writer.pick("总是罚庄家方", "always against the declarer side")
    if offence.both_sides == "misdeal":
        yield writer.pick("双方都犯则本副重打、不计分", "both sides: the hand is replayed without a score")
    if offence.remedy:
        yield writer.text(offence.remedy)
