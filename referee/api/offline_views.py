"""The table interface, continued: what the console reads so that it can reckon without a network."""

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from referee.services.offline import offline_table

from .permissions import device_of
from .views import PROBLEM, TableView, match_or_404


class OfflineTableView(TableView):
    """Where the match stands, and what every hand from there would do."""

    @extend_schema(
        summary="从这一版起各副怎样结算（离线试算用）",
        description="对应 version 这一版记分表：position 是双方所在的级数，course 是各种牌局的升级、在台方和理由。",
        parameters=[OpenApiParameter("course", str, description="已有的 course_tag；相同时 course 为 null。")],
        responses={
            200: OpenApiResponse(dict, description="试算用的各表"),
            401: PROBLEM,
            403: PROBLEM,
            404: PROBLEM,
        },
    )
    def get(self, request: Request, match_id: int) -> Response:
        """Read afresh: a console asks once for each version of the sheet."""
        match = match_or_404(match_id, device_of(request))
        return Response(offline_table(match, request.query_params.get("course", "")))
