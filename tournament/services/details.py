"""What a notice says beyond the tournament's columns: one validated document, `Tournament.details`."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal, Self

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from tournament.models import Tournament

from .refusal import Refusal

MAX_ROWS = 60
MAX_PLACE = 512
MAX_MINUTES = 600
Line = Annotated[str, StringConstraints(max_length=200)]
Named = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Text = Annotated[str, StringConstraints(max_length=4000)]
Minutes = Annotated[int, Field(ge=0, le=MAX_MINUTES)]
Role = Literal[
    "chair", "arbitration-chair", "arbitration", "chief", "deputy-chief", "referees", "service", "venue", "other"
]
LateFrom = Literal["", "slot", "announced", "chief"]

ROLES: Mapping[str, str] = {
    "chair": gettext_noop("执行主席"),
    "arbitration-chair": gettext_noop("仲裁组主任"),
    "arbitration": gettext_noop("仲裁组"),
    "chief": gettext_noop("裁判长"),
    "deputy-chief": gettext_noop("副裁判长"),
    "referees": gettext_noop("裁判员"),
    "service": gettext_noop("服务组"),
    "venue": gettext_noop("场地组"),
}
LATE_FROM: Mapping[str, str] = {
    "slot": gettext_noop("赛程上的开始时间"),
    "announced": gettext_noop("宣布比赛开始的时刻"),
    "chief": gettext_noop("赛程或裁判长通知的时间"),
}
LABELS: Mapping[str, str] = {
    "organisers": gettext_noop("承办单位"),
    "co_organisers": gettext_noop("协办单位"),
    "purpose": gettext_noop("办赛目的"),
    "places": gettext_noop("其他地点"),
    "eligibility": gettext_noop("参赛对象"),
    "preliminaries": gettext_noop("预赛"),
    "entry_place": gettext_noop("报名地点"),
    "entry_way": gettext_noop("报名办法"),
    "contacts": gettext_noop("联系人"),
    "check_in_minutes": gettext_noop("提前到场"),
    "late_minutes": gettext_noop("迟到弃权"),
    "late_from": gettext_noop("迟到从何时算起"),
    "requirements": gettext_noop("纪律和要求"),
    "prizes": gettext_noop("按名次奖励"),
    "participation": gettext_noop("参与奖"),
    "officials": gettext_noop("工作人员"),
    "appeals": gettext_noop("受理申诉"),
    "interpretation": gettext_noop("解释权"),
    "agenda": gettext_noop("日程"),
    "attachments": gettext_noop("附件"),
    "notice": gettext_noop("通知文字"),
}


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Place(_Data):
    """A further place and what it is used for."""

    name: Named
    use: Line = ""


class Contact(_Data):
    """Whom to ask."""

    name: Named
    phone: Annotated[str, StringConstraints(max_length=40)] = ""
    note: Line = ""


class Prize(_Data):
    """What the places `first` … `last` are called and get; joint thirds are 3 to 4."""

    first: Annotated[int, Field(ge=1, le=MAX_PLACE)]
    last: Annotated[int, Field(ge=1, le=MAX_PLACE)]
    title: Named
    award: Line = ""

    @model_validator(mode="after")
    def _rising(self) -> Self:
        if self.last < self.first:
            raise ValueError("“到第几名”不能小于“从第几名”")
        return self


class Official(_Data):
    """An office and who holds it; without names it is still to be named. `title` is given where the role is other."""

    role: Role
    title: Line = ""
    names: Annotated[tuple[Named, ...], Field(max_length=MAX_ROWS)] = ()


class AgendaItem(_Data):
    """Something on the programme beside the matches: a captains' meeting, the draw, a ceremony; who must attend."""

    at: AwareDatetime | None = None
    what: Named
    place: Line = ""
    attend: Line = ""


class Edited(_Data):
    """A part of the notice written by hand; `basis` is the digest of the text made of the data when it was written."""

    key: Annotated[str, StringConstraints(pattern=r"^[a-z]{1,20}$")]
    heading: Line = ""
    text: Text = ""
    basis: Annotated[str, StringConstraints(max_length=64)] = ""


class NoticePaper(_Data):
    """What the printed notice has beside its facts: red head, number, recipients, signature, date, edited parts."""

    red_head: bool = False
    number: Annotated[str, StringConstraints(max_length=60)] = ""
    recipients: Line = ""
    signature: Line = ""
    dated: date | None = None
    edited: Annotated[tuple[Edited, ...], Field(max_length=MAX_ROWS)] = ()


class Details(_Data):
    """All of it; every fact may be missing. Minutes left empty (None) follow the ruleset."""

    organisers: Annotated[tuple[Named, ...], Field(max_length=MAX_ROWS)] = ()
    co_organisers: Annotated[tuple[Named, ...], Field(max_length=MAX_ROWS)] = ()
    purpose: Text = ""
    places: Annotated[tuple[Place, ...], Field(max_length=MAX_ROWS)] = ()
    eligibility: Text = ""
    preliminaries: Text = ""
    entry_place: Line = ""
    entry_way: Text = ""
    contacts: Annotated[tuple[Contact, ...], Field(max_length=MAX_ROWS)] = ()
    check_in_minutes: Minutes | None = None
    late_minutes: Minutes | None = None
    late_from: LateFrom = ""
    requirements: Annotated[tuple[Text, ...], Field(max_length=MAX_ROWS)] = ()
    prizes: Annotated[tuple[Prize, ...], Field(max_length=MAX_ROWS)] = ()
    participation: Line = ""
    officials: Annotated[tuple[Official, ...], Field(max_length=MAX_ROWS)] = ()
    appeals: Line = ""
    interpretation: Line = ""
    agenda: Annotated[tuple[AgendaItem, ...], Field(max_length=MAX_ROWS)] = ()
    attachments: Annotated[tuple[Named, ...], Field(max_length=MAX_ROWS)] = ()
    notice: NoticePaper = NoticePaper()

    def document(self) -> dict[str, Any]:
        """What is stored: JSON, without what was not said."""
        return self.model_dump(mode="json", exclude_defaults=True)


def details_of(tournament: Tournament) -> Details:
    """The details of a tournament as they are stored."""
    return Details.model_validate(tournament.details)


def changed(details: Details, changes: Mapping[str, Any]) -> Details:
    """The details with these fields replaced; one that breaks the document is refused at its field."""
    try:
        return Details.model_validate({**details.model_dump(), **changes})
    except ValidationError as error:
        raise _refusal(error) from error


def role_title(official: Official) -> str:
    """What an office is called, in the reader's language where the role is a known one."""
    return official.title or _(ROLES.get(official.role, official.role))


def _refusal(error: ValidationError) -> Refusal:
    first = error.errors()[0]
    at = str(first["loc"][0]) if first["loc"] else ""
    row = next((str(part + 1) for part in first["loc"][1:] if isinstance(part, int)), "")
    what = _(LABELS[at]) if at in LABELS else at
    if row:
        message = _("“%(what)s”第 %(row)s 行不合要求，请检查这一行有没有漏填、太长或数字不对。") % {
            "what": what,
            "row": row,
        }
    else:
        message = _("“%(what)s”不合要求：文字太长，或者数字不在 0 到 600 之间。") % {"what": what}
    return Refusal(message, code="bad-details", at=at)
