"""REST for a device: join, its tables, take a table over, acknowledge an announcement, leave."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from referee.models import Device
from referee.services import announcements, holding, joining
from referee.services.at_table import tables_view
from referee.services.devices import known_device
from referee.services.match_state import pending_view, tag
from referee.services.pins import Visitor
from referee.services.visitors import remember_visitor, visitor_of

from .authentication import COOKIE
from .pass_serializers import EmptySerializer, JoinSerializer, PinSerializer
from .permissions import IsDevice
from .views import NOT_CHANGED, PROBLEM, STATE, TableView, answer_state, checked, match_or_404

JOINED = OpenApiResponse(dict, description="secret 只在这里给出一次；device 是本设备的编号，tables 是它的牌桌。")
TABLES = OpenApiResponse(dict, description="每张桌现在的场次、时钟、谁在记录；未读的公告。")
PENDING = OpenApiResponse(dict, description="还没有回执的公告。")


class DeviceView(TableView):
    """What a device does for itself."""

    permission_classes = [IsDevice]

    def device(self, request: Request) -> Device:
        """The device that calls."""
        assert isinstance(request.auth, Device)
        return request.auth


class JoinView(TableView):
    """Joining."""

    authentication_classes = []
    permission_classes = [AllowAny]

    @extend_schema(
        summary="加入：用桌卡的 token 或桌号，加 PIN 和姓名",
        description="三次输错 PIN，输错的设备等一分钟（429,Retry-After）；通行证和已打开的裁判台不受影响。",
        request=JoinSerializer,
        auth=[],
        responses={201: JOINED, **dict.fromkeys((400, 403, 404, 410, 429), PROBLEM)},
    )
    def post(self, request: Request) -> Response:
        """Let a device in and tell its secret."""
        body, visitor = checked(JoinSerializer, request), visitor_of(request._request)
        joined = join(body, visitor, known_device(request.COOKIES.get(COOKIE, "")))
        response = Response(joined_view(joined), status=status.HTTP_201_CREATED)
        remember_visitor(request._request, response)
        return response

    def handle_exception(self, exc: Exception) -> Response:
        """Also who typed a wrong PIN is known again the next time."""
        response: Response = super().handle_exception(exc)
        remember_visitor(self.request._request, response)
        return response


def join(body: dict[str, Any], visitor: Visitor, old: Device | None) -> joining.Joined:
    """By token where there is one, else by the table's number."""
    if "token" in body:
        return joining.join_by_token(body["token"], body["pin"], body["name"], visitor, old)
    return joining.join_by_table(body["table"], body["pin"], body["name"], visitor, old)


def joined_view(joined: joining.Joined) -> dict[str, Any]:
    """The answer to who joined."""
    return {
        "secret": joined.secret,
        "device": str(joined.device.pk),
        "name": joined.device.name,
        "tables": [{"number": table.number, "place": table.place} for table in joined.tables],
    }


class TablesView(DeviceView):
    """The device's tables."""

    @extend_schema(
        summary="本设备的牌桌：各桌现在的场次与时钟",
        description="带 ETag（剩余秒数不算变化）；未读的公告也在这里。",
        responses={200: TABLES, 304: NOT_CHANGED, 401: PROBLEM, 403: PROBLEM},
    )
    def get(self, request: Request) -> Response:
        """Answer 304 where nothing but time went on."""
        device = self.device(request)
        shown = {
            "name": device.name,
            "device": str(device.pk),
            "tables": tables_view(device),
            "announcements": pending_view(device),
        }
        mark = tag(_timeless(shown))
        if request.headers.get("If-None-Match") == mark:
            return Response(status=status.HTTP_304_NOT_MODIFIED, headers={"ETag": mark})
        return Response(shown, headers={"ETag": mark})


class TakeOverView(DeviceView):
    """Taking a table over."""

    @extend_schema(
        summary="接管：从现在起由本设备记录这一桌",
        description="需要 PIN。原来的设备变为只读，它没有上传的记录留在那台设备上。",
        request=PinSerializer,
        responses={200: STATE, **dict.fromkeys((400, 401, 403, 404, 429), PROBLEM)},
    )
    def post(self, request: Request, match_id: int) -> Response:
        """Write at the match's table from now on."""
        body, device = checked(PinSerializer, request), self.device(request)
        match = match_or_404(match_id, device)
        visitor = Visitor(device=str(device.pk), address=visitor_of(request._request).address)
        holding.take_over(match, body["pin"], device, visitor)
        return answer_state(match_id, device)


class AcknowledgeView(DeviceView):
    """Acknowledging an announcement."""

    @extend_schema(
        summary="公告已读",
        request=EmptySerializer,
        responses={200: PENDING, **dict.fromkeys((400, 401, 403, 404), PROBLEM)},
    )
    def post(self, request: Request, announcement_id: int) -> Response:
        """Note that this device has read it."""
        checked(EmptySerializer, request)
        device = self.device(request)
        announcements.acknowledge(announcement_id, device)
        return Response({"announcements": pending_view(device)})


class LeaveView(DeviceView):
    """Leaving."""

    @extend_schema(
        summary="离开：交还牌桌，本设备的凭据作废",
        request=EmptySerializer,
        responses={204: OpenApiResponse(description="已离开"), **dict.fromkeys((400, 401, 403), PROBLEM)},
    )
    def post(self, request: Request) -> Response:
        """Give the tables back."""
        checked(EmptySerializer, request)
        holding.leave(self.device(request))
        response = Response(status=status.HTTP_204_NO_CONTENT)
        response.delete_cookie(COOKIE, samesite="Lax")
        return response


def _timeless(shown: dict[str, Any]) -> dict[str, Any]:
    """The same without the seconds left: the deadline says it."""
    rows = [
        {**row, "match": {**row["match"], "clock": {**row["match"]["clock"], "seconds_left": None}}}
        if row["match"]
        else row
        for row in shown["tables"]
    ]
    return {**shown, "tables": rows}
