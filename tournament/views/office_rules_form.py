"""What the page of the ruleset form shows: its controls with their faults, and the preview beside them."""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.errors import ScoringError
from scoring.ruleset import Ruleset
from tournament.rules_form import Node, Section, Tree, document_of, place_words, sections, sentence
from tournament.rules_form.fields import hidden
from tournament.rules_form.tree import below, rows
from tournament.rules_form.words import path_of
from tournament.services.house_rules import with_marks
from tournament.services.rule_preview import choices, effects_table, try_hand

TRY = "try"


def form_of(tree: Tree, told: Mapping[str, str], touched: str = "") -> dict[str, Any]:
    """The sections with their faults, the fault sentences with their places, and what is kept unseen."""
    held = {key: value for key, value in tree.items() if key != TRY}
    shown = sections(held, told, touched)
    names = labels(shown)
    sentences = [(path, place_words(path, names), said) for path, said in told.items()]
    return {"sections": shown, "faults": sentences, "hidden": hidden(held, shown)}


def faults(tree: Tree, errors: Mapping[str, str]) -> dict[str, str]:
    """Sentences by the control they belong to, their codes in words."""
    return {_control(tree, path_of(at)): sentence(said) for at, said in errors.items()}


def _control(tree: Tree, path: str) -> str:
    """The control of a path of the document: stages are rows on the form."""
    first, _, rest = path.partition(".")
    if first != "stages" or not rest:
        return path
    stage, _, field = rest.partition(".")
    held = below(tree, "stages")
    row = next((row for row in rows(held) if str(below(held, row).get("stage", "")).strip() == stage), "0")
    return f"stages.{row}.{field or 'stage'}"


def labels(shown: list[Section]) -> dict[str, str]:
    """The names of all controls and groups by their paths; those at the top say their section too."""
    found: dict[str, str] = {}
    for section in shown:
        for node in section.nodes:
            found |= dict(_labels(node))
            if node.label != section.heading:
                found[node.name] = f"{section.heading} · {node.label}"
    return found


def _labels(node: Node) -> Iterator[tuple[str, str]]:
    yield node.name, node.label
    for child in node.children:
        yield from _labels(child)


def preview_of(base: Ruleset, tree: Tree, lang: str) -> dict[str, Any]:
    """The table of effects and the hand tried out, or why the form is no ruleset yet."""
    typed = {key: text for key, text in below(tree, TRY).items() if isinstance(text, str)}
    document = document_of({key: value for key, value in tree.items() if key != TRY})
    if not document["name"]["zh"]:
        document["name"] = base.name.model_dump()
    try:
        ruleset = with_marks(base, document)
        lines, refused = try_hand(ruleset, typed, lang)
        return {
            "typed": typed, "table": effects_table(ruleset, lang), "choices": choices(ruleset, lang),
            "lines": lines, "refused": refused,
        }  # fmt: skip
    except ScoringError as error:
        told = faults(tree, {error.at: error.message})
        (path, said), *_ = told.items()
        names = labels(sections(tree, {}))
        return {"typed": typed, "choices": choices(base, lang), "fault": said, "place": place_words(path, names)}
