"""What the last trick and special cards do, in words: captures, demotions, early wins, flag hands, jokers, tribute."""

from collections.abc import Iterator

from scoring.ruleset.settlement import Captures, Demotion, Flag, Jokers, PointsSettlement, Tribute
from scoring.words.describe import names
from scoring.words.describe.line import Line, Section, Writer
from scoring.words.describe.play import level

_CARDS = {"any": ("主副均可", "main or off"), "main": ("主级牌", "main"), "off": ("副级牌", "off")}

_NEVER_LOWERS = {
    True: (
        "胜方原本可升得更高的从高，不因此降级",
        "a winner who would stand higher without it stays higher",
    ),
    False: (
        "亮牌的一方得胜而原本可升得更高的从高；对方得胜的就是{up}",
        "the side that showed them stays higher if its climb was; opponents who beat it go to {up} exactly",
    ),
}


def captures(writer: Writer) -> Section:
    """Multipliers and demotions by capture."""
    rule = writer.ruleset.settle
    lines: list[Line] = []
    if isinstance(rule, PointsSettlement):
        lines = [*_multipliers(writer, rule.capture), *(_demotion(writer, row) for row in rule.demotions)]
        lines.extend(_five_ten_king(writer, rule))
    return writer.section("capture", "抠底", "Kitty capture", lines)


def special(writer: Writer) -> Section:
    """What only some rulesets know."""
    rule = writer.ruleset.settle
    lines: list[Line] = []
    if isinstance(rule, PointsSettlement):
        lines = [*_early(writer, rule), *_special_bid(writer, rule)]
        lines.extend(_flag(writer, rule.flag) if rule.flag else ())
        lines.extend(_jokers(writer, rule.jokers) if rule.jokers else ())
        lines.extend(_tribute(writer, rule.tribute) if rule.tribute else ())
    return writer.section("special", "特殊情况", "Special cases", lines)


def _multipliers(writer: Writer, rule: Captures) -> Iterator[Line]:
    for zh, en, knob in (("单张抠底", "A single card", "single"), ("对子抠底", "A pair", "pair")):
        yield writer.say(
            zh + "：底牌分乘{by}", en + ": kitty points × {by}", f"settle.capture.{knob}", by=getattr(rule, knob)
        )
    yield writer.say(
        "拖拉机（两连对）抠底：底牌分乘{by}",
        "A tractor of two pairs: kitty points × {by}",
        "settle.capture.tractor_two",
        by=rule.tractor_two,
    )
    if rule.tractor_growth == "constant":
        yield writer.say("更长的拖拉机倍数相同", "Longer tractors: the same", "settle.capture.tractor_growth")
    else:
        yield writer.say(
            "拖拉机每多一对，倍数再翻一番", "Each further pair of a tractor doubles it", "settle.capture.tractor_growth"
        )
    if rule.longest_tractor is not None:
        yield writer.say(
            "超过{most}连对的按{most}连对计",
            "More than {most} pairs count as {most}",
            "settle.capture.longest_tractor",
            most=rule.longest_tractor,
        )
    if rule.five_ten_king is not None:
        yield writer.say(
            "五十K抠底：底牌分乘{by}",
            "5-10-K: kitty points × {by}",
            "settle.capture.five_ten_king",
            by=rule.five_ten_king,
        )


def _demotion(writer: Writer, row: Demotion) -> Line:
    least = row.min_table_points
    return writer.say(
        "打{at}时，抓分方{least}用{shape}{at}（{card}）抠底：庄家方退回{to}",
        "Playing {at}, attackers {least}capture with {shape} of that level ({card}): the declarer side falls to {to}",
        "settle.demotions",
        at=level(writer, row.at),
        to=level(writer, row.to),
        shape=names.named(row.shape, names.SHAPES, writer.zh),
        card=writer.pick(*_CARDS[row.card]),
        least=writer.pick(f"台面分满{least}分、", f"with {least} table points ") if least else "",
    )


def _five_ten_king(writer: Writer, settle: PointsSettlement) -> Iterator[Line]:
    if rule := settle.five_ten_king:
        yield writer.say(
            "五十K抠底且台面分超过{above}分：庄家方退到{down}，抓分方上台直接打{up}",
            "5-10-K capture with more than {above} table points: the declarer side falls to {down}, "
            "the attackers come on stage at {up}",
            "settle.five_ten_king",
            above=rule.above_table_points,
            down=level(writer, rule.declarer_to),
            up=level(writer, rule.attackers_to),
        )


