"""The names of sides, levels, captures and places in both languages."""

from scoring.ladder import code
from scoring.ruleset.compiled import Rules

SIDE = {"zh": ("甲方", "乙方"), "en": ("side A", "side B")}
LEVEL = {
    "zh": {"small-joker": "小王", "big-joker": "大王", "flag": "扛旗"},
    "en": {"small-joker": "small joker", "big-joker": "big joker", "flag": "flag"},
}
CAPTURE = {
    "zh": {"single": "单张", "pair": "一对", "five-ten-king": "五十K"},
    "en": {"single": "a single card", "pair": "a pair", "five-ten-king": "5-10-K"},
}
CARD = {"zh": {"main": "主", "off": "副"}, "en": {"main": "main", "off": "off"}}


def side_name(side: object, lang: str) -> str:
    """甲方 or 乙方; a place kept for a side (`{declarer}`) stays as it is."""
    if isinstance(side, str):
        return side
    assert isinstance(side, int)
    return SIDE[lang][side]


def level_name(level: object, lang: str) -> str:
    """A level's code as people say it."""
    return LEVEL[lang].get(str(level), str(level))


def level_at(rules: Rules, number: object, lang: str) -> str:
    """The name of a level number; past the last one says so."""
    assert isinstance(number, int)
    if number >= rules.top:
        last = level_name(rules.levels[-1], lang)
        return f"过{last}" if lang == "zh" else f"past {last}"
    return level_name(code(rules, number), lang)


def capture_name(capture: object, lang: str) -> str:
    """A capture's shape in words."""
    text = str(capture)
    if text.startswith("tractor-"):
        return f"{text[8:]}连对" if lang == "zh" else f"a tractor of {text[8:]} pairs"
    return CAPTURE[lang].get(text, text)
