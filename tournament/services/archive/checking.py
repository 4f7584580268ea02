"""What an archive says came of it, against what its own draws and score sheets give."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.services.standings import stage_standing
from tournament.services.verify import differences

from ..spoken import running
from . import document as doc
from . import places

MOST = 3


def refuse_differences(made: Tournament, archive: doc.Archive) -> None:
    """Refuse, naming the match, slot or group, where anything computed is not what the file stored."""
    found = differences(made)
    if found:
        more = _("（共 %(count)d 处不同）") % {"count": len(found)} if len(found) > MOST else ""
        message = _("存档里的结果与重新计算的不同，没有导入：%(found)s%(more)s")
        raise places.refuse("", message % {"found": running(found[:MOST]), "more": more}, code="archive-differs")
    for at, sentence in _standings(made, archive):
        raise places.refuse(at, sentence, code="archive-differs")


def _standings(made: Tournament, archive: doc.Archive) -> Iterator[tuple[str, str]]:
    for index, (stage, plan) in enumerate(zip(made.stages.order_by("number"), archive.stages, strict=True)):
        computed = stage_standing(stage)
        if extra := sorted(plan.standings.keys() ^ computed.keys()):
            yield f"stages[{index}].standings", _("名次表与分组不符：%(groups)s。") % {"groups": _("、").join(extra)}
        for group, found in computed.items():
            wanted = {"rows": found["rows"], "open_ties": found["open_ties"]}
            if _plain(plan.standings[group]) != _plain(wanted):
                facts = {"stage": stage.name, "group": group}
                message = _("%(stage)s%(group)s组的名次与重新计算的不同，没有导入。") % facts
                yield f"stages[{index}].standings.{group}", message


def _plain(standing: Any) -> Any:
    """The standing as JSON would bring it back."""
    if isinstance(standing, dict):
        return {str(key): _plain(value) for key, value in standing.items()}
    if isinstance(standing, list | tuple):
        return [_plain(value) for value in standing]
    return standing
