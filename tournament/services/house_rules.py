"""House rules: every ruleset the house has, and saving a changed or imported one as a new version."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.models import RulesetVersion
from scoring.ruleset import Ruleset, content_hash, load_preset, parse_ruleset, preset_names, ruleset_document
from scoring.ruleset.document import knob_exists

from . import audit
from .actor import Actor
from .keypad import text_of
from .refusal import Refusal
from .rulesets import ruleset_of
from .spoken import said

MAX_BYTES = 500_000
MAX_NAME = RulesetVersion._meta.get_field("name").max_length or 80


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A ruleset to choose from: a preset (`ref` is its name) or a stored version (`ref` is its number)."""

    ref: str
    ruleset: Ruleset
    version: RulesetVersion | None = None

    @property
    def name(self) -> str:
        """What it is called in the house: no other goes by this name."""
        return self.ruleset.name.zh

    @property
    def title(self) -> str:
        """What the reader calls it."""
        return text_of(self.ruleset.name)

    @property
    def notice(self) -> str:
        """What it follows."""
        return text_of(self.ruleset.notice)


def house_rules() -> list[HouseRules]:
    """The presets, then the stored versions that are no preset as it is now, by name, the newest first."""
    presets = [HouseRules(name, load_preset(name)) for name in preset_names()]
    known = {content_hash(one.ruleset) for one in presets}
    stored = RulesetVersion.objects.exclude(content_hash__in=known)
    return presets + [HouseRules(str(one.pk), ruleset_of(one), one) for one in stored]


def find(ref: str) -> HouseRules | None:
    """The preset of that name or the version of that number."""
    if ref in preset_names():
        return HouseRules(ref, load_preset(ref))
    if not (ref.isascii() and ref.isdigit() and len(ref) < 18):
        return None
    version = RulesetVersion.objects.filter(pk=int(ref)).first()
    return None if version is None else HouseRules(ref, ruleset_of(version), version)


def with_marks(
    base: Ruleset, document: Mapping[str, Any], marks: Mapping[str, Sequence[Mapping[str, Any]]] | None = None
) -> Ruleset:
    """A changed document as a ruleset, with its clauses and assumptions.

    `marks` are those typed: {"sources": [{"knob", "clause"}], "assumptions": [{"knob", "note": {"zh", "en"}}]}; None
    takes the base's. One whose words are still the base's stays only where nothing under it changed. Raises
    ScoringError where the document breaks the schema or a mark says nothing.
    """
    bare = parse_ruleset({**document, "key": base.key, "sources": {}, "assumptions": []})
    old, new = ruleset_document(base), ruleset_document(bare)
    own = _marks(old)
    typed = own if marks is None else marks
    _check_marks(typed)

    def holds(key: str, mark: Mapping[str, Any]) -> bool:
        path = str(mark["knob"])
        return knob_exists(bare, path) and (mark not in own[key] or _at(old, path) == _at(new, path))

    sources = {one["knob"]: one["clause"] for one in typed["sources"] if holds("sources", one)}
    assumed = [one for one in typed["assumptions"] if holds("assumptions", one)]
    return parse_ruleset({**new, "sources": sources, "assumptions": assumed})


