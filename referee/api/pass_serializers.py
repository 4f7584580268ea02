"""What the endpoints of joining, sessions, passes and announcements take."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from referee.services.announcements import TEXT_LIMIT
from referee.services.joining import NAME_LIMIT
from referee.services.passes import MOST_TABLES
from referee.services.sessions import NAME_LIMIT as SESSION_NAME_LIMIT

from .serializers import StrictSerializer, messages

_TEXT = gettext_lazy("应为一段文字。")
_TABLE = gettext_lazy("桌号应为 1 到 9999 的整数。")
_PIN = gettext_lazy("PIN 应为四位数字。")


def _table(**options: Any) -> serializers.IntegerField:
    """A table's number."""
    return serializers.IntegerField(min_value=1, max_value=9999, error_messages=messages(_TABLE), **options)


class PinSerializer(StrictSerializer):
    """The session's PIN."""

    pin = serializers.CharField(max_length=40, error_messages=messages(_PIN), help_text="裁判长台上显示的四位数字。")


class JoinSerializer(PinSerializer):
    """What lets a device in: the token of a printed card, or a table's number, with PIN and name."""

    token = serializers.CharField(
        required=False, max_length=64, error_messages=messages(_TEXT), help_text="二维码里 /t/ 之后的部分。"
    )
    table = _table(required=False, help_text="没有 token 时的桌号。")
    name = serializers.CharField(
        max_length=200, error_messages=messages(_TEXT), help_text=f"裁判姓名，最多 {NAME_LIMIT} 个字，署在每条记录上。"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of both."""
        if ("token" in attrs) == ("table" in attrs):
            raise serializers.ValidationError({"table": [_("请给出 token（扫码）或 table（桌号）之一。")]})
        return attrs


class EmptySerializer(StrictSerializer):
    """A request that says everything by its address."""


class SessionSerializer(StrictSerializer):
    """A session to open."""

    name = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=200,
        error_messages=messages(_TEXT),
        help_text=f"时段名称，最多 {SESSION_NAME_LIMIT} 个字；不填则按日期。",
    )


class PassSerializer(StrictSerializer):
    """A pass for some tables, or one for each table without."""

    tables = serializers.ListField(
        child=_table(),
        required=False,
        max_length=MOST_TABLES,
        error_messages=messages(gettext_lazy("tables 应为 1 到 6 个桌号。")),
        help_text="一张通行证开的桌号（1 到 6 个）。",
    )
    each = serializers.BooleanField(
        required=False,
        error_messages=messages(gettext_lazy("each 应为 true。")),
        help_text="true：给每张还没有单独通行证的桌各做一张。",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of both."""
        if bool(attrs.get("each")) == ("tables" in attrs):
            raise serializers.ValidationError({"tables": [_("请给出 tables（桌号）或 each: true 之一。")]})
        return attrs


class AnnouncementSerializer(StrictSerializer):
    """A word to all tables or one."""

    text = serializers.CharField(max_length=1000, error_messages=messages(_TEXT), help_text=f"最多 {TEXT_LIMIT} 个字。")
    table = _table(required=False, allow_null=True, default=None, help_text="只给这一桌；不填是全体。")
