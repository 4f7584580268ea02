"""A ruleset in words: no knob is silent, the key sentences of every preset, and a diff between versions."""

import copy
from itertools import chain

import pytest

from scoring.errors import ScoringError
from scoring.ruleset import knob_exists, load_preset, parse_ruleset, preset_names, ruleset_document
from scoring.words.describe import describe, describe_diff

EXAMPLES = {
    "ladder.attempts": {"level": "10", "lives": 3, "back_to": "3"},
    "ladder.cap": 4,
    "settle.five_ten_king": {"above_table_points": 80, "declarer_to": "4", "attackers_to": "10"},
    "settle.special_bid": {"kind": "red-five-pair", "winner_to": "10", "loser_to": "3"},
    "settle.flag": {"level": "10", "threshold": 100},
    "settle.flag.red_five_return": "5",
    "settle.jokers": {"small": 1, "big": 2},
    "settle.tribute": {"below": 80, "above": 150},
    "settle.table.beyond": {"every": 40},
    "settle.capture.five_ten_king": 2,
    "settle.capture.longest_tractor": 5,
    "settle.early.full_score": 300,
    "settle.early.buried_jokers": 3,
    "seats.first_declarer": {"zh": "先亮者", "en": "who shows first"},
    "seats.first_draw": {"zh": "翻到大牌者", "en": "highest card"},
    "settle.specials": [{"total": 15, "on_stage": "attackers", "levels": 7}],
    "settle.demotions": [{"at": "5", "shape": "tractor", "to": "4", "card": "off"}],
    "time.late": {"every_minutes": 5, "levels": 1},
    "stages": {"final": {"limit_minutes": 77}},
    "offences": [{"code": "other", "effects": [{"kind": "warning"}]}],
    "assumptions": [{"knob": "deck", "note": {"zh": "约定", "en": "assumed"}}],
    "sources": {"deck": "九.9"},
    "deck.permanent_trumps": ["big-joker"],
    "ladder.must_play": ["4"],
}
WORDS = [
    *("declarer", "attackers", "total", "earned", "both", "double", "constant", "finish-hand", "stop", "any-win"),
    *("finish-if-it-matters", "declarer-win", "clockwise", "anticlockwise", "hand", "match", "both-lose", "draw"),
    *("fixed", "levels-climbed", "level-difference", "levels", "points", "zero-sum", "card", "time", "player", "side"),
    *("misdeal", "each", "offender", "warning", "discretion", "pair", "tractor", "main", "off", "deck"),
    *("small-joker", "big-joker", "higher-level", "games", "side-suit", "5", "6", "lot"),
]


def leaves(node, path=()):
    """Every place of a document that holds a value: lists of tables are entered, other lists are one value."""
    if isinstance(node, dict) and node:
        yield from chain.from_iterable(leaves(value, (*path, key)) for key, value in node.items())
    elif isinstance(node, list) and node and isinstance(node[0], dict):
        yield from chain.from_iterable(leaves(value, (*path, index)) for index, value in enumerate(node))
    else:
        yield path, node


def dotted(path):
    return ".".join(str(part) for part in path)


def candidates(path, value):
    example = EXAMPLES.get(dotted(path))
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [value + 5, value + 1, value - 1, value - 5, 2 * value]
    if isinstance(value, str):
        return [*WORDS, value + "改"]
    if isinstance(value, list) and value:
        return [value[:-1], value[1:], [*value[1:], value[0]], value[::-1]]
    return [example] if example is not None else [5, 1, "A", "5", True]


def changed(document, path, value):
    twin = copy.deepcopy(document)
    node = twin
    for part in path[:-1]:
        node = node[part]
    node[path[-1]] = value
    return twin


def words(ruleset):
    sections = [section for lang in ("zh", "en") for section in describe(ruleset, lang)]
    return [(str(line), line.knobs) for section in sections for line in section.lines]


def without_effect(path, ruleset):
    """Knobs that change nothing where another knob rules them out."""
    decide, points = ruleset.match.decide, ruleset.match.points
    return {
        "match.decider": "decider" not in decide,
        "match.no_winner": "ruling" not in decide,
        "match.levels_over_all_games": ruleset.match.games_to_win == 1,
        "match.points.win": points.mode == "levels-climbed",
        "match.points.coefficient": points.mode != "level-difference",
    }.get(dotted(path), False)


def silent(ruleset):
    """Knobs that can be changed without a word of the description changing; words to look up by are no rule."""
    document, told = ruleset_document(ruleset), words(ruleset)
    for path, value in leaves(document):
        if path[0] in ("sources", "format") or "search" in path or without_effect(path, ruleset):
            continue
        for candidate in candidates(path, value):
            try:
                other = parse_ruleset(changed(document, path, candidate))
            except ScoringError:
                continue
            if other == ruleset:
                continue
            if words(other) == told:
                yield dotted(path), candidate
            break


@pytest.mark.parametrize("name", preset_names())
def test_no_knob_is_silent(name):
    assert list(silent(load_preset(name))) == []


@pytest.mark.parametrize("name", preset_names())
def test_every_line_names_knobs_that_exist_and_reads_in_both_languages(name):
    ruleset = load_preset(name)
    chinese, english = describe(ruleset, "zh"), describe(ruleset, "en")
    assert [section.key for section in chinese] == [section.key for section in english]
    for section, twin in zip(chinese, english, strict=True):
        assert [line.knobs for line in section.lines] == [line.knobs for line in twin.lines]
        for line in section.lines:
            assert line.text
            assert "None" not in line.text
            assert all(knob_exists(ruleset, knob) for knob in line.knobs), line


