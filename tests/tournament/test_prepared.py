"""A query put into SQL once finds what the query itself finds, whatever the values."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import Model
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from referee.services import devices, match_state, polls, table_rights
from referee.services.announcements import announce, reader_of
from tests.referee.conftest import START
from tests.referee.phones import PROGRAM, a_pass, opened, phone
from tournament.models import Match, Tournament
from tournament.services import data_version, locks
from tournament.services.prepared import Prepared


def read(found: Model | None) -> Any:
    """All that was read: columns, what was read along, annotations."""
    if found is None:
        return None
    state = dict(found.__dict__)
    cache = state.pop("_state").fields_cache
    return {**state, "along": {name: read(one) for name, one in cache.items() if name not in ("holding", "table")}}


@pytest.fixture
def cases(anhui: Tournament) -> list[tuple[Prepared[Any], dict[str, Any]]]:
    """Each prepared query of the product, with values that find something and some that do not."""
    opened(anhui)
    first, second = Match.objects.filter(stage__tournament=anhui, round=1, group__in="AB").order_by("pk")
    one, two = phone(first), phone(second, a_pass(anhui, 1, 2, 3))
    one.write(START)
    announce(anhui, "请各桌换牌", PROGRAM)
    matches = [first.pk, second.pk, Match.objects.get(place=1).pk, 10**9]
    found: list[tuple[Prepared[Any], dict[str, Any]]] = []
    for pk in matches:
        found += [(locks._ONE_MATCH, {"pk": pk}), (match_state._CHIEFS, {"match": pk}), (polls._MARK, {"match": pk})]
        for device in (one.device, two.device):
            found.append((match_state._DEVICES, {"match": pk, **reader_of(device)}))
            found.append((polls._DEVICES, {"match": pk, **polls._by(device)}))
            found.append((table_rights._TO_WRITE, {"match": pk, "table_pass": device.table_pass_id}))
    secrets = [one.secret, two.secret, str(uuid4())]
    found += [(data_version._WITH_VERSION, {"slug": slug}) for slug in (anhui.slug, "nowhere")]
    return found + [(devices._BY_SECRET, {"secret": devices.hash_of(secret)}) for secret in secrets]


def test_a_prepared_query_finds_what_the_query_itself_finds(cases: list[tuple[Prepared[Any], dict[str, Any]]]) -> None:
    found = []
    for prepared, values in cases:
        with CaptureQueriesContext(connection) as caught:
            found.append(prepared.one(**values))
        assert len(caught) == 1
        plain = prepared._rows(**values).first()
        assert (type(found[-1]), read(found[-1])) == (type(plain), read(plain)), values
    assert sum(one is None for one in found) == 11
    assert sum(getattr(one, "told", False) for one in found) > 0
    assert {getattr(one, "opened", None) for one in found} == {None, True, False}


def test_a_number_that_no_column_holds_finds_nothing(anhui: Tournament) -> None:
    assert [locks._ONE_MATCH.one(pk=number) for number in (2**63, -(2**63) - 1, 10**40)] == [None] * 3


def test_a_row_is_locked_in_a_transaction_only(anhui: Tournament, transactional_db: None) -> None:
    match = Match.objects.filter(stage__tournament=anhui).earliest("pk")
    with transaction.atomic():
        assert locks.lock_match(match.pk) == match
    if connection.features.has_select_for_update:
        with pytest.raises(TransactionManagementError):
            locks.lock_match(match.pk)
