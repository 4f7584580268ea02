"""Audit entries in words: what each action's code means to a reader."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.models import AuditEntry

ACTIONS = {
    "tournament.create": gettext_noop("建立赛事"),
    "tournament.clone": gettext_noop("照以前的赛事建立"),
    "tournament.change": gettext_noop("修改规程"),
    "tournament.publish": gettext_noop("改变公开的部分"),
    "tournament.import": gettext_noop("导入存档"),
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
    "pass.lock": gettext_noop("PIN 输错过多,锁一分钟"),
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
    "round.close": gettext_noop("结束一轮"),
    "table.move": gettext_noop("换桌"),
    "lot.record": gettext_noop("记录名次抽签"),
}


def audit_text(entry: AuditEntry) -> str:
    """The action in words and its subject; an unknown code is shown as it is."""
    action = ACTIONS.get(entry.action)
    return f"{_(action) if action else entry.action} {entry.subject}"
