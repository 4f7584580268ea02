"""What the fold warns of, in words."""

from collections.abc import Mapping

from scoring.ruleset.compiled import Rules
from scoring.words.names import side_name


def warning_text(rules: Rules, warning: tuple[str, tuple[object, ...]], lang: str = "zh") -> str:
    """One warning."""
    code, facts = warning
    zh, en, sides = WARNINGS[code]
    named = [side_name(fact, lang) if index in sides else str(fact) for index, fact in enumerate(facts)]
    return (zh if lang == "zh" else en).format(*named)


NO_SIDE: frozenset[int] = frozenset()
WARNINGS: Mapping[str, tuple[str, str, frozenset[int]]] = {
    "hand-ignored": ("第{0}条这一副在比赛结束（或打平）之后，不计", "hand {0} is after the end: not counted", NO_SIDE),
    "penalty-ignored": ("第{0}条判罚在比赛结束之后，不计分", "penalty {0} is after the end: no points", NO_SIDE),
    "declarer-not-on-stage": (
        "第{0}条记的庄家是{1}，不是台上一方", "hand {0}: {1} declared but is not on stage", frozenset({1})),
    "flag-without-kitty": (
        "第{0}条是扛旗的一副，扛旗没有底牌，请核对底牌分",
        "hand {0} is a flag hand without kitty: check its kitty points", NO_SIDE),
    "no-tribute-owed": ("第{0}条记了免贡，可是上一副没有人要进贡", "hand {0}: no tribute was owed", NO_SIDE),
    "no-declarer-yet": ("第{0}条判罚要当场结算，可是还没有庄家", "penalty {0}: no declarer to settle by", NO_SIDE),
    "player-out": ("{0}{1}号队员罚出局", "{0}: player {1} is out", frozenset({0})),
    "lot-ignored": ("第{0}条抽签已不需要，不计", "lot {0} is no longer owed: not counted", NO_SIDE),
    "decision-ignored": ("第{0}条裁判决定已不需要，不计", "decision {0} is no longer owed: not counted", NO_SIDE),
    "hand-of-penalty-struck": (
        "第{0}条判罚所属的一副已划去，不计分", "the hand of penalty {0} was struck: no points", NO_SIDE),
}  # fmt: skip
