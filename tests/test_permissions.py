"""Who may do what: every address of the project × method × role, in one table; an address without a row fails."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests import factories
from tournament.models import Account, Department, Match, Stage, Team, Tournament

ROLES = ("nobody", "office", "chief")
METHODS = ("get", "post", "put", "delete")

# What each role gets for GET, POST, PUT, DELETE. "open" = the view answers (2xx, 3xx to elsewhere, or 400 for an empty
# form), "login" = sent to sign in, "no" = 403, "never" = 405 for everybody who may come in at all.
OPEN, LOGIN, NO, NEVER = "open", "login", "no", "never"
Row = dict[str, tuple[str, str, str]]
_OFFICE: Row = {
    "get": (LOGIN, OPEN, NO), "post": (LOGIN, OPEN, NO), "put": (NEVER, NEVER, NEVER), "delete": (NEVER, NEVER, NEVER),
}  # fmt: skip
_READ: Row = {**_OFFICE, "post": (NEVER, NEVER, NEVER)}
_ACT: Row = {**_OFFICE, "get": (NEVER, NEVER, NEVER)}
_SHARED: Row = {**_READ, "get": (LOGIN, OPEN, OPEN)}
_CHIEF: Row = {**_READ, "get": (LOGIN, NO, OPEN)}
_CHIEF_ACT: Row = {**_ACT, "post": (LOGIN, NO, OPEN)}
_PUBLIC: Row = {**_READ, "get": (OPEN, OPEN, OPEN)}
_API_READ: Row = {
    "get": (NO, NO, OPEN), "post": (NO, NO, NEVER), "put": (NO, NO, NEVER), "delete": (NO, NO, NEVER),
}  # fmt: skip
_API_ACT: Row = {**_API_READ, "get": (NO, NO, NEVER), "post": (NO, NO, OPEN)}

TABLE: dict[str, Row] = {
    "login": {**_PUBLIC, "post": (OPEN, OPEN, OPEN), "put": (OPEN, OPEN, OPEN)},
    "office:home": _SHARED,
    "office:create": _OFFICE,
    "office:create-from": _ACT,
    "office:tournament": _SHARED,
    "office:facts": _OFFICE,
    "office:entries": _READ,
    "office:team-add": _ACT,
    "office:team-paste": _ACT,
    "office:team": _OFFICE,
    "office:team-remove": _ACT,
    "office:department-add": _ACT,
    "office:department": _OFFICE,
    "office:department-remove": _ACT,
    "office:draw": _READ,
    "office:draw-seed": _ACT,
    "office:draw-typed": _ACT,
    "office:draw-undo": _ACT,
    "office:schedule": _OFFICE,
    "office:move": _OFFICE,
    "office:day": _SHARED,
    "office:lot": _CHIEF_ACT,
    "office:print": _READ,
    "office:publish": _OFFICE,
}
