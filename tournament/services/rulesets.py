"""Ruleset versions: stored once by content, parsed once a process."""

from collections.abc import Mapping
from typing import Any

from scoring.models import RulesetVersion
from scoring.ruleset import Ruleset, content_hash, load_preset, parse_ruleset, ruleset_document

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


def ruleset_of(version: RulesetVersion) -> Ruleset:
    """The parsed ruleset of a stored version; versions never change, so each is parsed once a process."""
    if (ruleset := _parsed.get(version.content_hash)) is not None:
        return ruleset
    if len(_parsed) >= _KEPT:
        _parsed.clear()
    return _parsed.setdefault(version.content_hash, parse_ruleset(version.document))
