"""The address others can reach this server at, for links and QR codes on paper."""

import ipaddress

from django.http import HttpRequest

from tournament.services.addresses import remembered


def server_address(request: HttpRequest) -> str:
    """http://…/: by the office's own name for this machine, unless that is only local and a better one is known."""
    known = remembered()
    return known if known and _is_local(request) else request.build_absolute_uri("/")


def _is_local(request: HttpRequest) -> bool:
    host = request.get_host().rsplit(":", 1)[0].strip("[]")
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
