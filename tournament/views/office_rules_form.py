"""What the page of the ruleset form shows: its controls with their faults, and the preview beside them."""

from collections.abc import Mapping
from typing import Any

from scoring.errors import ScoringError
from scoring.ruleset import Ruleset
from tournament.rules_form import (
    Section,
    Tree,
    control_of,
    document_of,
    flat,
    labels,
    mark_sections,
    marks_of,
    place_words,
    sections,
    sentence,
)
from tournament.rules_form.fields import hidden
from tournament.rules_form.tree import below
from tournament.rules_form.words import path_of
from tournament.services.house_rules import with_marks
from tournament.services.rule_preview import effects_table
from tournament.services.rule_trial import Trial, trial_of, try_hand

TRY = "try"


def form_of(tree: Tree, told: Mapping[str, str], touched: str = "") -> dict[str, Any]:
    """The sections with their faults, the fault sentences with their places, and what is kept unseen."""
    held = {key: value for key, value in tree.items() if key != TRY}
    shown = _all_sections(held, told, touched)
    names = labels(shown)
    sentences = [(path, place_words(path, names), said) for path, said in told.items()]
    return {"sections": shown, "faults": sentences, "hidden": hidden(held, shown)}


def _all_sections(tree: Tree, told: Mapping[str, str], touched: str = "") -> list[Section]:
    shown = sections(tree, told, touched)
    return shown + mark_sections(tree, shown, told)


def faults(tree: Tree, errors: Mapping[str, str]) -> dict[str, str]:
    """Sentences by the control they belong to, their codes in words."""
    return {_control(tree, path_of(at)): sentence(said) for at, said in errors.items()}


def _control(tree: Tree, path: str) -> str:
    """The control of a path of the document: stages are rows on the form, one that has a fault itself by its name."""
    found = control_of(tree, path) if path.startswith("stages.") else path
    return f"{found}.stage" if found.startswith("stages.") and found.count(".") == 1 else found


def preview_of(base: Ruleset, tree: Tree, lang: str) -> dict[str, Any]:
    """The table of effects and the hand tried out, or why the form is no ruleset yet."""
    typed = dict(flat(below(tree, TRY)))
    document = document_of({key: value for key, value in tree.items() if key != TRY})
    if not document["name"]["zh"]:
        document["name"] = base.name.model_dump()
    try:
        ruleset = with_marks(base, document, marks_of(tree))
        lines, refused = try_hand(ruleset, typed, lang)
        return {
            **_trial(ruleset, typed, lang), "table": effects_table(ruleset, lang), "lines": lines, "refused": refused,
            "orders": ruleset.settle.kind == "finish",
        }  # fmt: skip
    except ScoringError as error:
        told = faults(tree, {error.at: error.message})
        (path, said), *_ = told.items()
        names = labels(_all_sections(tree, {}))
        return {**_trial(base, typed, lang), "fault": said, "place": place_words(path, names)}


def _trial(ruleset: Ruleset, typed: Mapping[str, str], lang: str) -> dict[str, Trial | bool]:
    """The box to try a hand in, and whether the page shows another one than this."""
    trial = trial_of(ruleset, typed, lang)
    return {"trial": trial, "stale": typed.get("shown", trial.mark) != trial.mark}
