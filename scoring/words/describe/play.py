"""The cards, the ladder and the seats of a ruleset in words."""

from collections.abc import Iterator

from scoring.ruleset.play import PlayText
from scoring.words.describe import names
from scoring.words.describe.line import Line, Section, Writer
from scoring.words.names import level_name


def level(writer: Writer, code: str) -> str:
    """A level's name."""
    if code == "next-must-play":
        return writer.pick("下一个必打级", "the next must-play level")
    return level_name(code, writer.lang)


def identity(writer: Writer) -> Section:
    """What the ruleset is called and which notice it follows."""
    rules = writer.ruleset
    lines = [
        writer.say("{name}", "{name}", "name", name=writer.text(rules.name)),
        writer.say("依据：{notice}", "After: {notice}", "notice", notice=writer.text(rules.notice)),
        writer.say(
            "规则代号 {key}（格式 {form}）",
            "Code {key} (format {form})",
            "key",
            "format",
            key=rules.key,
            form=rules.format,
        ),
    ]
    return writer.section("identity", "规则", "Ruleset", lines)


def cards(writer: Writer) -> Section:
    """Packs, kitty, permanent trumps."""
    deck = writer.ruleset.deck
    order = writer.join(names.named(code, names.TRUMPS, writer.zh) for code in deck.permanent_trumps)
    lines = [
        writer.say(
            "用牌{decks}副，共{cards}张{points}",
            "{decks} packs, {cards} cards{points}",
            "deck.decks",
            decks=deck.decks,
            cards=54 * deck.decks,
            points=_card_points(writer),
        ),
        writer.say("底牌{kitty}张", "Kitty of {kitty} cards", "deck.kitty", kitty=deck.kitty)
        if deck.kitty
        else writer.say("不留底牌", "No kitty", "deck.kitty"),
        writer.say(
            "牌的大小：{order}", "Order of the cards, highest first: {order}", "deck.permanent_trumps", order=order
        )
        if order
        else None,
    ]
    return writer.section("cards", "用牌", "Cards", lines)


def _card_points(writer: Writer) -> str:
    """The points in the packs, where hands are settled by points."""
    points = 100 * writer.ruleset.deck.decks
    if writer.ruleset.settle.kind == "finish":
        return ""
    return writer.pick(f"，5、10、K为分牌，共{points}分", f", {points} points in fives, tens and kings")


def ladder(writer: Writer) -> Section:
    """Levels, must-play levels, what one hand may bring at most, lives."""
    return writer.section("ladder", "级数", "Levels", _ladder_lines(writer))


def _ladder_lines(writer: Writer) -> Iterator[Line]:
    rule = writer.ruleset.ladder
    shown = [level(writer, code) for code in rule.levels]
    yield writer.say(
        "级数依次为{levels}，共{count}级；从{first}打起，打过{last}胜一局",
        "Levels in order: {levels} ({count} in all); from {first} up, passing {last} wins a game",
        "ladder.levels",
        levels=writer.join(shown),
        count=len(shown),
        first=shown[0],
        last=shown[-1],
    )
    must = writer.join(level(writer, code) for code in rule.must_play)
    if must:
        yield writer.say(
            "必打：{must}，不得跳过", "Must be played, never skipped: {must}", "ladder.must_play", must=must
        )
    else:
        yield writer.say("没有另外规定的必打级", "No must-play levels are named", "ladder.must_play")
    if rule.last_must_play:
        yield writer.say("最后一级总是必打", "The last level must always be played", "ladder.last_must_play")
    else:
        yield writer.say(
            "最后一级只在列为必打时才必打", "The last level must be played only if named so", "ladder.last_must_play"
        )
    if rule.leave_must_play == "declarer-win":
        yield writer.say(
            "必打级须在该级坐庄打赢一副才能离开",
            "A must-play level is left only by winning a hand there as declarer",
            "ladder.leave_must_play",
        )
    else:
        yield writer.say(
            "必打级打赢一副即可离开，不论是否坐庄",
            "A must-play level is left by winning any hand there",
            "ladder.leave_must_play",
        )
    if rule.cap is None:
        yield writer.say("每副升级数不封顶", "No limit to the levels of one hand", "ladder.cap")
    else:
        yield writer.say("每副最多升{cap}级", "At most {cap} levels in one hand", "ladder.cap", cap=rule.cap)
    if rule.attempts:
        yield writer.say(
            "打{level}坐庄{lives}次不过，退回{back}",
            "{level} failed {lives} times as declarer: back to {back}",
            "ladder.attempts",
            level=level(writer, rule.attempts.level),
            lives=rule.attempts.lives,
            back=level(writer, rule.attempts.back_to),
        )


def seats(writer: Writer) -> Section:
    """Direction of play, first declarer, whose turn it is next."""
    rule = writer.ruleset.seats
    clockwise = rule.direction == "clockwise"
    lines = [
        writer.say(
            "按{way}方向抓牌、出牌",
            "Play goes {way}",
            "seats.direction",
            way=writer.pick("顺时针" if clockwise else "逆时针", rule.direction),
        ),
        writer.say("重打时仍由原庄家坐庄", "A replayed level keeps the same declarer", "seats.replay_same_seat")
        if rule.replay_same_seat
        else writer.say(
            "下一副由台上一方按行牌方向的下一家坐庄",
            "The next seat of the side on stage, in the direction of play, declares",
            "seats.replay_same_seat",
        ),
        writer.say(
            "首副庄家：{text}", "First declarer: {text}", "seats.first_declarer", text=writer.text(rule.first_declarer)
        )
        if rule.first_declarer
        else None,
        writer.say("首副起牌：{text}", "First to draw: {text}", "seats.first_draw", text=writer.text(rule.first_draw))
        if rule.first_draw
        else None,
    ]
    return writer.section("seats", "坐庄与起牌", "Declarer and drawing", lines)


def texts(writer: Writer) -> Section:
    """What the notice says of play itself, to be looked up at the table, topic by topic."""
    order = list(names.TOPICS)
    rows = sorted(writer.ruleset.texts, key=lambda row: order.index(row.topic))
    return writer.section("texts", "打法", "Play", [_text(writer, row) for row in rows])


def _text(writer: Writer, row: PlayText) -> Line:
    topic = names.named(row.topic, names.TOPICS, writer.zh)
    knob = f"texts.{row.topic}"
    return writer.say(
        "{topic}：{text}", "{topic}: {text}", knob, source=row.source, topic=topic, text=writer.text(row.text)
    )
