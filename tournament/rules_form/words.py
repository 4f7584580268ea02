"""The form's words for codes, places and the schema's sentences."""

import re
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.words.describe.names import DECIDE, SHAPES, SIDES, STAGES, TOPICS, TRUMPS
from scoring.words.names import LEVEL
from scoring.words.steps import OFFENCES
from tournament.services.keypad import reader
from tournament.services.match_rules import ROUNDS
from tournament.services.spoken import said

from .labels import LABELS

Named = str | Promise | tuple[str, str]  # a word that gettext knows, or the pair of the rules' own words

_LEVELS = {code: (word, LEVEL["en"][code]) for code, word in LEVEL["zh"].items()}
_SHARED: Mapping[str, tuple[str, str]] = {**TRUMPS, **SIDES, **SHAPES, **_LEVELS}
LEVEL_CODES = {word: code for code, words in _LEVELS.items() for word in words}
_KINDS: dict[str, dict[str, Named]] = {
    "Ruleset.settle": {"points": gettext_lazy("按抓分"), "finish": gettext_lazy("按出完牌的名次")},
    "PointsSettlement.table": {
        "step": gettext_lazy("每若干分一级"),
        "bands": gettext_lazy("分档"),
        "two-conditions": gettext_lazy("分数和抠底两个条件"),
    },
    "MatchRule.decide": {**DECIDE, "decider": gettext_lazy("加赛决定")},
    "MatchPoints.mode": {
        "fixed": gettext_lazy("胜平负各若干分"),
        "levels-climbed": gettext_lazy("胜方按升级数"),
        "level-difference": gettext_lazy("按级差"),
    },
    "PlayText.topic": {**TOPICS},
    "Offence.unit": {"card": gettext_lazy("每张牌"), "time": gettext_lazy("每次")},
    "Offence.scope": {"side": gettext_lazy("一方"), "player": gettext_lazy("个人")},
    "Offence.both_sides": {"each": gettext_lazy("各自处罚"), "misdeal": gettext_lazy("本副重打")},
    "Effect.kind": {
        "warning": gettext_lazy("警告"),
        "points": gettext_lazy("罚分"),
        "levels": gettext_lazy("降级"),
        "opponents-levels": gettext_lazy("对方升级，本副继续"),
        "change-stage": gettext_lazy("本副结束，换台并升级"),
        "hand-lost": gettext_lazy("本副判负，对方升级"),
        "misdeal": gettext_lazy("本副重打"),
        "player-out": gettext_lazy("队员出局"),
        "match-lost": gettext_lazy("全场判负"),
        "disqualify": gettext_lazy("取消资格"),
        "forfeit": gettext_lazy("判弃权"),
        "discretion": gettext_lazy("由裁判酌定"),
    },
    "": {
        "yes": gettext_lazy("是"),
        "no": gettext_lazy("否"),
        "next-must-play": gettext_lazy("下一个必打的级"),
        "declarer-win": gettext_lazy("坐庄打赢一副"),
        "any-win": gettext_lazy("打赢一副即可"),
        "clockwise": gettext_lazy("顺时针"),
        "anticlockwise": gettext_lazy("逆时针"),
        "levels": gettext_lazy("升级"),
        "points": gettext_lazy("得分"),
        "zero-sum": gettext_lazy("一方得、另一方失的分"),
        "total": gettext_lazy("总分（含罚分）"),
        "earned": gettext_lazy("打牌所得（不含罚分）"),
        "both": gettext_lazy("两者都要符合"),
        "double": gettext_lazy("每长一对翻一番"),
        "constant": gettext_lazy("倍数不变"),
        "any": gettext_lazy("主副都算"),
        "main": gettext_lazy("主"),
        "off": gettext_lazy("副"),
        "finish-hand": gettext_lazy("打完本副"),
        "finish-if-it-matters": gettext_lazy("能改变胜负才打完"),
        "stop": gettext_lazy("立即停止"),
        "hand": gettext_lazy("一副"),
        "match": gettext_lazy("一场"),
        "both-lose": gettext_lazy("双方均判负"),
        "draw": gettext_lazy("平局"),
        "offender": gettext_lazy("犯规一方"),
    },
}
_INDEXED = re.compile(r"\[(\d+)\]")
_CODES = re.compile(r"[a-z]+(?:[-_.][a-z]+)*")


def label(owner: str) -> str:
    """The name of a knob, owner `Model.field`."""
    return str(LABELS[owner])


def option(owner: str, code: str) -> str:
    """A choice in words; the levels 2 … A are their own names."""
    own = _KINDS.get(owner, {}).get(code)
    return _said(own or _KINDS[""].get(code) or _SHARED.get(code) or code)


def _said(name: Named) -> str:
    """A name in the reader's language."""
    if isinstance(name, tuple):
        return name[0] if reader() == "zh" else name[1]
    return str(name)


def offence_word(code: str) -> str:
    """The common name of an offence, or its code."""
    return _said(OFFENCES.get(code, code))


def stage_words() -> dict[str, str]:
    """The stages a ruleset may change, by code."""
    return {code: _said(STAGES[code]) for code in ROUNDS}


def path_of(at: str) -> str:
    """`ruleset.offences[2].effects[0].points` as the name of a control: `offences.2.effects.0.points`."""
    return _INDEXED.sub(r".\1", at).removeprefix("ruleset").lstrip(".")


def place_words(path: str, labels: Mapping[str, str]) -> str:
    """Where a control stands, in words: every part of its path that has a name on the form."""
    parts = path.split(".")
    named = [labels.get(".".join(parts[: n + 1]), "") for n in range(len(parts))]
    return " · ".join(dict.fromkeys(part for part in named if part))


def sentence(message: str) -> str:
    """A sentence of the schema with its codes in words; one that begins in English is none of the schema's."""
    if message[:1].isascii():
        return message
    plain = message.replace('读到的是""；', "还没有填；")
    return said(_CODES.sub(lambda found: _word(found[0]), plain).replace("'", ""))


def _word(code: str) -> str:
    if code == "or":
        return _("或")
    for names in (_KINDS["MatchRule.decide"], _KINDS["Effect.kind"], _KINDS[""], _SHARED):
        if code in names:
            return _said(names[code])
    return next((str(name) for owner, name in LABELS.items() if owner.endswith(f".{code.rpartition('.')[2]}")), code)
