"""The console's words that its scripts put together; `{name}` is filled in on the phone."""

from django.utils.translation import gettext as _

from referee.services.preview import effect_words
from scoring.offences import OTHER
from scoring.ruleset import Ruleset
from scoring.sheet import NEXT_STEPS
from scoring.words import next_step_text, offence_words
from tournament.services.keypad import reader


def console_words(ruleset: Ruleset) -> dict[str, str]:
    """Every sentence by its key, in the reader's language, and the words a ruleset's offences are looked up by."""
    return {
        **_sides(),
        **_hand(),
        **_entries(),
        **_penalties(),
        **_everyday(ruleset),
        **_end(),
        **_bands(),
        **_unsent(),
        **_arrivals(),
    }


def _sides() -> dict[str, str]:
    return {
        "side_a": _("甲方"),
        "side_b": _("乙方"),
        "a": _("甲"),
        "b": _("乙"),
        "whole_side": _("{side}全队"),
        "passed": _("已打过"),
        "level_small-joker": _("小王"),
        "level_big-joker": _("大王"),
        "level_flag": _("扛旗"),
        "no_limit": _("不限时"),
        "paused": _("暂停中"),
        "not_started": _("未开始"),
    }


def _hand() -> dict[str, str]:
    return {
        "hand_number": _("第{n}副"),
        "hand_replacing": _("补记第{n}条"),
        "hand_mending": _("修改没有记下的一副"),
        "hand_decider": _("加赛一副"),
        "last_hand": _("最后一副"),
        "declarer_is": _("庄家：{side}"),
        "declarer_unknown": _("庄家是谁？"),
        "seat_player": _("{side}·{seat} {name}"),
        "seat_n": _("北家"),
        "seat_e": _("东家"),
        "seat_s": _("南家"),
        "seat_w": _("西家"),
        "none": _("无"),
        "capture_none": _("不抠"),
        "capture_single": _("单抠"),
        "capture_pair": _("对抠"),
        "capture_tractor": _("拖{n}"),
        "capture_five-ten-king": _("五十K"),
        "points_wanted": _("输入闲家台面分"),
        "finish_wanted": _("按出完牌的先后点队员"),
        "place_1": _("头游"),
        "place_2": _("二游"),
        "place_3": _("三游"),
        "place_4": _("末游"),
        "kitty_wanted": _("输入底牌分"),
        "level_card_wanted": _("请选：是不是用级牌抠底"),
        "override_wanted": _("庄家方与在台方不同：请选一个原因"),
        "points_step": _("台面分 {n} 不是 5 的倍数。"),
        "kitty_step": _("底牌分 {n} 不是 5 的倍数。"),
        "points_over": _("台面分加底牌分是 {n}，全副牌最多 {most} 分。"),
        "sum_table": _("台面{n}"),
        "sum_kitty": _("+ 底牌{n}×{times}"),
        "sum_against": _("+ 庄家方罚分{n}"),
        "sum_taken": _("− 抓分方罚分{n}"),
        "sum_floored": _("（不足0按0计）"),
        "sum_none": _("抓分方一分未得：总分0分"),
        "sum_finish": _("头游的对家第{n}名"),
        "moved": _("{side} {old}→{now}"),
        **{f"next_{code}": next_step_text(code, reader()) for code in NEXT_STEPS},
        "and_then": _("；"),
        "settled_later": _("升级待上传后结算"),
        "later_table": _("手机里还没有这一版记分表的试算表"),
        "later_ruled": _("裁定改过前面的记录，改动前面要由服务器重算"),
        "later_ruling": _("违例使一方越过最后一级，要由服务器结算"),
        "later_penalised": _("罚分碰到只看实抓分的特别一档，要由服务器结算"),
        "capture_longer": _("拖{n}+"),
        "capture_any": _("抠底"),
        "tribute_owed": _("这一副：{side}先进贡{n}张"),
        "tractor_pairs": _("拖拉机几对"),
        "fewer": _("少一对"),
        "more": _("多一对"),
        "match_over": _("本场结束：{side}胜"),
        "card_main": _("主级牌"),
        "card_off": _("副级牌"),
        "extra_special_bid": _("亮红五"),
        "extra_joker_small": _("扣小王"),
        "extra_joker_big": _("扣大王"),
        "extra_joker_small_fewer": _("少扣一张小王"),
        "extra_joker_big_fewer": _("少扣一张大王"),
        "extra_dry_kitty": _("干锅"),
        "extra_tribute_refused": _("免贡"),
    }


