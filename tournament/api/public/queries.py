"""What can be asked for in an address: filters and pages; an unknown or impossible one is refused by name."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.request import Request

from tournament.services.later import later

PAGE_SIZE, MOST_PAGE_SIZE = 50, 200
LARGEST = 2_000_000_000
STATUSES = ("scheduled", "playing", "last-hand", "tied", "finished", "confirmed", "verified")


def _said(sentence: Any) -> dict[str, Any]:
    codes = ("invalid", "min_value", "max_value", "max_string_length", "invalid_choice", "blank", "max_length", "date")
    return dict.fromkeys((*codes, "null_characters_not_allowed", "null", "datetime"), sentence)


def _whole(name: str, largest: int = LARGEST) -> serializers.IntegerField:
    """A whole number from 1."""
    sentence = later(lambda: _("%(name)s 应为 1 到 %(largest)d 的整数。") % {"name": name, "largest": largest})
    return serializers.IntegerField(min_value=1, max_value=largest, required=False, error_messages=_said(sentence))


class Query(serializers.Serializer[dict[str, Any]]):
    """The page asked for; each list adds its own filters."""

    page = _whole("page")
    page_size = _whole("page_size", MOST_PAGE_SIZE)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Refuse unknown names before anything else."""
        if unknown := sorted(set(map(str, data)) - set(self.fields)):
            facts = {"found": _("、").join(unknown), "allowed": _("、").join(self.fields)}
            sentence = _("地址里有不认识的参数 %(found)s，可用的有：%(allowed)s。") % facts
            raise serializers.ValidationError({"non_field_errors": [sentence]})
        value: dict[str, Any] = super().to_internal_value(data)
        return value


class TournamentQuery(Query):
    """Tournaments by a part of their name."""

    search = serializers.CharField(
        max_length=100, required=False, error_messages=_said(gettext_lazy("search 应为 1 到 100 个字。"))
    )


class TeamQuery(TournamentQuery):
    """Teams by department or by a part of the team's or department's name."""

    department = _whole("department")


class MatchQuery(Query):
    """Matches by what the lists show of them."""

    department = _whole("department")
    team = _whole("team")
    table = _whole("table")
    round = _whole("round")
    date = serializers.DateField(required=False, error_messages=_said(gettext_lazy("date 应为日期，如 2011-11-25。")))
    group = serializers.CharField(
        max_length=4, required=False, error_messages=_said(gettext_lazy("group 应为组名，如 A。"))
    )


class FixtureQuery(MatchQuery):
    """Fixtures also by status, once results are published."""

    status = serializers.ChoiceField(
        choices=STATUSES,
        required=False,
        error_messages=_said(later(lambda: _("status 应为 %(all)s 之一。") % {"all": _("、").join(STATUSES)})),
    )


def read(kind: type[Query], request: Request) -> dict[str, Any]:
    """What the address asks for, checked."""
    return dict(kind().run_validation(request.query_params.dict()))


def page_of(rows: Sequence[Mapping[str, Any]], asked: Mapping[str, Any], request: Request) -> dict[str, Any]:
    """One page of the rows: `count` of all, `next` and `previous` as addresses, `results`. Past the end it is empty."""
    number, size = asked.get("page", 1), asked.get("page_size", PAGE_SIZE)
    last = max(1, -(-len(rows) // size))
    return {
        "count": len(rows),
        "next": _address(request, number + 1) if number < last else None,
        "previous": _address(request, min(number - 1, last)) if number > 1 else None,
        "results": list(rows[(number - 1) * size : number * size]),
    }


def _address(request: Request, number: int) -> str:
    query = request.query_params.copy()
    query["page"] = str(number)
    return str(request.build_absolute_uri(f"{request.path}?{query.urlencode()}"))