@pytest.mark.parametrize("name", preset_names())
def test_english_is_english(name):
    for section in describe(load_preset(name), "en"):
        for line in (section.heading, *(line.text for line in section.lines)):
            assert not any("一" <= character <= "鿿" for character in line), line


@pytest.mark.parametrize("name", preset_names())
def test_every_assumption_stands_under_its_own_heading(name):
    ruleset = load_preset(name)
    last = describe(ruleset)[-1]
    assert last.heading == "本规则的补充约定"
    assert [line.text for line in last.lines] == [assumption.note.zh for assumption in ruleset.assumptions]


KEY_SENTENCES = [
    (
        "anhui-chaodipi",
        {
            "级数": [
                "级数依次为2、3、4、5、6、7、8、9、10、J、Q、K、A，共13级；从2打起，打过A胜一局",
                "必打：J、A，不得跳过",
            ],
            "升级": [
                "抓分方不足80分：庄家方继续坐庄，每少10分升1级（零头不计）",
                "抓分方满80分：抓分方上台并升1级，每多10分再升1级（零头不计）",
                "抓分方得0分：庄家方直接升到下一个必打级",
            ],
            "抠底": ["打A时，抓分方台面分满80分、用单张A（主副均可）抠底：庄家方退回J", "对子抠底：底牌分乘4"],
        },
    ),
    (
        "bashifen-chaodipi",
        {
            "升级": ["抓分方得0分：庄家方升9级", "抓分方得5分：庄家方升8级"],
            "抠底": ["更长的拖拉机倍数相同"],
            "时间": ["扣底限时90秒", "出牌限时15秒", "半决赛：限时90分钟", "迟到10分钟为弃权"],
            "胜负": ["先胜2局者赢得本场"],
        },
    ),
    (
        "shuangkou",
        {
            "升级": [
                "抓分方0分：庄家方继续坐庄，升3级",
                "抓分方5至35分：庄家方继续坐庄，升2级",
                "抓分方40至75分：庄家方继续坐庄，升1级",
                "抓分方80至115分：抓分方上台，不升级",
                "抓分方120至155分：抓分方上台，升1级",
                "再往上每多40分多升1级",
            ],
            "时间": ["时间到立即停止，未打完的一副作废", "决赛：限时120分钟"],
            "名次计分": ["胜方每升1级得1分"],
        },
    ),
    (
        "huobang",
        {
            "升级": ["抓分方满120分并抠底：抓分方上台，升1级", "抓分方不足120分而被抠底：庄家方继续坐庄，不升级"],
            "特殊情况": [
                "抓分方得0分：庄家方立即赢得本场",
                "底牌里扣的小王每张算1，大王每张算2",
                "抓分方不足80分：每少10分（零头算一份）下一副由抓分方进贡1张",
            ],
            "胜负": ["每场最多打10副"],
        },
    ),
    (
        "tongcheng-chaodipi",
        {
            "级数": ["打扛旗坐庄3次不过，退回2"],
            "升级": ["抓分方不足80分：庄家方继续坐庄，每少10分升1级（零头不计），另加1级"],
            "抠底": ["五十K抠底且台面分超过80分：庄家方退到2，抓分方上台直接打A"],
            "特殊情况": ["扛旗打无主、不留底牌：抓分方满100分上台，每多10分升1级"],
        },
    ),
    (
        "jianye-chaodipi",
        {
            "级数": ["必打：小王、大王，不得跳过", "每副最多升6级"],
            "时间": ["每场限时150分钟"],
            "违例与判罚": ["底牌扣错张数：每次对方升1级，换庄；对方升一级，本盘结束，换庄家"],
        },
    ),
]


@pytest.mark.parametrize(("name", "told"), KEY_SENTENCES)
def test_key_sentences_of_the_notices(name, told):
    sections = {section.heading: [line.text for line in section.lines] for section in describe(load_preset(name))}
    for heading, sentences in told.items():
        for sentence in sentences:
            assert sentence in sections[heading]


def test_a_line_carries_the_clause_it_comes_from():
    lines = [line for section in describe(load_preset("anhui-chaodipi")) for line in section.lines]
    (line,) = [line for line in lines if line.knobs == ("ladder.must_play",) and line.source]
    assert (line.source, str(line)) == ("一.2", "必打：J、A，不得跳过〔一.2〕")


def anhui(**changes):
    document = ruleset_document(load_preset("anhui-chaodipi"))
    for path, value in changes.items():
        document = changed(document, path.split("__"), value)
    return parse_ruleset(document)


def test_equal_versions_have_no_difference():
    assert describe_diff(anhui(), anhui()) == []


def test_a_changed_number_is_one_sentence_before_and_after():
    changes = describe_diff(anhui(), anhui(time__limit_minutes=90))
    assert [str(change) for change in changes] == ["时间：每场限时60分钟〔一.1〕 → 每场限时90分钟〔一.1〕"]


def test_what_is_new_or_gone_has_one_side_only():
    more = anhui(settle__early={"full_score": 300, "shutout": False})
    (change,) = describe_diff(anhui(), more)
    assert (change.heading, change.before, change.after) == ("特殊情况", None, "抓分方满300分：抓分方立即赢得本场")
    (change,) = describe_diff(more, anhui(), "en")
    assert (change.before, change.after) == ("Attackers at 300: they win the match at once", None)


def test_a_row_taken_out_of_a_list_is_the_only_difference():
    demotions = ruleset_document(load_preset("anhui-chaodipi"))["settle"]["demotions"]
    (change,) = describe_diff(anhui(), anhui(settle__demotions=demotions[1:]))
    assert change.before.startswith("打J时，抓分方台面分满80分、用单张J")
    assert change.after is None
