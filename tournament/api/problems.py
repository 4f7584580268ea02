"""Errors of the REST interface as problem objects (RFC 9457): every one carries a Chinese sentence for a person.

A problem is `{"type", "title", "status", "detail", "code", "at", …}`: `detail` is the sentence, `code` is stable for
programs, `at` names the place (`payload.table_points`, empty for the whole request). Further keys (`since` of a stale
write) are what the other side needs to mend it.
"""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from scoring.errors import ScoringError
from tournament.services.refusal import Refusal
from tournament.services.spoken import said

CONTENT_TYPE = "application/problem+json"


def problem(status: int, code: str, detail: str, *, at: str = "", **more: Any) -> dict[str, Any]:
    """One problem object; `more` are its further members."""
    title = HTTPStatus(status).phrase
    return {"type": "about:blank", "title": title, "status": status, "detail": detail, "code": code, "at": at, **more}


def problem_handler(exc: Exception, context: Mapping[str, Any]) -> Response | None:
    """Turn what a view raised into a problem; None for what no caller can mend (then it is a fault of the program)."""
    found = _problem_of(exc)
    if found is None:
        return None
    headers = {"Cache-Control": "no-store, private"}
    if wait := getattr(exc, "wait", None):
        headers["Retry-After"] = str(int(wait))
    if found["status"] == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Pass"
    return Response(found, status=found["status"], headers=headers, content_type=CONTENT_TYPE)


def _problem_of(exc: Exception) -> dict[str, Any] | None:
    """The problem of an exception, or None."""
    if isinstance(exc, Refusal):
        return problem(exc.status, exc.code, _named(exc.at, exc.message), at=exc.at, **exc.detail)
    if isinstance(exc, ScoringError):
        return problem(400, "rules", _named(exc.at, said(exc.message)), at=exc.at)
    if isinstance(exc, exceptions.ValidationError):
        at, sentence = first_error(exc.detail)
        return problem(400, "invalid", sentence, at=at)
    for kind, status, code, sentence in _plain():
        if isinstance(exc, kind) and (code != "csrf" or "CSRF" in str(exc)):
            return problem(status, code, sentence)
    if isinstance(exc, exceptions.APIException):
        return problem(exc.status_code, "refused", str(exc.detail))
    return None


def _named(at: str, sentence: str) -> str:
    """The sentence with its field in front, where it does not name it itself."""
    field = at.rpartition(".")[2]
    word = _field_words().get(field)
    if word is None or field in sentence or word in sentence:
        return sentence
    return _("%(word)s（%(field)s）：%(sentence)s") % {"word": word, "field": field, "sentence": sentence}


def _field_words() -> dict[str, str]:
    """What a person calls the fields of an entry."""
    return {
        "type": _("记录种类"),
        "declarer": _("庄家方"),
        "table_points": _("台面分"),
        "kitty_points": _("底牌分"),
        "capture": _("抠底"),
        "capture_level_card": _("级牌抠底"),
        "kitty_jokers": _("底牌里的王"),
        "dry_kitty": _("干锅"),
        "special_bid": _("亮红五"),
        "result": _("这一副的结果"),
        "replaces": _("补记的副"),
        "side": _("哪一方"),
        "offence": _("违例"),
        "count": _("张数或次数"),
        "player": _("队员"),
        "effect": _("酌定的处罚"),
        "hand": _("哪一副"),
        "entry": _("要划去的条目"),
        "reason": _("原因"),
        "minutes": _("分钟"),
        "text": _("内容"),
        "winner": _("胜方"),
        "cards_drawn": _("牌已摸在手"),
        "at": _("时间"),
    }


def _plain() -> list[tuple[type[Exception], int, str, str]]:
    """Exceptions that always mean the same: kind, status, code, sentence (the first that fits)."""
    return [
        (exceptions.NotAuthenticated, 403, "not-signed-in", _("尚未登录或登录已过期：请重新登录，填好的内容会保留。")),
        (exceptions.AuthenticationFailed, 403, "not-signed-in", _("登录无效：请重新登录。")),
        (exceptions.PermissionDenied, 403, "csrf", _("页面的安全标记已过期：请刷新页面后再提交。")),
        (exceptions.PermissionDenied, 403, "not-allowed", _("这个账号不能做这件事：只有裁判长可以。")),
        (PermissionDenied, 403, "not-allowed", _("这个账号不能做这件事：只有裁判长可以。")),
        (Http404, 404, "not-found", _("没有这一场比赛，或它已被撤销。")),
        (exceptions.NotFound, 404, "not-found", _("没有这一场比赛，或它已被撤销。")),
        (exceptions.ParseError, 400, "not-json", _("请求内容不是合法的 JSON：应为一个 UTF-8 编码的 JSON 对象。")),
        (exceptions.UnsupportedMediaType, 415, "not-json", _("请求内容的类型不对：应为 application/json。")),
        (exceptions.NotAcceptable, 406, "only-json", _("这个地址只回答 application/json。")),
        (exceptions.MethodNotAllowed, 405, "method", _("这个地址不接受这种请求方法。")),
        (exceptions.Throttled, 429, "too-often", _("请求太频繁：请稍候再试。")),
    ]


def first_error(detail: Any, at: str = "") -> tuple[str, str]:
    """The first error of a validation detail: its place and its sentence."""
    if isinstance(detail, Mapping):
        key, inner = next(iter(detail.items()))
        whole = key == "non_field_errors"
        return first_error(inner, at if whole else f"{at}.{key}" if at else str(key))
    if isinstance(detail, Sequence) and not isinstance(detail, str):
        return first_error(detail[0], at)
    return at, str(detail)
