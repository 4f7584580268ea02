"""Audit entries in words: what each action's code means to a reader."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.models import AuditEntry

ACTIONS = {
    "tournament.create": gettext_noop("建立赛事"),
    "tournament.change": gettext_noop("修改规程"),
    "tournament.publish": gettext_noop("改变公开的部分"),
    "format.change": gettext_noop("修改赛制"),
    "tables.change": gettext_noop("改变桌数"),
    "department.add": gettext_noop("登记单位"),
    "department.change": gettext_noop("修改单位"),
    "department.remove": gettext_noop("删除单位"),
    "team.add": gettext_noop("登记参赛队"),
    "team.change": gettext_noop("修改参赛队"),
    "team.remove": gettext_noop("删除参赛队"),
    "draw.hold": gettext_noop("抽签"),
    "draw.undo": gettext_noop("撤销抽签"),
    "schedule.lay_out": gettext_noop("排赛程"),
    "schedule.move": gettext_noop("移动场次"),
    "schedule.swap": gettext_noop("对调场次"),
    "schedule.delay": gettext_noop("推迟场次"),
    "schedule.undo": gettext_noop("撤销移动"),
    "table.add": gettext_noop("添加牌桌"),
    "table.change": gettext_noop("修改牌桌"),
    "table.remove": gettext_noop("停用牌桌"),
    "match.confirm": gettext_noop("确认成绩"),
    "match.verify": gettext_noop("核验成绩"),
    "ruleset.save": gettext_noop("保存规则"),
    "lot.record": gettext_noop("记录名次抽签"),
}


def audit_text(entry: AuditEntry) -> str:
    """The action in words and its subject; an unknown code is shown as it is."""
    action = ACTIONS.get(entry.action)
    return f"{_(action) if action else entry.action} {entry.subject}"
