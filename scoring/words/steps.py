"""What the table does next, and the names of offences, in words."""

from collections.abc import Mapping

from scoring.ruleset import Ruleset

NEXT: Mapping[str, tuple[str, str]] = {
    "start": ("双方就座后记开始", "seat both sides and start"),
    "first-declarer": ("抓牌，定第一副的庄家", "deal and settle who declares the first hand"),
    "play-hand": ("打这一副，打完记分", "play the hand and record it"),
    "flag-hand": ("打扛旗的一副：没有底牌，打完记分", "play the flag hand: no kitty; then record it"),
    "pay-tribute": ("抓牌后先进贡，再打这一副", "tribute is paid after the deal; then play the hand"),
    "last-hand": ("时间到：打完手里这一副", "time is up: finish the hand in progress"),
    "decider-hand": ("打平：抽签开牌，加赛一副", "level: play one extra hand"),
    "decider-match": ("打平：加赛一场，再记裁判决定", "level: play an extra match, then enter the decision"),
    "lot": ("打平：抽签定胜负", "level: draw lots"),
    "decision": ("打平：由裁判决定", "level: the referee decides"),
    "resume": ("比赛暂停中：恢复后再继续", "paused: resume first"),
    "rule-protest": ("有抗议没有裁定：请裁判长裁定", "a protest waits for a ruling"),
    "confirm": ("比赛结束：双方核对签字", "the match is over: both sides confirm"),
}
OFFENCES: Mapping[str, tuple[str, str]] = {
    "exposed-card": ("违规出牌、露牌", "card played or shown irregularly"),
    "wrong-card": ("出错牌、跟错牌", "wrong card played"),
    "late-revoke": ("藏牌（过后发现）", "revoke found after the trick"),
    "out-of-turn": ("越序出牌", "played out of turn"),
    "card-taken-back": ("悔牌", "card taken back"),
    "failed-throw": ("甩牌失败", "failed throw"),
    "miscounted-kitty": ("底牌扣错张数", "kitty buried with too many or too few cards"),
    "kitty-reopened": ("扣底超时、分次扣、查看或更换底牌", "kitty buried late, in parts, looked at or changed"),
    "wrong-hand-size": ("手牌多张或少张", "too many or too few cards in hand"),
    "misdrawn-kitty": ("底牌抓过或抓少", "kitty over-drawn or short"),
    "wrong-trump": ("亮错主、放错主", "wrong trump card shown"),
    "shot-clock": ("出牌超时", "over the time to play"),
    "talking": ("讲话、手势等传递信息", "talking or signalling"),
    "unfounded-check": ("无故申请查牌", "check requested without cause"),
    "excess-cut": ("抬牌超过次数", "too many cuts"),
    "disrespect": ("不尊重裁判、不服从规程", "disrespect of referee or regulations"),
    "late": ("迟到", "late"),
    "other": ("其他（裁判酌情）", "other (at the referee's discretion)"),
}


def _lang(lang: str) -> int:
    return 0 if lang == "zh" else 1


def next_step_text(code: str, lang: str = "zh") -> str:
    """The sentence for a next_step code."""
    return NEXT[code][_lang(lang)]


def offence_name(ruleset: Ruleset, code: str, lang: str = "zh") -> str:
    """An offence's name: the ruleset's own, or the common one."""
    own = next((offence.name for offence in ruleset.offences if offence.code == code), None)
    if own is not None:
        return own.said(lang)
    return OFFENCES.get(code, (code, code))[_lang(lang)]