def _marks(document: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The clauses and assumptions of a document, as rows."""
    cited = [{"knob": knob, "clause": clause} for knob, clause in document["sources"].items()]
    return {"sources": cited, "assumptions": document["assumptions"]}


def _check_marks(marks: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    """Every row names a knob and says something; a knob has one clause."""
    seen: set[str] = set()
    for key, text in (("assumptions", "note.zh"), ("sources", "clause")):
        for index, mark in enumerate(marks[key]):
            at, knob = f"ruleset.{key}[{index}]", str(mark["knob"])
            if not knob:
                raise ScoringError(f"{at}.knob", _("请选这一行说的是哪一项"))
            if not (mark["note"]["zh"] if key == "assumptions" else mark["clause"]):
                raise ScoringError(f"{at}.{text}", _("还没有填；不要这一行就删除它"))
            if key == "sources" and knob in seen:
                raise ScoringError(f"{at}.knob", _("这一项写了两次条款，请合成一行"))
            if key == "sources":
                seen.add(knob)


def _at(document: Any, path: str) -> Any:
    """The value of a dotted knob; offences are named by code. A knob that is not there is None."""
    for name in path.split("."):
        if isinstance(document, list):
            document = next((one for one in document if one.get("code") == name), None)
        else:
            document = document.get(name) if isinstance(document, dict) else None
    return document


@transaction.atomic
def save(ruleset: Ruleset, actor: Actor, *, origin: str) -> RulesetVersion:
    """Store a ruleset as a new version; its name must be new and its content too.

    `origin` says in words what it was made from. Refusal at `name.zh`, or for the whole (at empty).
    """
    named = _renamed(ruleset)
    _check_new(named)
    version, made = _stored(named)
    if not made:
        message = _("这套规则已经存过，叫“%(name)s”。") % {"name": version.name}
        raise Refusal(message, code="rules-taken", at="name.zh")
    audit.record(None, actor, "ruleset.save", version.name, after={"hash": version.content_hash}, reason=origin)
    return version


def _stored(ruleset: Ruleset) -> tuple[RulesetVersion, bool]:
    """The row of a ruleset, and whether it is new. The name is once in the house by constraint, whoever saves when."""
    name = ruleset.name.zh
    facts = {"name": name, "house_name": name, "document": ruleset_document(ruleset)}
    try:
        with transaction.atomic():
            return RulesetVersion.objects.get_or_create(content_hash=content_hash(ruleset), defaults=facts)
    except IntegrityError:
        raise _taken(name) from None


def _renamed(ruleset: Ruleset) -> Ruleset:
    """A house's own ruleset does not go by the key of a preset."""
    if ruleset.key not in preset_names():
        return ruleset
    own = hashlib.sha256(ruleset.name.zh.encode()).hexdigest()[:8]
    return parse_ruleset({**ruleset_document(ruleset), "key": f"{ruleset.key}-{own}"})


def _check_new(ruleset: Ruleset) -> None:
    name = ruleset.name.zh
    if not name.strip() or len(name) > MAX_NAME:
        message = _("规则名称要写1到%(most)d个字，现在有%(count)d个。")
        raise Refusal(message % {"most": MAX_NAME, "count": len(name.strip())}, code="bad-name", at="name.zh")
    for other in house_rules():
        if other.name == name:
            raise _taken(name)


def _taken(name: str) -> Refusal:
    message = _("已经有一套规则叫“%(name)s”，请换一个名称。")
    return Refusal(message % {"name": name}, code="name-taken", at="name.zh")


def read_import(text: str) -> Ruleset:
    """An exported ruleset again. Refusal where it is no JSON or breaks the schema, with the place."""
    if len(text.encode()) > MAX_BYTES:
        raise Refusal(_("规则文件超过%(most)d字节，不像一套规则。") % {"most": MAX_BYTES}, code="too-long", at="text")
    try:
        document = json.loads(text)
        storable = _storable(document)
    except json.JSONDecodeError as error:
        facts = {"line": error.lineno, "column": error.colno}
        message = _("不是JSON：第%(line)d行第%(column)d个字符处读不下去；请粘贴导出的整个文件。")
        raise Refusal(message % facts, code="not-json", at="text") from None
    except (RecursionError, ValueError):
        raise Refusal(_("不是一套规则：嵌套太深或数字太长。"), code="not-json", at="text") from None
    if not storable:
        raise Refusal(_("规则文件里有不能保存的字符（空字符或半个字符）。"), code="bad-text", at="text")
    if not isinstance(document, dict):
        raise Refusal(_("规则文件要是一组项目（以“{”开头）。"), code="not-a-ruleset", at="text")
    try:
        return parse_ruleset(document)
    except ScoringError as error:
        message = _("%(at)s：%(what)s。") % {"at": error.at, "what": said(error.message)}
        raise Refusal(message, code="bad-ruleset", at="text") from None


def _storable(document: Any) -> bool:
    """Whether every text in it can be stored: no NUL, no half of a surrogate pair."""
    text = json.dumps(document, ensure_ascii=False)
    return "\\u0000" not in text and text.encode("utf-8", "replace").decode() == text


def export(ruleset: Ruleset) -> str:
    """The whole document as JSON, to be imported elsewhere."""
    return json.dumps(ruleset_document(ruleset), ensure_ascii=False, indent=2) + "\n"
