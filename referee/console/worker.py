"""The console's service worker: which files it keeps, and the version that changes with any of them."""

import hashlib
import json
from functools import lru_cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

FOLDERS = ("js/console", "js/join")
FILES = ("css/console.css", "css/join.css", "img/icon.svg")
VERSION_HEADER = "X-Console-Version"


@require_safe
@never_cache
def worker(request: HttpRequest) -> HttpResponse:
    """The script; a browser compares it with the one it has, so that a new version takes over by itself."""
    nothing = {
        "title": _("没有网络"),
        "text": _("这一页没有在这部手机上打开过，没有网络时打不开。已记的内容都还在。打开过的场次："),
    }
    facts = {
        "version": console_version(),
        "shell": json.dumps([static(name) for name in shell_files()]),
        "nothing": json.dumps(nothing),
    }
    response = render(request, "console/worker.js", facts, content_type="text/javascript; charset=utf-8")
    response["Vary"] = "Cookie, Accept-Language"
    return response


@lru_cache(maxsize=1)
def shell_files() -> tuple[str, ...]:
    """The names of all static files the console's pages use."""
    names = [f"{folder}/{path.name}" for folder in FOLDERS for path in sorted(_found(folder).glob("*.js"))]
    return (*names, *FILES)


@lru_cache(maxsize=1)
def console_version() -> str:
    """Changes with the content of any of the files."""
    digest = hashlib.sha256()
    for name in shell_files():
        digest.update(name.encode() + _found(name).read_bytes())
    return digest.hexdigest()[:16]


def kept_by_worker(response: HttpResponse) -> HttpResponse:
    """Mark a page the worker may keep for a reload without a network, with the version of the files it was made for."""
    response[VERSION_HEADER] = console_version()
    return response


def _found(name: str) -> Path:
    return Path(str(finders.find(name)))