def _entries() -> dict[str, str]:
    return {
        "entry_start": _("开赛"),
        "entry_hand": _("庄{side} 台面{table} 底牌{kitty} {capture}"),
        "entry_finish": _("庄{side} 名次：{order}"),
        "entry_void": _("本副作废，重发"),
        "entry_decider": _("加赛"),
        "entry_penalty": _("判罚 {who}：{offence} ×{count}"),
        "entry_strike": _("划去第{n}条：{reason}"),
        "struck_many": _("划去{n}条：{reason}"),
        "entry_player_out": _("{who}罚出局"),
        "entry_forfeit": _("{side}弃权"),
        "entry_retire": _("{side}中途退赛"),
        "entry_disqualify": _("{side}被取消资格"),
        "entry_pause": _("暂停计时"),
        "entry_resume": _("继续计时"),
        "entry_extend": _("延时 {minutes} 分钟"),
        "entry_time-up_true": _("时间到，打完本副"),
        "entry_time-up_false": _("时间到，立即结束"),
        "entry_note": _("备注：{text}"),
        "entry_lot": _("抽签：{side}胜"),
        "entry_decision": _("裁定：{text}"),
        "entry_protest": _("{side}抗议：{text}"),
        "entry_ruling": _("裁决：{text}"),
        "entry_appeal": _("申诉：{text}"),
        "struck": _("已划去"),
        "strike": _("划去"),
        "refill": _("补记"),
        "empty_sheet": _("还没有记录。开赛后每副牌打完就记一条。"),
        "reason_wanted": _("请写明原因。"),
    }


def _penalties() -> dict[str, str]:
    return {
        **{f"effect_{kind}": words for kind, words in effect_words().items()},
        "effect_ends": _("；本副到此结束"),
        "penalty_step": _("第{step}次 → {words}"),
        "attackers_more": _("；本副闲家 +{n}"),
        "attackers_less": _("；本副闲家 −{n}"),
        "amount_points": _("罚几分"),
        "amount_levels": _("降几级"),
        "void_about": _("这一副不计分，重新发牌。"),
        "count_cards": _("张数"),
        "count_times": _("次数"),
        "deciding_chief": _("请裁判长到桌，或在裁判长席记录。"),
        "check_ask": _("先选谁要求查牌。"),
        "check_step": _("查无实据：{step}"),
        "noted": _("（{note}）"),
        "overruled": _("裁判长改判（{offence}）：{why}"),
        "overrule_wanted": _("请写改判的原因"),
        "penalty_pick_who": _("选犯规的一方或队员"),
        "penalty_none_found": _("本规则没有列这一条：换个词，或记“其他”，由裁判酌情处理。"),
        "penalty_search": _("找违例：{words}…"),
        "list_mark": _("、"),
        "this_hand": _("正在打的这一副"),
        "no_hand": _("不指某一副"),
        "side_wanted": _("请选是哪一方。"),
        "text_wanted": _("请写内容。"),
    }


def _everyday(ruleset: Ruleset) -> dict[str, str]:
    """What people say for each offence of this ruleset, and for all it does not list, to look it up by."""
    codes = [*(offence.code for offence in ruleset.offences), OTHER.code]
    return {f"search_{code}": "、".join(offence_words(ruleset, code, reader())) for code in codes}


