"""What a department's contact needs of the notice: who may enter, how, what is asked of them, whom to ask."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.models import Tournament

_TEXTS: Mapping[str, str] = {
    "eligibility": gettext_noop("参赛对象"),
    "entry_place": gettext_noop("报名地点"),
    "entry_way": gettext_noop("报名办法"),
    "requirements": gettext_noop("纪律和要求"),
}


def essentials_of(tournament: Tournament) -> list[tuple[str, str]]:
    """Label and text of those that `Tournament.details` gives, in the notice's order; lists are joined."""
    details = tournament.details if isinstance(tournament.details, dict) else {}
    rows = [(_(label), _text(details.get(key))) for key, label in _TEXTS.items()]
    rows.append((_("联系人"), _contacts(details.get("contacts"))))
    return [(label, text) for label, text in rows if text]


def _text(value: Any) -> str:
    if isinstance(value, list):
        return "\n".join(one for one in value if isinstance(one, str))
    return value if isinstance(value, str) else ""


def _contacts(value: Any) -> str:
    people = [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
    return _("、").join(" ".join(str(one[key]) for key in ("name", "phone") if one.get(key)) for one in people)
