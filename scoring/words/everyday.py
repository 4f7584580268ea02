"""What people at the table say for an offence: the words a referee looks it up by."""

import re
from collections.abc import Iterator, Mapping

from scoring.offences import OTHER
from scoring.ruleset import Ruleset

# For offences whose document says none, and for what a ruleset does not list: that is looked up as "other".
EVERYDAY: Mapping[str, tuple[str, str]] = {
    "exposed-card": ("露牌、亮牌、掉牌、明牌、牌掉了", "exposed, dropped a card, showed a card"),
    "wrong-card": ("出错、跟错、错牌、不跟花色、有对不出", "wrong card, did not follow suit"),
    "late-revoke": ("藏牌、有牌不出、事后发现", "revoke, hid a card, found later"),
    "out-of-turn": ("抢出、抢牌、先出、没轮到", "out of turn, too early"),
    "card-taken-back": ("悔牌、收回、拿回去、反悔", "took back, takes it back"),
    "failed-throw": ("甩错、甩牌、撒牌、甩不成、被挡", "failed throw, blocked"),
    "miscounted-kitty": ("扣错、埋错、垫错、掖错、底牌多一张、底牌少一张", "buried too many, buried too few"),
    "kitty-reopened": ("看底、翻底、换底、扣底太慢、偷看底牌", "looked at the kitty, buries slowly"),
    "wrong-hand-size": ("多牌、少牌、抓错、多抓、少抓、牌数不对", "too many cards, a card short, misdrawn"),
    "misdrawn-kitty": ("抓过、多抓底牌、少抓底牌、拿错底", "kitty overdrawn, kitty short"),
    "wrong-trump": ("亮错、放错、叫错主", "wrong trump, wrong bid"),
    "shot-clock": ("超时、太慢、拖时间、磨蹭", "slow, over time, wastes time"),
    "talking": ("说话、打手势、暗号、接电话、手机、作弊", "talks, signals, phone, cheats"),
    "unfounded-check": ("查牌、没查出来", "check, nothing found"),
    "excess-cut": ("抬牌、切牌、倒牌", "cut, cuts again"),
    "disrespect": ("骂人、吵闹、不服、顶嘴、摔牌", "insults, argues, swears"),
    "late": ("迟到、晚到、没来", "late, absent, not here"),
}
_OTHER = ("其他、别的、偷看、偷牌、换牌、洗牌、抽烟", "other, peeked, stole a card, swapped a card, shuffle")


def offence_words(ruleset: Ruleset, code: str, lang: str = "zh") -> list[str]:
    """The words of an offence, the reader's language first; of "other" also those of all that is not listed."""
    pairs = list(_pairs(ruleset, code))
    order = (0, 1) if lang == "zh" else (1, 0)
    words = [word for at in order for pair in pairs for word in _split(pair[at])]
    return list(dict.fromkeys(words))


def _pairs(ruleset: Ruleset, code: str) -> Iterator[tuple[str, str]]:
    listed = {offence.code: offence for offence in ruleset.offences}
    if code in listed and (said := listed[code].search):
        yield said.zh, said.en
    elif code == OTHER.code:
        yield _OTHER
        yield from (pair for unlisted, pair in EVERYDAY.items() if unlisted not in listed)
    elif code in EVERYDAY:
        yield EVERYDAY[code]


def _split(words: str) -> list[str]:
    return [word for part in re.split("[、,，;；]", words) if (word := part.strip())]
