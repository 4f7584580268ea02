"""The first accounts, a forgotten password, and the first start as a whole."""

import re
from io import StringIO

import pytest
from axes.handlers.proxy import AxesProxyHandler
from axes.models import AccessAttempt
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.test import RequestFactory
from django.utils import timezone

from tournament.management.commands import first_run
from tournament.models import Account, AuditEntry, Tournament
from tournament.services import accounts

pytestmark = pytest.mark.django_db


def opens(username: str, password: str) -> bool:
    return authenticate(RequestFactory().post("/login/"), username=username, password=password) is not None


def test_the_first_start_makes_an_office_and_a_chief_who_can_sign_in():
    made = dict(accounts.first_accounts())
    assert {name: opens(name, password) for name, password in made.items()} == {"office": True, "chief": True}
    roles = {
        account.username: (account.is_staff, account.is_chief, account.is_superuser)
        for account in Account.objects.all()
    }
    assert roles == {"office": (True, False, False), "chief": (False, True, False)}
    assert AuditEntry.objects.filter(action="account.add").count() == 2


def test_a_later_start_makes_none():
    accounts.first_accounts()
    assert accounts.first_accounts() == []
    assert Account.objects.count() == 2


def test_passwords_are_random_and_easy_to_read_out():
    made = {accounts.new_password() for _ in range(200)}
    assert len(made) == 200
    assert all(re.fullmatch(r"[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){2}", password) for password in made)


def test_a_reset_gives_a_new_password_and_lifts_the_lockout():
    (name, old), _ = accounts.first_accounts()
    Account.objects.filter(username=name).update(is_active=False)
    AccessAttempt.objects.create(
        username=name, ip_address="10.0.0.9", user_agent="", failures_since_start=99, attempt_time=timezone.now()
    )
    out = StringIO()
    call_command("password", name, stdout=out)
    password = out.getvalue().split()[-1]
    assert (opens(name, password), opens(name, old)) == (True, False)
    assert not AccessAttempt.objects.filter(username=name, failures_since_start__gte=99).exists()
    assert AxesProxyHandler.is_allowed(RequestFactory().post("/login/"), {"username": name})
    assert AuditEntry.objects.filter(action="account.password", subject=name).count() == 1


def test_an_unknown_account_is_refused_with_those_there_are():
    accounts.first_accounts()
    with pytest.raises(CommandError, match="现有账号：chief、office"):
        call_command("password", "nobody")


def test_without_a_name_the_accounts_are_listed():
    accounts.first_accounts()
    out = StringIO()
    call_command("password", stdout=out)
    assert [line.split() for line in out.getvalue().splitlines()] == [["chief", "裁判长"], ["office", "工会"]]


def test_one_tournament_preset_is_the_demo():
    assert first_run.demo_preset() is not None


def test_the_first_run_prints_the_passwords_once_and_loads_the_demo():
    out = StringIO()
    call_command("first_run", stdout=out)
    for name in ("office", "chief"):
        password = re.search(rf"^ +{name} +(\S+)$", out.getvalue(), re.M)
        assert password is not None
        assert opens(name, password[1])
    assert Tournament.objects.count() == 1
    again = StringIO()
    call_command("first_run", stdout=again)
    assert again.getvalue() == ""
    assert Tournament.objects.count() == 1
