"""How the notice words things: days and hours, titles in balanced lines, headings with their number, full stops."""

from datetime import date, datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from .keypad import reader
from .match_words import ordinal

CLOSERS = "。！？：；….!?:;"  # noqa: RUF001
_ENDS = "院会处部局司厂委校系办科）"
_BEGINS = "（“《第"


def broken(title: str, most: int = 20) -> list[str]:
    """A title in lines of about the same length, broken where a name of a body ends or a bracket begins if one is near.

    `most` characters fit a line.
    """
    if len(title) <= most or reader() != "zh":
        return [title]
    lines = -(-len(title) // most)
    usual, least = len(title) // lines, len(title) - most * (lines - 1)
    near = sorted(range(max(2, least), min(most, len(title) - 2) + 1), key=lambda at: abs(at - usual))
    good = [at for at in near if title[at - 1] in _ENDS or title[at] in _BEGINS]
    at = (good or near)[0]
    return [title[:at], *broken(title[at:], most)]


def day_text(day: date, *, short: bool = False) -> str:
    """2011年11月25日; in Chinese 11月25日 if `short`."""
    facts = {"year": day.year, "month": day.month, "day": day.day}
    return ("%(month)d月%(day)d日" if short and reader() == "zh" else _("%(year)d年%(month)d月%(day)d日")) % facts


def moment_text(when: datetime, *, short: bool = False) -> str:
    """2011年11月25日13:10; a day that begins or ends at midnight is said without its hour."""
    local = timezone.localtime(when)
    hour = "" if f"{local:%H:%M}" in ("00:00", "23:59") else f"{local:%H:%M}"
    return ("" if reader() == "zh" else " ").join(filter(None, (day_text(local.date(), short=short), hour)))


def numbered_heading(number: int, heading: str) -> str:
    """一、比赛时间; in English 1. Time."""
    return f"{ordinal(number)}、{heading}" if reader() == "zh" else f"{number}. {heading}"


def paragraph(text: str) -> str:
    """Several lines as one paragraph."""
    return "".join(ended(line) for line in text.splitlines() if line.strip())


def bare(line: str) -> str:
    """The line without the mark at its end."""
    return line.strip().rstrip("。.；;，,")


def ended(text: str) -> str:
    """The text with a full stop where it has no mark at its end."""
    text = text.strip()
    return text if not text or text[-1] in CLOSERS else text + _("。")
