"""The table interface, continued: who has come before the match."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.services import table_rights
from referee.services.arrivals import arrivals_view, note_arrivals

from .permissions import actor_of, device_of
from .serializers import StrictSerializer
from .views import PROBLEM, TableView, checked, match_or_404

ARRIVALS = OpenApiResponse(dict, description="双方队员各自何时到场、迟到从何时算、规则的时限(分钟)。")
SIDE = gettext_lazy("side 应为 a(甲方)或 b(乙方)。")
PLAYERS = gettext_lazy("players 应为队员编号的列表;不写表示这一方全体。")
HERE = gettext_lazy("here 应为 true(到了)或 false(记错,没到)。")


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


class ArrivalsView(TableView):
    """Who has come to the table."""

    @extend_schema(summary="双方到场情况", responses={200: ARRIVALS, 401: PROBLEM, 403: PROBLEM, 404: PROBLEM})
    def get(self, request: Request, match_id: int) -> Response:
        """Read afresh."""
        return Response(arrivals_view(match_or_404(match_id, device_of(request))))

    @extend_schema(
        summary="登记到场",
        description="开赛前登记一方队员到了或没到;不写 players 表示这一方全体。",
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
