"""Audit entries in words: what each action's code means to a reader."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.models import AuditEntry, Match

from .fixtures import told_of

ACTIONS = {
    "tournament.create": gettext_noop("建立赛事"),
    "tournament.clone": gettext_noop("照以前的赛事建立"),
    "tournament.change": gettext_noop("修改规程"),
    "tournament.publish": gettext_noop("改变公开的部分"),
    "tournament.import": gettext_noop("导入存档"),
    "notice.change": gettext_noop("修改通知文字"),
    "format.change": gettext_noop("修改赛制"),
    "tables.change": gettext_noop("改变桌数"),
    "department.add": gettext_noop("登记单位"),
    "department.change": gettext_noop("修改单位"),
    "department.remove": gettext_noop("删除单位"),
    "team.add": gettext_noop("登记参赛队"),
    "team.change": gettext_noop("修改参赛队"),
    "team.import": gettext_noop("导入名单"),
    "team.remove": gettext_noop("删除参赛队"),
    "team.leave": gettext_noop("抽签前退赛"),
    "team.restore": gettext_noop("恢复参赛队"),
    "team.admit": gettext_noop("候补转为参赛"),
    "player.replace": gettext_noop("更换队员"),
    "lineup.set": gettext_noop("排上场名单"),
    "quota.change": gettext_noop("修改名额办法"),
    "entry.rules": gettext_noop("修改报名规定"),
    "link.issue": gettext_noop("发出报名链接"),
    "link.revoke": gettext_noop("收回报名链接"),
    "draw.hold": gettext_noop("抽签"),
    "draw.confirm": gettext_noop("确认大屏抽签"),
    "draw.late": gettext_noop("抽签补记"),
    "team.wait": gettext_noop("列入候补"),
    "team.step_down": gettext_noop("让出位置"),
    "team.give_up": gettext_noop("候补放弃"),
    "draw.round": gettext_noop("抽签"),
    "rounds.change": gettext_noop("改变轮数"),
    "draw.undo": gettext_noop("撤销抽签"),
    "schedule.lay_out": gettext_noop("排赛程"),
    "schedule.move": gettext_noop("移动场次"),
    "schedule.swap": gettext_noop("对调场次"),
    "schedule.delay": gettext_noop("推迟场次"),
    "schedule.undo": gettext_noop("撤销移动"),
    "table.add": gettext_noop("添加牌桌"),
    "table.change": gettext_noop("修改牌桌"),
    "table.remove": gettext_noop("停用牌桌"),
    "checkin.add": gettext_noop("登记到场"),
    "checkin.remove": gettext_noop("取消到场登记"),
    "session.open": gettext_noop("开始时段"),
    "session.close": gettext_noop("结束时段"),
    "session.pin": gettext_noop("更换 PIN"),
    "pass.make": gettext_noop("发出牌桌通行证"),
    "pass.revoke": gettext_noop("收回牌桌通行证"),
    "pass.join": gettext_noop("裁判设备加入"),
    "pass.lock": gettext_noop("PIN 输错过多，锁一分钟"),
    "device.leave": gettext_noop("裁判离开"),
    "device.revoke": gettext_noop("收回裁判设备"),
    "table.take-over": gettext_noop("接管牌桌"),
    "announcement.make": gettext_noop("发公告"),
    "match.call": gettext_noop("叫号入座"),
    "match.confirm": gettext_noop("确认成绩"),
    "match.verify": gettext_noop("核验成绩"),
    "match.correct": gettext_noop("更正或判决"),
    "team.withdraw": gettext_noop("退赛"),
    "team.return": gettext_noop("恢复参赛"),
    "slot.rule": gettext_noop("裁定席位"),
    "ruleset.save": gettext_noop("保存规则"),
    "late.propose": gettext_noop("建议处理迟到"),
    "late.decline": gettext_noop("不同意迟到建议"),
    "round.close": gettext_noop("结束一轮"),
    "table.move": gettext_noop("换桌"),
    "lot.record": gettext_noop("记录名次抽签"),
}


# A subject that is written as a match's stage and code, because the writer may not load a whole bracket for its name.
BY_CODE = frozenset({"match.confirm", "match.verify"})


def audit_texts(entries: Sequence[AuditEntry]) -> list[str]:
    """Each entry in words, its match named with its teams; a few queries where one names a match."""
    names = _names_by_code([entry for entry in entries if entry.action in BY_CODE])
    return [audit_text(entry, names.get((entry.tournament_id, entry.subject), "")) for entry in entries]


def audit_text(entry: AuditEntry, subject: str = "") -> str:
    """The action in words and its subject; an unknown code is shown as it is."""
    action = ACTIONS.get(entry.action)
    return f"{_(action) if action else entry.action} {subject or entry.subject}"


def _names_by_code(entries: Sequence[AuditEntry]) -> dict[tuple[int | None, str], str]:
    codes = {entry.subject.rpartition(" ")[2] for entry in entries}
    tournaments = {entry.tournament_id for entry in entries}
    found = Match.objects.filter(stage__tournament__in=tournaments, code__in=codes).select_related("stage")
    names = told_of(found) if entries else {}
    return {(match.stage.tournament_id, str(match)): names[match.pk] for match in found if match.pk in names}