def _end() -> dict[str, str]:
    return {
        "wins": _("{side}胜"),
        "draw": _("平局"),
        "both_lose": _("双方均负"),
        "confirm_side": _("{side}确认"),
        "confirmed_side": _("{side}已确认"),
        "decided_passed-last-level": _("打过最后一级"),
        "decided_games": _("局数"),
        "decided_higher-level": _("级数高"),
        "decided_first-to-reach": _("级数相同，先到者胜"),
        "decided_declarer-side": _("级数相同，在台方胜"),
        "decided_decider": _("加赛"),
        "decided_lot": _("抽签"),
        "decided_shutout": _("大光"),
        "decided_full-score": _("满分"),
        "decided_buried-jokers": _("埋王"),
        "decided_mercy": _("提前胜出"),
        "decided_ruling": _("裁定"),
        "decided_both-lose": _("双方均负"),
        "decided_draw": _("平局"),
        "decided_forfeit": _("对方弃权"),
        "decided_disqualification": _("对方被取消资格"),
        "decided_retirement": _("对方退赛"),
        "awaiting_verdict": _("按手机上的记录，本场结束：{verdict}（{why}）。联网上传后双方核对确认；误记可以撤销。"),
        "awaiting_unknown": _("这一条之后本场可能已经结束；联网上传后这里显示结果。误记可以撤销。"),
        "result_stands": _("成绩已成立，双方都已确认。"),
        "result_waits": _("请双方核对记分表，先后确认。"),
    }


def _bands() -> dict[str, str]:
    return {
        "offline": _("网络不通：{n} 条留在本机，联网后自动上传。可以继续记录，请不要清除浏览器数据。"),
        "memory_only": _("这部手机不让网页存东西：{n} 条只留在这一页里，上传完之前请不要关闭或刷新。"),
        "refused": _("没有记下：{detail}"),
        "stale": _("没有记下：这之后另一处已记了别的内容，可能重复。请对照后决定。"),
        "parked_elsewhere": _("另一桌有一条没有记下，请去处理。"),
        "kept": _("{n} 条还没有上传，都留在本机：{detail}"),
        "shut": _("{detail}"),
        "frozen": _("画面已有 {n} 秒没有更新，可能断网。"),
        "time_near": _("还有不到 {n} 分钟到时间。"),
        "minutes_wanted": _("延时填 1 到 600 的整数分钟。"),
        "why_pause": _("暂停原因：{why}"),
        "why_extend": _("延时原因：{why}"),
        "shot_bury": _("扣底计时"),
        "shot_play": _("出牌计时"),
        "shot_start_bury": _("扣底 {n} 秒"),
        "shot_start_play": _("出牌 {n} 秒"),
        "shot_over": _("到点（只提醒，不判罚）"),
    }


def _unsent() -> dict[str, str]:
    return {
        "unsent_count": _("⇅ {n} 未上传"),
        "unsent_none": _("已传 ✓"),
        "unsent_nothing": _("都已上传。"),
        "unsent_at": _("{at} 记，未上传"),
        "unsent_waits": _("未上传"),
        "waits": _("待上传"),
        "send_again": _("仍要记上"),
        "mend": _("修改"),
        "discard": _("放弃"),
        "discard_yes": _("确定放弃，不再上传"),
        "keep": _("保留"),
        "maybe_twice": _("可能重复"),
        "other_parked": _("另一桌：{n} 条，有一条没有记下"),
        "other_unsent": _("另一桌：{n} 条未上传"),
        "confirm_waits": _("{side}确认，待上传"),
    }


def _arrivals() -> dict[str, str]:
    return {
        "is_here": _("✓ 到"),
        "not_here": _("未到"),
        "arrivals_offline": _("没有网络，暂时不能登记到场；不影响开赛。"),
        "late_counts": _("{who}未到齐，已迟到 {time}；规则限 {limit} 分钟。"),
        "late_open": _("{who}未到齐，已迟到 {time}。"),
        "late_hours": _("{n}小时以上"),
        "late_days": _("一天以上"),
        "late_over": _("{who}未到齐，已迟到 {time}，到了规则的 {limit} 分钟：请裁判长决定判弃权还是准予开赛。"),
        "late_over_at_once": _("{who}未到齐，已迟到 {time}；规则到时不到即可判弃权：请裁判长决定判弃权还是准予开赛。"),
        "propose_about": _("向裁判长建议：判{who}弃权。由裁判长决定，决定之前不要开赛。"),
        "propose_both": _("双方"),
        "propose_offline": _("没有网络，建议没有送出：请直接叫裁判长。"),
        "proposal_open": _("已建议{what}，等裁判长决定。"),
        "proposal_declined": _("裁判长不同意“{what}”：{answer}"),
        "outcome_allowed": _("裁判长已准予开赛。"),
        "outcome_forfeited": _("裁判长已判弃权。"),
    }
