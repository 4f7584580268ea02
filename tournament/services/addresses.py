"""The addresses phones in the hall can reach, and the one that stands on printed cards."""

import ipaddress
import json
import os
import socket
from pathlib import Path

import ifaddr
from django.conf import settings


def lan_addresses() -> list[str]:
    """IPv4 addresses of this machine that a phone in the hall can reach, the one of the default route first."""
    found = [str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    usable = [ip for ip in dict.fromkeys(found) if _is_usable(ip)]
    first = _default_route()
    return sorted(usable, key=lambda ip: ip != first)


def _is_usable(ip: str) -> bool:
    """Not this machine alone, not a self-assigned address."""
    address = ipaddress.ip_address(ip)
    return not (address.is_loopback or address.is_link_local)


def _default_route() -> str:
    """The address this machine would speak to the world with; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def urls(port: int) -> list[str]:
    """The addresses to type, the remembered one first where it still holds; this machine's own if it has no network."""
    found = [f"http://{ip}:{port}/" for ip in lan_addresses()] or [f"http://127.0.0.1:{port}/"]
    return sorted(found, key=lambda url: url != remembered())


def _file() -> Path:
    return Path(settings.DATA_DIR) / "address.json"


def remembered() -> str | None:
    """The address on the printed cards; before the first print, the one of the first start."""
    try:
        found = json.loads(_file().read_text(encoding="utf-8"))["address"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return found if isinstance(found, str) else None


def remember(url: str) -> None:
    """Keep the address that stands on cards from now on."""
    part = _file().with_suffix(".part")
    part.write_text(json.dumps({"address": url}), encoding="utf-8")
    os.replace(part, _file())


def changed_from(found: list[str]) -> str | None:
    """The remembered address if it no longer leads here, else None."""
    old = remembered()
    return old if old is not None and old not in found else None
