"""The printed table cards of a tournament's passes, and the address that stands on them."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.services.passes import names_of, pass_rows
from tournament.documents.frame import Frame
from tournament.documents.table_cards import TableCard, draw_table_cards
from tournament.models import Tournament
from tournament.services import addresses
from tournament.services.data_version import data_version
from tournament.services.refusal import Refusal
from tournament.services.typography import full_width
from tournament.views.server_address import server_address


def table_cards(request: HttpRequest, tournament: Tournament) -> bytes:
    """The PDF of all passes in force; the address on them is kept, so that `serve` tells when it no longer holds."""
    rows = pass_rows(tournament)
    if not rows:
        raise Refusal(_("还没有通行证：先给每桌做一张，再打印桌卡。"), code="no-pass")
    root = server_address(request, anew=True)
    cards = [
        TableCard(names_of(row.tables), root.rstrip("/") + reverse("join:card", args=[row.table_pass.token]))
        for row in rows
    ]
    frame = Frame(full_width(tournament.name), _("桌卡"), timezone.localtime(), data_version(tournament))
    pdf = draw_table_cards(frame, cards, root.rstrip("/") + reverse("join:home"))
    addresses.remember(root)
    return pdf
