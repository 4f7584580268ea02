"""Pages are Chinese unless the reader chose another language."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("cookie", "words"),
    [("", "登录"), ("en", "Sign in"), ("zh-hans", "登录"), ("xx", "登录")],
)
def test_the_browser_s_own_language_does_not_count_the_chosen_one_does(client: Client, cookie: str, words: str) -> None:
    if cookie:
        client.cookies["django_language"] = cookie
    page = client.get("/login/", headers={"accept-language": "en-US,en"}).content.decode()
    assert f"<h1>{words}</h1>" in page
