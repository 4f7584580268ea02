"""The steps of a hand's reasoning in words, each with its clause of the notice."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scoring.hand.facts import Reason
from scoring.ruleset.compiled import Rules
from scoring.words.clauses import quoted
from scoring.words.names import CARD, capture_name, level_at, level_name, side_name

Worded = Callable[..., str]


def reasons_text(rules: Rules, reasons: Iterable[Reason], lang: str = "zh") -> list[str]:
    """All steps of a reasoning."""
    return [reason_text(rules, reason, lang) for reason in reasons]


def reason_text(rules: Rules, reason: Reason, lang: str = "zh") -> str:
    """One step, with the clause that gives it: 超80分45分,每10分一级 → 升4级〔notice clause〕."""
    code, facts, knob = reason
    words = WORDS[code](rules, lang, *facts)
    return quoted(words, source_of(rules, knob), lang)


def source_of(rules: Rules, knob: str) -> str:
    """The clause of the notice a knob was read from; of its part, if the knob itself has none."""
    sources = rules.ruleset.sources
    while knob:
        if knob in sources:
            return sources[knob]
        knob = knob.rpartition(".")[0]
    return ""


def _sum(rules: Rules, lang: str, table: int, kitty: int, times: int, against: int, for_them: int, total: int) -> str:
    zh = lang == "zh"
    if not (table or (times and kitty) or against or for_them):
        return "抓分方一分未得：总分0分" if zh else "the attackers took nothing: a total of 0"
    parts = f"台面{table}" if zh else f"table {table}"
    if times and kitty:
        parts += f" + 底牌{kitty}×{times}" if zh else f" + kitty {kitty}×{times}"
    if against:
        parts += f" + 庄家方罚分{against}" if zh else f" + penalties of the declarer side {against}"
    if for_them:
        parts += f" − 抓分方罚分{for_them}" if zh else f" − penalties of the attackers {for_them}"
    raw = table + kitty * times + against - for_them
    floored = ("（不足0按0计）" if zh else " (not below 0)") if raw < total else ""
    return f"{parts} = {total}{floored}"


def _up(steps: int, lang: str) -> str:
    if lang == "zh":
        return f"升{steps}级" if steps else "不升级"
    return f"up {steps}" if steps else "no climb"


def _over(rules: Rules, lang: str, threshold: int, over: int, step: int, bonus: int, steps: int) -> str:
    if lang == "zh":
        first = f"满{threshold}分升{bonus}级，" if bonus else ""
        return f"{first}超{threshold}分{over}分，每{step}分一级 → {_up(steps, lang)}"
    first = f"{bonus} at {threshold}, " if bonus else ""
    return f"{first}{over} over {threshold}, a level every {step} → {_up(steps, lang)}"


def _short(rules: Rules, lang: str, threshold: int, short: int, step: int, bonus: int, steps: int) -> str:
    if lang == "zh":
        first = f"坐庄加{bonus}级，" if bonus else ""
        return f"{first}比{threshold}分少{short}分，每{step}分一级 → {_up(steps, lang)}"
    first = f"{bonus} for holding, " if bonus else ""
    return f"{first}{short} short of {threshold}, a level every {step} → {_up(steps, lang)}"


def _band(rules: Rules, lang: str, total: int, low: int, high: int | None, attackers: bool, steps: int) -> str:
    if lang == "zh":
        span = f"{low}分" if high == low else f"{low}分以上" if high is None else f"{low}—{high}分"
        return f"{total}分属{span}一档：{'抓分方上台' if attackers else '庄家方坐庄'} → {_up(steps, lang)}"
    span = f"{low}" if high == low else f"{low} or more" if high is None else f"{low}-{high}"
    stage = "attackers on stage" if attackers else "declarer side stays"
    return f"{total} is in the band {span}: {stage} → {_up(steps, lang)}"


def _two(rules: Rules, lang: str, total: int, threshold: int, captured: bool, steps: int) -> str:
    if lang == "zh":
        reached = f"{'满' if total >= threshold else '不满'}{threshold}分"
        return f"{reached}，{'抠底' if captured else '保底'} → {_up(steps, lang)}"
    reached = f"{'reached' if total >= threshold else 'below'} {threshold}"
    return f"{reached}, kitty {'captured' if captured else 'held'} → {_up(steps, lang)}"


def _special(rules: Rules, lang: str, total: int, levels: int | None, to: str | None) -> str:
    zh = lang == "zh"
    name = {0: "大光", 5: "小光"}.get(total, "") if zh else {0: "shutout", 5: "small shutout"}.get(total, "")
    named = f"（{name}）" if zh and name else f" ({name})" if name else ""
    if levels is not None:
        return f"得{total}分{named} → 升{levels}级" if zh else f"{total} points{named} → up {levels}"
    if to == "next-must-play":
        return (
            f"得{total}分{named} → 升至下一必打级" if zh else f"{total} points{named} → up to the next must-play level"
        )
    target = level_name(to, lang)
    return f"得{total}分{named} → 直升{target}" if zh else f"{total} points{named} → straight to {target}"


def _moved(rules: Rules, lang: str, side: int, old: int, new: int) -> str:
    return f"{side_name(side, lang)} {level_at(rules, old, lang)}→{level_at(rules, new, lang)}"


def _on_stage(rules: Rules, lang: str, side: int, stays: bool) -> str:
    if lang == "zh":
        return f"{side_name(side, lang)}{'继续坐庄' if stays else '上台坐庄'}"
    return f"{side_name(side, lang)} {'stays' if stays else 'comes'} on stage"


def _demotion(rules: Rules, lang: str, side: int, card: str, capture: str, at: str, to: str) -> str:
    level, target, shape = level_name(at, lang), level_name(to, lang), capture_name(capture, lang)
    if lang == "zh":
        return f"{CARD[lang][card]}{level}{shape}抠底 → {side_name(side, lang)}退回{target}"
    return f"captured with {shape} of {CARD[lang][card]} {level} → {side_name(side, lang)} back to {target}"


def _ftk(rules: Rules, lang: str, declarer: int, down: str, attackers: int, up: str) -> str:
    low, high = level_name(down, lang), level_name(up, lang)
    if lang == "zh":
        return f"五十K抠底 → {side_name(declarer, lang)}降为{low}，{side_name(attackers, lang)}上台打{high}"
    return f"captured by 5-10-K → {side_name(declarer, lang)} down to {low}, {side_name(attackers, lang)} up to {high}"


def _red_fives(rules: Rules, lang: str, bidder: int, winner: int, up: str, down: str) -> str:
    high, low, won = level_name(up, lang), level_name(down, lang), bidder == winner
    if lang == "zh":
        fate = "胜" if won else "负"
        return f"{side_name(bidder, lang)}亮一对红五而{fate} → {side_name(winner, lang)}直升{high}，对方退回{low}"
    fate = "won" if won else "lost"
    return (f"{side_name(bidder, lang)} showed red fives and {fate} → {side_name(winner, lang)} to {high}, "
            f"the others to {low}")  # fmt: skip


def _tribute(rules: Rules, lang: str, payer: int, cards: int, by_points: int, by_jokers: int) -> str:
    if lang == "zh":
        return f"下一副{side_name(payer, lang)}进贡{cards}张（得分{by_points}张，扣王{by_jokers}张）"
    owed = "1 card" if cards == 1 else f"{cards} cards"
    return f"{side_name(payer, lang)} owes {owed} next hand ({by_points} by points, {by_jokers} by jokers)"


def _finish(rules: Rules, lang: str, winner: int, partner: int, steps: int) -> str:
    if lang == "zh":
        return f"{side_name(winner, lang)}得第1、第{partner}名 → {steps}级"
    return f"{side_name(winner, lang)} finished first and {('second', 'third', 'last')[partner - 2]} → {steps}"


EARLY = {
    "shutout": ("抓分方得0分", "the attackers took nothing"),
    "full-score": ("抓分方得满分", "the attackers took it all"),
    "buried-jokers": ("底牌扣齐三王", "three jokers of a kind were buried"),
}  # fmt: skip


def _early(rules: Rules, lang: str, winner: int, code: str) -> str:
    zh, en = EARLY[code]
    won = side_name(winner, lang)
    return f"{zh} → {won}全场获胜" if lang == "zh" else f"{en} → {won} wins the match"


def _plain(zh: str, en: str, *kinds: str) -> Worded:
    """A sentence with places; kinds: s(ide), l(evel code), n(umber of a level), u(p so many levels), = (as it is)."""
    wording: Mapping[str, Callable[[Rules, Any, str], str]] = {
        "s": lambda rules, value, lang: side_name(value, lang),
        "l": lambda rules, value, lang: level_name(value, lang),
        "n": lambda rules, value, lang: level_at(rules, value, lang),
        "u": lambda rules, value, lang: _up(value, lang),
        "=": lambda rules, value, lang: str(value),
    }

    def worded(rules: Rules, lang: str, *facts: Any) -> str:
        named = [wording[kind](rules, fact, lang) for kind, fact in zip(kinds, facts, strict=True)]
        return (zh if lang == "zh" else en).format(*named)

    return worded


WORDS: Mapping[str, Worded] = {
    "sum": _sum, "over": _over, "short": _short, "band": _band, "two-conditions": _two, "special": _special,
    "moved": _moved, "on-stage": _on_stage, "demotion": _demotion, "five-ten-king": _ftk, "red-fives": _red_fives,
    "tribute": _tribute, "finish": _finish, "early-win": _early,
    "flag-won": _plain(
        "扛旗：{0}分不满{1}分 → 扛旗成功", "flag hand: {0} is below {1} → the flag is carried", "=", "="),
    "flag-lost": _plain(
        "扛旗：{0}分满{1}分，抓分方上台，超出每{2}分一级 → {3}",
        "flag hand: {0} reaches {1}, attackers on stage, a level every {2} over → {3}", "=", "=", "=", "u"),
    "flag-red-fives": _plain(
        "扛旗中{0}亮红五，扛旗失败 → {1}退回{2}",
        "{0} showed red fives, the flag fell → {1} back to {2}", "s", "s", "l"),
    "cap": _plain("每副最多升{0}级", "at most {0} levels a hand", "="),
    "must-play": _plain("{0}停在必打级{1}", "{0} stops on the must-play level {1}", "s", "n"),
    "jokers-climb": _plain("底牌扣王再升{0}级", "buried jokers: {0} levels more", "="),
    "demotion-short": _plain("台面{0}分不满{1}分，抠底不降级", "table points {0} below {1}: no demotion", "=", "="),
    "five-ten-king-short": _plain(
        "台面{0}分没有超过{1}分，五十K抠底不另升降", "table points {0} not above {1}: 5-10-K moves nobody", "=", "="),
    "life": _plain("{0}在{1}第{2}次没有打过（最多{3}次）", "{0} failed at {1}: {2} of {3}", "s", "l", "=", "="),
    "lives-gone": _plain("次数用完 → {0}退回{1}", "no attempts left → {0} back to {1}", "s", "l"),
    "partner-last": _plain("{0}对家得末游，{1}不能过", "{0}'s partner finished last: {1} is not passed", "s", "n"),
    "clock-limit": _plain("限时{0}分钟", "limit {0} minutes", "="),
    "clock-start": _plain("{0}开始，限时{1}分钟", "started {0}, limit {1} minutes", "=", "="),
    "clock-paused": _plain("暂停共{0}分{1}秒", "paused for {0} min {1} s", "=", "="),
    "clock-extended": _plain("延长{0}分钟", "extended by {0} minutes", "="),
}  # fmt: skip
