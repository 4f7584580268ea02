"""The fields of a format: its shape with what each means, and the options each shape has; parsed, never decided."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.services import formats
from tournament.services.formats import Format
from tournament.services.later import teams_text
from tournament.services.standings import LAST, RANKED

from .number_field import NumberField

SHAPES = (
    (formats.BY_COUNT, _("小组循环后交叉淘汰，定组数"), _("先分组循环，每组前几名进入淘汰赛。")),
    (formats.BY_SIZE, _("小组循环后交叉淘汰，定每组队数"), _("同上，按每组几队来分；分不匀时有的组少一队。")),
    (formats.KNOCKOUT, _("单淘汰"), _("输一场即出局；队数不是 2、4、8、16 时首轮有轮空。")),
    (
        formats.LOSERS,
        _("单淘汰，首轮负者择优复活"),
        _("首轮以后，成绩最好的几个负者补足下一轮，除奇数队的 1 队外不轮空。"),
    ),
    (formats.REDRAW, _("单淘汰，每轮重新抽签"), _("没有固定对阵图，打完一轮抽下一轮；只有首轮有轮空。")),
    (formats.SWISS, _("积分编排（瑞士制）"), _("不淘汰，每轮由积分相近的队相遇，不重复相遇；赛完规定轮数按积分排名。")),
    (formats.LAST, _("先淘汰，最后几队循环"), _("淘汰到最后几队，再循环一次定名次；此前的成绩不带入。")),
    (formats.ROUND_ROBIN, _("循环赛（不分组）"), _("每两队相遇一次或两次，按积分排名。")),
)
# Which options belong together, and for which shapes; every field of a format but its shape stands in one of these.
OPTIONS: tuple[tuple[Any, tuple[str, ...], tuple[str, ...]], ...] = (
    (
        _("小组和出线"),
        (formats.BY_COUNT, formats.BY_SIZE),
        ("number", "advance", "advance_sizes", "best", "unequal", "groups_at_tables"),
    ),
    (_("最后循环"), (formats.LAST,), ("last",)),
    (_("轮数"), (formats.SWISS,), ("rounds",)),
    (
        _("循环的办法"),
        (formats.BY_COUNT, formats.BY_SIZE, formats.LAST, formats.ROUND_ROBIN),
        ("legs", "order"),
    ),
    (
        _("名次依据"),
        (formats.BY_COUNT, formats.BY_SIZE, formats.LAST, formats.ROUND_ROBIN, formats.SWISS),
        ("criteria", "disqualified"),
    ),
    (
        _("名次"),
        (formats.BY_COUNT, formats.BY_SIZE, formats.KNOCKOUT, formats.LOSERS, formats.REDRAW, formats.SWISS),
        ("places",),
    ),
    (
        _("第三名"),
        (formats.BY_COUNT, formats.BY_SIZE, formats.KNOCKOUT, formats.LOSERS, formats.REDRAW),
        ("joint_third",),
    ),
)


def _number(value: str) -> int | str:
    return int(value) if value.isdecimal() else value


class FormatFields(forms.Form):
    """A format's fields; an option that is not sent keeps its default."""

    shape = forms.ChoiceField(label=_("赛制"), choices=[(key, title) for key, title, _meaning in SHAPES])
    number = NumberField(label=_("组数或每组队数"), min_value=1, max_value=64, initial=4, required=False)
    advance = forms.TypedChoiceField(
        label=_("每组出线"),
        coerce=_number,
        choices=[
            *((n, teams_text(n)) for n in (1, 2, 3, 4)),
            (formats.HALF, _("前一半（单数向下取整）")),
            (formats.SIZES, _("看组的队数，另写明")),
        ],
        required=False,
    )
    advance_sizes = forms.CharField(label=_("各种队数的组出线几队（如 3:1 4:2）"), max_length=60, required=False)
    best = NumberField(
        label=_("下一名次再跨组择优几队（0 为不取）"), min_value=0, max_value=64, initial=0, required=False
    )
    unequal = forms.ChoiceField(
        label=_("择优时各组队数不同"),
        choices=[
            (formats.DROP_LAST, _("不计较大的组里与末位各队的成绩")),
            (formats.AVERAGE, _("各项按每场平均比较")),
        ],
        required=False,
    )
    groups_at_tables = forms.BooleanField(label=_("各组固定在一张桌，以桌号称呼"), required=False)
    last = forms.TypedChoiceField(
        label=_("最后循环的队数"), coerce=int, choices=[(n, teams_text(n)) for n in formats.LASTS], required=False
    )
    rounds = NumberField(label=_("积分编排共赛几轮"), min_value=1, max_value=99, initial=5, required=False)
    legs = forms.TypedChoiceField(
        label=_("循环"), coerce=int, choices=[(1, _("单循环")), (2, _("双循环"))], required=False
    )
    order = forms.ChoiceField(label=_("轮次次序"), required=False)
    criteria = forms.ChoiceField(
        label=_("名次依据"),
        choices=[
            ("levels", _("积分、胜局级数、负局级数、抽签")),
            ("meetings", _("积分、相互胜负、级差、抽签")),
            ("opponents", _("积分、对手分、相互胜负、级差、抽签")),
            ("progress", _("积分、对手分、去首累进分、级数、抽签")),
        ],
        required=False,
    )
    disqualified = forms.ChoiceField(
        label=_("有一场被取消资格的队（通知没有写明，补充约定）"),
        choices=[
            (LAST, _("列在本组最后，不出线")),
            (RANKED, _("按成绩照排名次")),
        ],
        required=False,
    )
    places = forms.TypedChoiceField(
        label=_("名次取到"),
        coerce=int,
        choices=[(1, _("冠军")), (2, _("冠军、亚军")), (4, _("前四名")), (8, _("前八名")), (16, _("前十六名"))],
        required=False,
    )
    joint_third = forms.BooleanField(label=_("不赛三四名，并列第三"), required=False)

    def clean(self) -> dict[str, Any]:
        """A number left empty is missed where the chosen shape needs it."""
        values = super().clean() or {}
        needed = {name for _title, shapes, names in OPTIONS if values.get("shape") in shapes for name in names}
        for name in needed & {"number", "rounds"}:
            if self.data.get(self.add_prefix(name)) == "":
                self.add_error(name, self.fields[name].error_messages.get("required", ""))
        return values

    def format(self) -> Format:
        """The format the valid form describes."""
        names = Format.__dataclass_fields__
        given = {key: value for key, value in self.cleaned_data.items() if key in names and value not in (None, "")}
        return Format(**given)

    def shapes(self) -> list[dict[str, Any]]:
        """The shapes to choose from: `key`, `title`, `meaning`, whether it is `chosen`."""
        chosen = self["shape"].value() or SHAPES[0][0]
        return [
            {"key": key, "title": title, "meaning": meaning, "chosen": key == chosen} for key, title, meaning in SHAPES
        ]

    def option_sets(self) -> list[dict[str, Any]]:
        """The options that belong together: `title`, `shapes` they are for, `fields`."""
        return [
            {"title": title, "shapes": " ".join(shapes), "fields": [self[name] for name in names]}
            for title, shapes, names in OPTIONS
        ]

    def other_fields(self) -> list[forms.BoundField]:
        """The fields that are not the format's."""
        own = FormatFields.base_fields
        return [field for field in self if field.name not in own]
