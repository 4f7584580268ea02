"""The table interface, continued: a practice match, folded from what the phone sends; nothing is stored."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from referee.services import practice

from .serializers import EntrySerializer, StrictSerializer, messages
from .views import PROBLEM, TableView, checked

WANT = gettext_lazy("want 应为 state、preview 或 table。")
ENTRIES = gettext_lazy("entries 应为记录的列表（每条有 id、after、payload）。")
ANSWER = OpenApiResponse(dict, description="state：全部状态；preview：试算一条的结果；table：离线试算表。")


class PracticeSerializer(StrictSerializer):
    """All entries of the practice match, what is wanted of it, and for a preview one entry more."""

    want = serializers.ChoiceField(choices=["state", "preview", "table"], error_messages=messages(WANT))
    entries = serializers.ListField(child=EntrySerializer(), error_messages=messages(ENTRIES))
    payload = serializers.DictField(
        required=False,
        default=dict,
        error_messages=messages(gettext_lazy("payload 应为一个条目对象，至少有 type。")),
        help_text="要试算的条目；只在 want 为 preview 时看。",
    )


class PracticeView(TableView):
    """Practising."""

    authentication_classes = []
    permission_classes = [AllowAny]

    @extend_schema(
        summary="练习一场（不计成绩，什么也不保存）",
        description="手机每次送来练习的全部记录，回答记完之后的状态。token 由练习页给出。",
        request=PracticeSerializer,
        auth=[],
        responses={200: ANSWER, 400: PROBLEM, 403: PROBLEM, 404: PROBLEM},
    )
    def post(self, request: Request, practice_token: str) -> Response:
        """Fold and answer."""
        match, body = practice.practice_match(practice_token), checked(PracticeSerializer, request)
        sheet = practice.practised(match, body["entries"])
        return Response(self._answer(match, sheet, body))

    def _answer(self, match: Any, sheet: Any, body: dict[str, Any]) -> dict[str, Any]:
        if body["want"] == "table":
            return practice.practice_table(match, sheet)
        if body["want"] == "preview":
            return practice.practice_preview(match, sheet, body["payload"])
        return practice.practice_view(match, sheet)
