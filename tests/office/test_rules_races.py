"""Two people save rulesets under one name at once: one gets it, by constraint; without the constraint both would."""

from typing import Any

import pytest

from scoring.models import RulesetVersion
from scoring.ruleset import Ruleset, changed, load_preset
from tests.tournament.test_races import at_once, meet_after
from tournament.services import house_rules
from tournament.services.actor import Actor
from tournament.services.refusal import Refusal

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def made(cap: int) -> Ruleset:
    return changed(load_preset("anhui-chaodipi"), {"name": {"zh": "我厂规则", "en": "ours"}, "ladder.cap": cap})


def two_at_once(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Two colleagues save different rules under the same name, both past the check; what each is told."""
    meet_after(monkeypatch, house_rules, "_check_new")
    me = Actor.program("test")
    return at_once(lambda: house_rules.save(made(2), me, origin=""), lambda: house_rules.save(made(3), me, origin=""))


def test_one_of_two_gets_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = [answer for answer in two_at_once(monkeypatch) if isinstance(answer, Refusal)]
    assert [(refusal.code, refusal.at) for refusal in refused] == [("name-taken", "name.zh")]
    assert RulesetVersion.objects.count() == 1


def test_without_the_constraint_both_would(monkeypatch: pytest.MonkeyPatch) -> None:
    create = RulesetVersion.objects.get_or_create

    def nameless(content_hash: str, defaults: dict[str, Any]) -> tuple[RulesetVersion, bool]:
        return create(content_hash=content_hash, defaults={**defaults, "house_name": None})

    monkeypatch.setattr(RulesetVersion.objects, "get_or_create", nameless)
    two_at_once(monkeypatch)
    assert RulesetVersion.objects.filter(name="我厂规则").count() == 2
