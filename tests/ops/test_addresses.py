"""The addresses in the hall, the one on printed cards, and the port."""

import socket
from types import SimpleNamespace

import pytest

from tournament.management.commands import serve
from tournament.services import addresses


@pytest.fixture
def network(settings, tmp_path, monkeypatch):
    """A machine with these addresses, the second on the default route."""
    settings.DATA_DIR = tmp_path

    def have(*ips: str) -> None:
        adapters = [SimpleNamespace(ips=[SimpleNamespace(ip=ip, is_IPv4=True)]) for ip in ips]
        adapters.append(SimpleNamespace(ips=[SimpleNamespace(ip=("fe80::1", 0, 0), is_IPv4=False)]))
        monkeypatch.setattr(addresses.ifaddr, "get_adapters", lambda: adapters)
        monkeypatch.setattr(addresses, "_default_route", lambda: ips[1] if len(ips) > 1 else "")

    return have


def test_every_address_a_phone_can_reach_is_listed_the_default_route_first(network):
    network("192.168.137.1", "10.0.0.5", "127.0.0.1", "169.254.3.4")
    assert addresses.urls(8000) == ["http://10.0.0.5:8000/", "http://192.168.137.1:8000/"]


def test_without_a_network_the_machine_itself_is_named(network):
    network("127.0.0.1")
    assert addresses.urls(8000) == ["http://127.0.0.1:8000/"]


def test_the_address_on_the_cards_comes_first_while_it_holds(network):
    network("192.168.137.1", "10.0.0.5")
    addresses.remember("http://192.168.137.1:8000/")
    found = addresses.urls(8000)
    assert found[0] == "http://192.168.137.1:8000/"
    assert addresses.changed_from(found) is None


def test_an_address_that_no_longer_leads_here_is_named(network):
    network("192.168.137.1", "10.0.0.5")
    addresses.remember("http://10.0.0.5:8000/")
    assert addresses.changed_from(addresses.urls(8001)) == "http://10.0.0.5:8000/"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"address": 5}'])
def test_an_unreadable_memory_is_no_memory(network, tmp_path, text):
    (tmp_path / "address.json").write_text(text, encoding="utf-8")
    assert addresses.remembered() is None


def test_this_machine_can_be_asked():
    assert isinstance(addresses.lan_addresses(), list)


def test_a_taken_port_gives_the_next_free_one():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert serve.free_port(port, "127.0.0.1") in range(port + 1, port + serve.LAST_PORT_TRIED)
    assert serve.free_port(65536, "127.0.0.1") is None
