"""The address others can reach this server at, for links and QR codes on paper."""

import ipaddress
from urllib.parse import urlsplit

from django.http import HttpRequest

from tournament.services.addresses import remembered, urls


def server_address(request: HttpRequest) -> str:
    """http://…/: by the office's own name for this machine; if that is only local, the one known, else the LAN's."""
    here = request.build_absolute_uri("/")
    parts = urlsplit(here)
    if not _is_local(parts.hostname or ""):
        return here
    return remembered() or urls(parts.port or int(request.get_port()))[0]


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
