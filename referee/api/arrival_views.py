"""The table interface, continued: who has come before the match."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.services import table_rights
from referee.services.arrivals import arrivals_view, note_arrivals
from referee.services.late_proposals import propose

from .permissions import actor_of, device_of
from .serializers import StrictSerializer, messages
from .views import PROBLEM, TableView, checked, match_or_404

ARRIVALS = OpenApiResponse(dict, description="双方队员各自何时到场、迟到从何时算、规则的时限（分钟）。")
SIDE = gettext_lazy("side 应为 a（甲方）或 b（乙方）。")
PLAYERS = gettext_lazy("players 应为队员编号的列表；不写表示这一方全体。")
VERDICT = gettext_lazy("verdict 应为 forfeit-a、forfeit-b、forfeit-both 或 start。")
CLOCK = gettext_lazy("clock_from 应为 planned（原定时间）或 actual（实际开始）。")
REASON = gettext_lazy("reason 应为不超过 200 个字的理由。")
HERE = gettext_lazy("here 应为 true（到了）或 false（记错，没到）。")


def _always(sentence: Any, *codes: str) -> dict[str, Any]:
    return dict.fromkeys(codes, sentence)


class ArrivalSerializer(StrictSerializer):
    """Players of a side who are here, or are not after all."""

    side = serializers.ChoiceField(
        choices=["a", "b"], error_messages=_always(SIDE, "required", "null", "invalid_choice", "invalid")
    )
    players = serializers.ListField(
        child=serializers.IntegerField(
            min_value=1,
            max_value=2**31 - 1,
            error_messages=_always(PLAYERS, "invalid", "min_value", "max_value", "max_string_length", "null"),
        ),
        required=False,
        allow_null=True,
        default=None,
        max_length=20,
        error_messages=_always(PLAYERS, "not_a_list", "max_length", "empty"),
    )
    here = serializers.BooleanField(error_messages=_always(HERE, "required", "null", "invalid"))


class ProposalSerializer(StrictSerializer):
    """What the table proposes about a late side."""

    id = serializers.UUIDField(error_messages=messages(gettext_lazy("id 应为设备自己生成的 UUID。")))
    verdict = serializers.ChoiceField(
        choices=["forfeit-a", "forfeit-b", "forfeit-both", "start"], error_messages=messages(VERDICT)
    )
    clock_from = serializers.ChoiceField(
        choices=["planned", "actual"], required=False, default="actual", error_messages=messages(CLOCK)
    )
    reason = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=200, error_messages=messages(REASON)
    )


class ArrivalsView(TableView):
    """Who has come to the table."""

    @extend_schema(summary="双方到场情况", responses={200: ARRIVALS, 401: PROBLEM, 403: PROBLEM, 404: PROBLEM})
    def get(self, request: Request, match_id: int) -> Response:
        """Read afresh."""
        return Response(arrivals_view(match_or_404(match_id, device_of(request))))

    @extend_schema(
        summary="登记到场",
        description="开赛前登记一方队员到了或没到；不写 players 表示这一方全体。",
        request=ArrivalSerializer,
        responses={200: ARRIVALS, 400: PROBLEM, 401: PROBLEM, 403: PROBLEM, 404: PROBLEM, 409: PROBLEM},
    )
    def post(self, request: Request, match_id: int) -> Response:
        """Note it and answer how things stand now."""
        body, device = checked(ArrivalSerializer, request), device_of(request)
        match = match_or_404(match_id, device)
        table_rights.refuse_unless_writes(match_id, device)
        note_arrivals(match_id, body["side"], body["players"], actor_of(request), here=body["here"])
        return Response(arrivals_view(match))


class ProposalView(TableView):
    """What the table proposes when a side is late."""

    @extend_schema(
        summary="到迟到时限时，向裁判长建议判弃权或准予开赛",
        description="建议进入裁判长的待办，由裁判长决定；同一 id 重发只记一次。结果见 check-in 的 proposal。",
        request=ProposalSerializer,
        responses={200: ARRIVALS, 400: PROBLEM, 401: PROBLEM, 403: PROBLEM, 404: PROBLEM, 409: PROBLEM},
    )
    def post(self, request: Request, match_id: int) -> Response:
        """Store it and answer how things stand now."""
        body, device = checked(ProposalSerializer, request), device_of(request)
        match = match_or_404(match_id, device)
        table_rights.refuse_unless_writes(match_id, device)
        propose(
            match_id,
            proposal_id=body["id"],
            verdict=body["verdict"],
            clock_from=body["clock_from"],
            reason=body["reason"],
            actor=actor_of(request),
        )
        return Response(arrivals_view(match))
