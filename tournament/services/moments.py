"""Days and hours as the reader's language writes them."""

from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _


def day_text(day: date) -> str:
    """2011年11月24日."""
    return date_format(day, "DATE_FORMAT")


def moment_text(moment: datetime) -> str:
    """2011年11月24日 09:00."""
    local = timezone.localtime(moment)
    return f"{day_text(local)} {local:%H:%M}"


def short_moment_text(moment: datetime) -> str:
    """The same without the year: 11月24日 09:00."""
    local, form = timezone.localtime(moment), _("n月j日")
    return f"{date_format(local, form)} {local:%H:%M}"
