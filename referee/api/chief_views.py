"""REST for the chief referee: sessions with their PIN, passes, devices, announcements."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from referee.models import TablePass, TableSession
from referee.services import announcements, passes, sessions
from referee.services.announcements import AnnouncementRow, announcement_view
from tournament.models import PlayTable, Tournament

from .pass_serializers import AnnouncementSerializer, EmptySerializer, PassSerializer, SessionSerializer
from .permissions import IsChief, actor_of
from .views import PROBLEM, TableView, checked

REFUSED = dict.fromkeys((400, 403, 404, 409), PROBLEM)
SESSION = OpenApiResponse(
    dict, description="session：开着的时段（id、name、pin、opened_at、opened_by），没有则为 null。"
)
PASSES = OpenApiResponse(dict, description="passes：在用的通行证（id、token、path、tables、devices）。")
DEVICES = OpenApiResponse(
    dict, description="devices：本时段的设备（id、name、tables、holds、joined_at、seen_at、unsent、state）。"
)
TOLD = OpenApiResponse(dict, description="announcements：最近的公告，各有 acknowledged（已读）和 waiting（未读）。")


class ChiefView(TableView):
    """What only the chief referee does."""

    permission_classes = [IsChief]

    def tournament(self, slug: str) -> Tournament:
        """The tournament of the address."""
        found = Tournament.objects.filter(slug=slug).first()
        if found is None:
            raise Http404
        return found


class SessionView(ChiefView):
    """The session open now."""

    @extend_schema(summary="开着的时段和 PIN", responses={200: SESSION, 403: PROBLEM, 404: PROBLEM})
    def get(self, request: Request, slug: str) -> Response:
        """The session, or null."""
        return Response({"session": session_view(sessions.session_of(self.tournament(slug)))})

    @extend_schema(summary="开始一个时段（新的 PIN）", request=SessionSerializer, responses={201: SESSION, **REFUSED})
    def post(self, request: Request, slug: str) -> Response:
        """Open one."""
        body = checked(SessionSerializer, request)
        made = sessions.open_session(self.tournament(slug), actor_of(request), body["name"])
        return Response({"session": session_view(made)}, status=status.HTTP_201_CREATED)

    @extend_schema(summary="结束时段：设备须用新的 PIN 重新加入", responses={200: SESSION, **REFUSED})
    def delete(self, request: Request, slug: str) -> Response:
        """Close it."""
        sessions.close_session(self.tournament(slug), actor_of(request))
        return Response({"session": None})


class PinView(ChiefView):
    """Another PIN."""

    @extend_schema(
        summary="换 PIN（已加入的设备不受影响）", request=EmptySerializer, responses={200: SESSION, **REFUSED}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Change the PIN of the session open now."""
        checked(EmptySerializer, request)
        return Response({"session": session_view(sessions.renew_pin(self.tournament(slug), actor_of(request)))})


class PassesView(ChiefView):
    """Passes of a tournament."""

    @extend_schema(summary="在用的通行证", responses={200: PASSES, 403: PROBLEM, 404: PROBLEM})
    def get(self, request: Request, slug: str) -> Response:
        """Those in force."""
        rows = passes.pass_rows(self.tournament(slug))
        return Response({"passes": [pass_view(row.table_pass, row.tables, row.devices) for row in rows]})

    @extend_schema(
        summary="做通行证：一张开几桌，或每桌一张", request=PassSerializer, responses={201: PASSES, **REFUSED}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Make one for some tables, or one for each table without."""
        body, held = checked(PassSerializer, request), self.tournament(slug)
        if body.get("each"):
            made = passes.make_each(held, actor_of(request))
        else:
            made = [passes.make_pass(held, body["tables"], actor_of(request))]
        rows = [pass_view(one, sorted(one.tables.all(), key=lambda table: table.number), 0) for one in made]
        return Response({"passes": rows}, status=status.HTTP_201_CREATED)


class RevokePassView(ChiefView):
    """Taking a pass back."""

    @extend_schema(summary="收回通行证（立即生效）", request=EmptySerializer, responses={200: PASSES, **REFUSED})
    def post(self, request: Request, pass_id: int) -> Response:
        """Take it back; the answer lists what is still in force."""
        checked(EmptySerializer, request)
        gone = passes.revoke_pass(pass_id, actor_of(request))
        rows = passes.pass_rows(gone.tournament)
        return Response({"passes": [pass_view(row.table_pass, row.tables, row.devices) for row in rows]})


class DevicesView(ChiefView):
    """Devices of the session."""

    @extend_schema(summary="本时段的设备", responses={200: DEVICES, 403: PROBLEM, 404: PROBLEM})
    def get(self, request: Request, slug: str) -> Response:
        """Those that joined, with last contact and what is unsent."""
        return Response({"devices": [asdict(row) for row in passes.devices_of(self.tournament(slug))]})


class RevokeDeviceView(ChiefView):
    """Letting one device in no more."""

    @extend_schema(summary="收回一台设备（立即生效）", request=EmptySerializer, responses={200: DEVICES, **REFUSED})
    def post(self, request: Request, device_id: UUID) -> Response:
        """Take it back; the answer lists the session's devices."""
        checked(EmptySerializer, request)
        gone = passes.revoke_device(device_id, actor_of(request))
        return Response({"devices": [asdict(row) for row in passes.devices_of(gone.table_pass.tournament)]})


class AnnouncementsView(ChiefView):
    """Announcements."""

    @extend_schema(summary="最近的公告和回执", responses={200: TOLD, 403: PROBLEM, 404: PROBLEM})
    def get(self, request: Request, slug: str) -> Response:
        """The last ones."""
        rows = announcements.listed(self.tournament(slug))
        return Response({"announcements": [told_view(row) for row in rows]})

    @extend_schema(summary="发公告：全体或一桌", request=AnnouncementSerializer, responses={201: TOLD, **REFUSED})
    def post(self, request: Request, slug: str) -> Response:
        """Say something; the answer lists the last ones."""
        body, held = checked(AnnouncementSerializer, request), self.tournament(slug)
        announcements.announce(held, body["text"], actor_of(request), body["table"])
        rows = [told_view(row) for row in announcements.listed(held)]
        return Response({"announcements": rows}, status=status.HTTP_201_CREATED)


def session_view(session: TableSession | None) -> dict[str, Any] | None:
    """A session for a screen."""
    if session is None:
        return None
    return {
        "id": session.pk,
        "name": session.name,
        "pin": session.pin,
        "opened_at": session.opened_at.isoformat(),
        "opened_by": session.opened_by.display_name if session.opened_by else "",
    }


def pass_view(one: TablePass, tables: Sequence[PlayTable], devices: int) -> dict[str, Any]:
    """A pass for a screen."""
    numbers = [table.number for table in tables]
    return {"id": one.pk, "token": one.token, "path": f"/t/{one.token}/", "tables": numbers, "devices": devices}


def told_view(row: AnnouncementRow) -> dict[str, Any]:
    """An announcement with who has read it."""
    return {
        **announcement_view(row.announcement),
        "acknowledged": [{"name": one.device.name, "at": one.at.isoformat()} for one in row.acknowledged],
        "waiting": [
            {"name": one.name, "tables": sorted(table.number for table in one.table_pass.tables.all())}
            for one in row.waiting
        ],
    }
