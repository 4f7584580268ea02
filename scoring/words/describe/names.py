"""Names of the codes a ruleset uses: trumps, shapes, ways to decide, stages."""

from collections.abc import Mapping

Pair = tuple[str, str]

TRUMPS: Mapping[str, Pair] = {
    "red-five": ("红桃5", "five of hearts"),
    "big-joker": ("大王", "big joker"),
    "small-joker": ("小王", "small joker"),
    "main-level": ("主级牌", "level card of the trump suit"),
    "off-level": ("副级牌", "other level cards"),
    "trump-suit": ("主花色牌", "trump suit"),
    "side-suit": ("副牌", "side suits"),
}
SIDES: Mapping[str, Pair] = {"declarer": ("庄家方", "the declarer side"), "attackers": ("抓分方", "the attackers")}
DECIDE: Mapping[str, Pair] = {
    "games": ("胜局多者胜", "more games won"),
    "score": ("得分高者胜", "higher score"),
    "higher-level": ("级数高者胜", "higher level"),
    "levels-climbed": ("升级多者胜", "more levels climbed"),
    "first-to-reach": ("先升到该级者胜", "first to have reached the level"),
    "declarer-side": ("末副结束后在台上的一方胜", "the side on stage after the last hand"),
    "decider": ("加赛决定", "an extra {decider}"),
    "lot": ("抽签决定", "a lot"),
    "ruling": ("由裁判裁定", "the referee's ruling"),
    "both-lose": ("双方均判负", "both lose"),
    "draw": ("记为平局", "a draw"),
}
STAGES: Mapping[str, Pair] = {
    "groups": ("小组赛", "groups"),
    "knockout": ("淘汰赛", "knockout"),
    "swiss": ("积分编排赛", "Swiss rounds"),
    "quarter-final": ("四分之一决赛", "quarter-final"),
    "semi-final": ("半决赛", "semi-final"),
    "semi-finals": ("半决赛", "semi-finals"),
    "third-place": ("三四名决赛", "match for the third place"),
    "last-group": ("决赛循环赛", "final round robin"),
    "final": ("决赛", "final"),
    "finals": ("决赛", "final"),
    "preliminary": ("预赛", "preliminaries"),
}
SHAPES: Mapping[str, Pair] = {
    "single": ("单张", "a single card"),
    "pair": ("对子", "a pair"),
    "tractor": ("拖拉机", "a tractor"),
}

TOPICS: Mapping[str, Pair] = {
    "shuffling": ("洗牌和抬牌", "Shuffling and cutting"),
    "bidding": ("亮主和反主", "Bidding trumps"),
    "no-bid": ("无人亮主", "Nobody bids"),
    "red-five": ("红桃5", "The fives of hearts"),
    "kitty": ("底牌和扣底", "The kitty"),
    "re-burying": ("抄底（炒底）", "Re-burying the kitty"),
    "tribute": ("进贡", "Tribute"),
    "leading": ("首先出牌", "Leading"),
    "following": ("跟牌", "Following"),
    "ruffing": ("毙牌和大小", "Ruffing, and which card wins"),
    "throws": ("甩牌", "Throws"),
    "tractors": ("拖拉机（姊妹对）", "Tractors"),
    "five-ten-king": ("五十K", "5-10-K"),
    "capture": ("抠底的算法", "How a capture counts"),
    "inspection": ("查牌", "Looking at cards played"),
    "redeal": ("重打", "Playing a hand again"),
    "hall": ("进场和退场", "In the hall"),
}


def named(code: str, names: Mapping[str, Pair], zh: bool) -> str:
    """The name of a code, or the code itself where it is its own name (2 … A)."""
    pair = names.get(code)
    return code if pair is None else pair[0] if zh else pair[1]
