"""What the table interface takes: the envelope of a write. The entry itself is checked by the rules, not here."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers


class StrictSerializer(serializers.Serializer[dict[str, Any]]):
    """A JSON object without unknown keys."""

    default_error_messages = {"invalid": gettext_lazy("请求内容应为一个 JSON 对象。")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Refuse unknown keys by name before anything else."""
        if isinstance(data, dict):
            unknown = sorted(set(map(str, data)) - set(self.fields))
            if unknown:
                allowed = _("、").join(self.fields)
                sentence = _("请求中有不认识的键 {found}：可用的键是 {allowed}。")
                sentence = sentence.format(found=_("、").join(unknown), allowed=allowed)
                raise serializers.ValidationError({"non_field_errors": [sentence]})
        value: dict[str, Any] = super().to_internal_value(data)
        return value


def messages(sentence: Any) -> dict[str, Any]:
    """One sentence for everything that can be wrong with a field."""
    codes = ("required", "null", "invalid", "not_a_dict", "invalid_choice", "min_value", "max_value", "blank", "date")
    more = (
        "max_string_length",
        "make_aware",
        "overflow",
        "empty",
        "max_length",
        "not_a_list",
        "null_characters_not_allowed",
    )
    return dict.fromkeys((*codes, *more), sentence)


class EntrySerializer(StrictSerializer):
    """A new entry of a match's sheet."""

    id = serializers.UUIDField(
        error_messages=messages(gettext_lazy("id 应为写条目的设备自己生成的 UUID。")),
        help_text="客户端生成的 UUID；同一 id 再发一次，回答同第一次。",
    )
    after = serializers.UUIDField(
        allow_null=True,
        error_messages=messages(gettext_lazy("after 应为本场最后一条记录的 UUID；还没有记录时为 null。")),
        help_text="写这一条时所见的最后一条的 UUID。",
    )
    payload = serializers.DictField(
        error_messages=messages(gettext_lazy("payload 应为一个条目对象，至少有 type。")),
        help_text="记分表条目（scoresheet/1，不含 n；引用写条目的 UUID）。",
    )
    device_at = serializers.DateTimeField(
        required=False,
        allow_null=True,
        default=None,
        error_messages=messages(gettext_lazy("device_at 应为带时区的时间，如 2011-11-25T13:10:00+08:00。")),
        help_text="设备上的时间。",
    )


class PreviewSerializer(StrictSerializer):
    """An entry to look at before it is written."""

    payload = serializers.DictField(
        error_messages=messages(gettext_lazy("payload 应为一个条目对象，至少有 type。")),
        help_text="记分表条目（scoresheet/1，不含 n；引用写条目的 UUID）。",
    )


class ConfirmSerializer(StrictSerializer):
    """A side's word that the sheet is right."""

    side = serializers.ChoiceField(
        choices=["a", "b"],
        error_messages=messages(gettext_lazy("side 应为 a（甲方）或 b（乙方）。")),
    )
    version = serializers.IntegerField(
        min_value=1,
        error_messages=messages(gettext_lazy("version 应为所确认的记录条数（不小于 1 的整数）。")),
        help_text="确认的是哪一版记分表。",
    )


class ProblemSerializer(serializers.Serializer[dict[str, Any]]):
    """An error (RFC 9457): `detail` is one sentence in Chinese."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    at = serializers.CharField(allow_blank=True)