def _early(writer: Writer, settle: PointsSettlement) -> Iterator[Line]:
    rule = settle.early
    if rule.shutout:
        yield writer.say(
            "抓分方得0分：庄家方立即赢得本场",
            "Attackers at 0: the declarer side wins the match at once",
            "settle.early.shutout",
        )
    else:
        yield writer.say("抓分方得0分不提前结束本场", "Attackers at 0 do not end the match", "settle.early.shutout")
    if rule.full_score is not None:
        yield writer.say(
            "抓分方满{full}分：抓分方立即赢得本场",
            "Attackers at {full}: they win the match at once",
            "settle.early.full_score",
            full=rule.full_score,
        )
    if rule.buried_jokers is not None:
        yield writer.say(
            "底牌扣下{count}张大王或{count}张小王，达到升级条件的一方立即赢得本场",
            "{count} big or {count} small jokers in the kitty: the side that may climb wins the match at once",
            "settle.early.buried_jokers",
            count=rule.buried_jokers,
        )


def _special_bid(writer: Writer, settle: PointsSettlement) -> Iterator[Line]:
    if rule := settle.special_bid:
        yield writer.say(
            "亮主、炒底时有人亮出一对红桃5：该副胜方升到{up}，负方退到{down}",
            "A pair of red fives shown in bidding or re-burying: the winner goes to {up}, the loser falls to {down}",
            "settle.special_bid.kind",
            "settle.special_bid.winner_to",
            "settle.special_bid.loser_to",
            up=level(writer, rule.winner_to),
            down=level(writer, rule.loser_to),
        )
        yield writer.say(
            *_NEVER_LOWERS[rule.never_lowers], "settle.special_bid.never_lowers", up=level(writer, rule.winner_to)
        )


def _flag(writer: Writer, rule: Flag) -> Iterator[Line]:
    bonus = rule.attackers_bonus
    yield writer.say(
        "{level}打无主、不留底牌：抓分方满{threshold}分上台{bonus}，每多{step}分升1级",
        "{level}: no trump, no kitty; attackers at {threshold} come on stage{bonus}, +1 for every {step} over",
        "settle.flag.level",
        "settle.flag.threshold",
        "settle.flag.step",
        "settle.flag.attackers_bonus",
        level=level(writer, rule.level),
        threshold=rule.threshold,
        step=rule.step,
        bonus=writer.pick(f"并升{bonus}级", f", +{bonus}") if bonus else "",
    )
    if rule.red_five_return:
        yield writer.say(
            "{level}时有人亮出一对红桃5而庄家方不过：庄家方退回{back}",
            "{level} failed after a pair of red fives was shown: the declarer side falls to {back}",
            "settle.flag.red_five_return",
            level=level(writer, rule.level),
            back=level(writer, rule.red_five_return),
        )


def _jokers(writer: Writer, rule: Jokers) -> Iterator[Line]:
    yield writer.say(
        "底牌里扣的小王每张算{small}，大王每张算{big}",
        "In the kitty a small joker counts {small}, a big one {big}",
        "settle.jokers.small",
        "settle.jokers.big",
        small=rule.small,
        big=rule.big,
    )
    yield (
        writer.say("扣的王为升级的一方加级", "Buried jokers add levels to a side that climbs", "settle.jokers.climb")
        if (rule.climb)
        else writer.say("扣的王不加级", "Buried jokers add no levels", "settle.jokers.climb")
    )
    yield (
        writer.say("扣的王计入进贡", "Buried jokers count as tribute", "settle.jokers.tribute")
        if rule.tribute
        else (writer.say("扣的王不计进贡", "Buried jokers are no tribute", "settle.jokers.tribute"))
    )
    yield (
        writer.say("干锅时扣的王照算", "They count in a dry kitty too", "settle.jokers.dry_kitty_counts")
        if (rule.dry_kitty_counts)
        else writer.say("干锅时扣的王不算", "They do not count in a dry kitty", "settle.jokers.dry_kitty_counts")
    )


def _tribute(writer: Writer, rule: Tribute) -> Iterator[Line]:
    yield writer.say(
        "抓分方不足{below}分：每少{step}分（零头算一份）下一副由抓分方进贡1张",
        "Attackers below {below}: they owe a card in the next hand for every {step} short, part of it counting whole",
        "settle.tribute.below",
        "settle.tribute.step",
        below=rule.below,
        step=rule.step,
    )
    yield writer.say(
        "抓分方超过{above}分：每多{step}分（零头不计）下一副由原庄家方进贡1张",
        "Attackers above {above}: the old declarer side owes a card for every full {step} over",
        "settle.tribute.above",
        "settle.tribute.step",
        above=rule.above,
        step=rule.step,
    )
