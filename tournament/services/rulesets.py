"""Ruleset versions: stored once by content, parsed once a process."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.models import RulesetVersion
from scoring.ruleset import (
    Ruleset,
    content_hash,
    for_stage,
    load_preset,
    parse_ruleset,
    preset_names,
    ruleset_document,
)

from .keypad import text_of
from .refusal import Refusal

_KEPT = 64  # parsed versions held in memory
_parsed: dict[str, Ruleset] = {}


def version_of(source: str | Mapping[str, Any]) -> RulesetVersion:
    """The stored version of a preset (by name) or of a whole ruleset document; made if it is new.

    Raises `ScoringError` where the document breaks the schema or the preset does not exist.
    """
    ruleset = load_preset(source) if isinstance(source, str) else parse_ruleset(dict(source))
    version, _ = RulesetVersion.objects.get_or_create(
        content_hash=content_hash(ruleset),
        defaults={"name": ruleset.name.zh, "document": ruleset_document(ruleset)},
    )
    return version


def chosen_version(ref: str) -> RulesetVersion:
    """The ruleset staff chose for a tournament: a preset by its name, or a stored version by its number."""
    if ref in preset_names():
        return version_of(ref)
    stored = RulesetVersion.objects.filter(pk=int(ref)) if ref.isascii() and ref.isdigit() and len(ref) < 18 else None
    version = stored.first() if stored is not None else None
    if version is None:
        facts = {"name": ref, "names": _("、").join(preset_names())}
        raise Refusal(_("没有名为“%(name)s”的规则，可选：%(names)s。") % facts, code="no-ruleset", at="ruleset")
    return version


def ruleset_of(version: RulesetVersion) -> Ruleset:
    """The parsed ruleset of a stored version; versions never change, so each is parsed once a process."""
    return _kept(version.content_hash, lambda: parse_ruleset(version.document))


def ruleset_title(version: RulesetVersion) -> str:
    """What the reader calls a stored version."""
    return text_of(ruleset_of(version).name)


def ruleset_in(version: RulesetVersion, keys: Sequence[str]) -> Ruleset:
    """The ruleset as a round plays it: by the first of these keys that is one of its `stages`; as it is without one."""
    whole = ruleset_of(version)
    stage = next((key for key in keys if key in whole.stages), None)
    return whole if stage is None else _kept(f"{version.content_hash} {stage}", lambda: for_stage(whole, stage))


def _kept(key: str, parse: Callable[[], Ruleset]) -> Ruleset:
    if (ruleset := _parsed.get(key)) is not None:
        return ruleset
    if len(_parsed) >= _KEPT:
        _parsed.clear()
    return _parsed.setdefault(key, parse())
