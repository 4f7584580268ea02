"""The address others can reach this server at, for links and QR codes on paper."""

import ipaddress
from urllib.parse import urlsplit

from django.http import HttpRequest

from tournament.services.addresses import remembered, urls


def server_address(request: HttpRequest, *, anew: bool = False) -> str:
    """http://…/: by the office's own name for this machine; if that is only local, the one known, else the LAN's.

    `anew` leaves out the one known: what is printed now must hold on the network of now.
    """
    here = request.build_absolute_uri("/")
    parts = urlsplit(here)
    if not _is_local(parts.hostname or ""):
        return here
    known = None if anew else remembered()
    return known or urls(parts.port or int(request.get_port()))[0]


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
