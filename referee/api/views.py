"""The table's REST interface: read a match, look at an entry before it is written, write it, confirm the result."""

from functools import cache
from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from referee.models import Device
from referee.services import polls, table_rights
from referee.services.match_state import find_match, state_of, tag_of
from referee.services.preview import preview_entry
from referee.services.writing import confirm_side, write_entry
from tournament.models import Match
from tournament.services.match_view import written_view

from .authentication import TableAuthentication
from .permissions import IsReferee, actor_of, device_of
from .serializers import ConfirmSerializer, EntrySerializer, PreviewSerializer, ProblemSerializer

PROBLEM = OpenApiResponse(ProblemSerializer, description="问题对象（RFC 9457），detail 是一句中文。")
NOT_CHANGED = OpenApiResponse(description="没有变化")
CHANGED = OpenApiResponse(
    dict, description="写下后变了的部分（记录、结算、级数、时钟等）；开赛及重发时是全部状态。其余以先前读到的为准。"
)
STATE = OpenApiResponse(
    dict, description="本场的全部状态：双方、级数、时钟、每副结算及理由、每条记录、谁在记录、未读的公告。"
)


class TableView(APIView):
    """What all views of the table share: the chief or a device at this table, nothing cached, the server's time."""

    authentication_classes = [TableAuthentication]
    permission_classes = [IsReferee]

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Add the headers every answer carries."""
        final: Response = super().finalize_response(request, response, *args, **kwargs)
        final["Cache-Control"] = "no-store, private"
        final["X-Server-Time"] = timezone.now().isoformat()
        return final


def checked(kind: type[serializers.Serializer[dict[str, Any]]], request: Request) -> dict[str, Any]:
    """The request's body, checked."""
    return dict(_checker(kind).run_validation(request.data))


@cache
def _checker(kind: type[serializers.Serializer[dict[str, Any]]]) -> serializers.Serializer[dict[str, Any]]:
    """One checker of each kind for all requests: checking leaves nothing behind in it."""
    return kind()


def match_or_404(match_id: int, device: Device | None) -> Match:
    """The match, read afresh with what its state needs; refused where the device may not see it."""
    match = find_match(match_id, device)
    if match is None:
        raise Http404
    return match


def answer_state(match_id: int, device: Device | None, code: int = status.HTTP_200_OK) -> Response:
    """The whole state. The tag is read before it: what is written in between is then only read once more."""
    match = match_or_404(match_id, device)
    tag = tag_of(match, device)
    return Response(state_of(match, device), status=code, headers={"ETag": tag})


class MatchStateView(TableView):
    """The state of one match."""

    @extend_schema(
        summary="一场比赛的状态",
        description="带 ETag;If-None-Match 相同则回答 304。响应头 X-Server-Time 是服务器时间。",
        responses={200: STATE, 304: NOT_CHANGED, 401: PROBLEM, 403: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, match_id: int) -> Response:
        """Answer 304 where the reader has this state already."""
        device, known = device_of(request), request.headers.get("If-None-Match", "")
        mark = polls.mark_of(match_id, device)
        if polls.is_known(mark, known):
            return Response(status=status.HTTP_304_NOT_MODIFIED, headers={"ETag": known})
        match = match_or_404(match_id, device)
        tag = tag_of(match, device)
        polls.remember(mark, tag)
        if known == tag:
            return Response(status=status.HTTP_304_NOT_MODIFIED, headers={"ETag": tag})
        return Response(state_of(match, device), headers={"ETag": tag})


class EntriesView(TableView):
    """The sheet of one match."""

    @extend_schema(
        summary="写一条记录",
        description="同一 id 与内容可以重发，只记一次。after 不是最后一条时回答 409,since 是其后发生的事。",
        request=EntrySerializer,
        responses={201: CHANGED, 200: STATE, 400: PROBLEM, 401: PROBLEM, 403: PROBLEM, 404: PROBLEM, 409: PROBLEM},
    )
    def post(self, request: Request, match_id: int) -> Response:
        """Write one entry; 200 where it had been written before."""
        body, device = checked(EntrySerializer, request), device_of(request)
        entry = {name: body[name] for name in ("after", "payload", "device_at")}
        appended = write_entry(match_id, device, actor_of(request), entry_id=body["id"], **entry)
        code = status.HTTP_200_OK if appended.repeated else status.HTTP_201_CREATED
        if appended.sheet is None:
            return answer_state(match_id, device, code)
        return Response(written_view(appended.match, appended.sheet, appended.result), status=code)


class PreviewView(TableView):
    """What an entry would do."""

    @extend_schema(
        summary="试算一条记录（不保存）",
        description="回答写下这一条后双方的级数、在台方、这一副的结算及理由、判罚的步骤。",
        request=PreviewSerializer,
        responses={
            200: OpenApiResponse(dict, description="试算的结果"),
            400: PROBLEM,
            401: PROBLEM,
            403: PROBLEM,
            404: PROBLEM,
            409: PROBLEM,
        },
    )
    def post(self, request: Request, match_id: int) -> Response:
        """Settle without storing."""
        body, device = checked(PreviewSerializer, request), device_of(request)
        match = match_or_404(match_id, device)
        table_rights.refuse_chiefs_entry(match_id, body["payload"], device)
        return Response(preview_entry(match, body["payload"], actor_of(request)))


class ConfirmView(TableView):
    """The sides' confirmations."""

    @extend_schema(
        summary="一方确认成绩",
        description="双方都确认同一版记分表后，成绩成立并晋级。",
        request=ConfirmSerializer,
        responses={200: STATE, 400: PROBLEM, 401: PROBLEM, 403: PROBLEM, 404: PROBLEM, 409: PROBLEM},
    )
    def post(self, request: Request, match_id: int) -> Response:
        """Note that a side confirms this version."""
        body, device = checked(ConfirmSerializer, request), device_of(request)
        confirm_side(match_id, device, actor_of(request), body["side"], body["version"])
        return answer_state(match_id, device)
