"""Making table passes and taking them back: for which tables, by whom, and what is said where it cannot be."""

import pytest

from referee.services import passes, sessions
from tests.referee.phones import PROGRAM, Phone
from tournament.models import Tournament
from tournament.services.refusal import Conflict, Refusal


class TestMaking:
    """The chief's services."""

    def test_a_pass_opens_one_to_six_tables_that_exist(self, anhui: Tournament) -> None:
        made = passes.make_pass(anhui, [3, 1, 3], PROGRAM)
        assert passes.names_of(made.tables.all()) == "1、3号桌"
        for numbers in ([], [99], range(1, 8), [0], [-1], [10**30]):
            with pytest.raises(Refusal):
                passes.make_pass(anhui, list(numbers), PROGRAM)

    def test_one_for_each_table_is_made_once(self, anhui: Tournament) -> None:
        assert len(passes.make_each(anhui, PROGRAM)) == 4
        assert passes.make_each(anhui, PROGRAM) == []

    def test_tokens_are_long_and_differ(self, anhui: Tournament) -> None:
        tokens = {one.token for one in passes.make_each(anhui, PROGRAM)}
        assert len(tokens) == 4
        assert all(len(token) >= 22 for token in tokens)

    def test_one_session_at_a_time_each_with_its_own_pin(self, anhui: Tournament) -> None:
        first = sessions.open_session(anhui, PROGRAM)
        with pytest.raises(Conflict):
            sessions.open_session(anhui, PROGRAM)
        renewed = sessions.renew_pin(anhui, PROGRAM)
        assert renewed.pin != first.pin
        sessions.close_session(anhui, PROGRAM)
        with pytest.raises(Conflict):
            sessions.renew_pin(anhui, PROGRAM)

    @pytest.mark.parametrize("pin", ["0000", "7777", "1234", "0123", "9876", "6789"])
    def test_a_pin_easily_guessed_is_weak(self, pin: str) -> None:
        assert sessions.is_weak(pin)

    @pytest.mark.parametrize("pin", ["1357", "1212", "0012", "4821", "9012"])
    def test_others_are_not(self, pin: str) -> None:
        assert not sessions.is_weak(pin)

    def test_devices_are_listed_with_what_the_desk_shows(self, one: Phone, second: Phone) -> None:
        passes.revoke_device(second.device.pk, PROGRAM)
        rows = passes.devices_of(one.match.stage.tournament)
        assert [(row.name, row.tables, row.holds, row.state) for row in rows] == [
            ("王裁判", [1], [1], "open"),
            ("李裁判", [1], [], "revoked"),
        ]
