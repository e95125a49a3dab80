"""Cookies, tokens and targets that can mean nothing are treated as nothing."""

from typing import Any

import pytest
from django.test import Client

from config.origin import is_own


@pytest.mark.django_db
@pytest.mark.parametrize(
    "cookie", ['"aaaaaaaa\\000aaa"', "short", "über-und-über", "../../../etc", "x" * 9000]
)
def test_a_cookie_that_is_no_session_is_no_cookie(cookie: str) -> None:
    response = Client(headers={"cookie": f"sessionid={cookie}"}).get("/accounts/login/")
    assert response.status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["%00", "a%00b", "한글", "x" * 44, "a.b"])
def test_what_cannot_be_a_token_is_no_page(client: Client, token: str) -> None:
    assert client.get(f"/j/{token}/").status_code == 404


@pytest.mark.parametrize("query", ["status=a%00b", "kind=%00", "q=%00&page=1", "%00=1"])
@pytest.mark.parametrize("path", ["/rules/", "/admin/game/match/", "/admin/rooms/line/"])
def test_a_query_that_no_database_can_answer_is_refused(
    client: Client, ada: Any, path: str, query: str
) -> None:
    client.force_login(ada)
    assert client.get(path).status_code == 200
    assert client.get(f"{path}?{query}").status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wanted", ["hello", "rooms:lobby", "//evil.example", "https://evil.example/", "\\evil"]
)
def test_a_target_that_is_no_path_of_ours_is_not_followed(client: Client, wanted: str) -> None:
    response = client.post("/accounts/language/", {"language": "en", "next": wanted})
    assert response.status_code in (302, 303)
    assert response.headers["Location"].startswith("/")
    assert "evil" not in response.headers["Location"]


@pytest.mark.django_db
def test_no_page_is_kept_by_a_cache(client: Client) -> None:
    for path in ("/accounts/login/", "/nowhere/", "/rules/"):
        assert "no-store" in client.get(path).headers["Cache-Control"]


@pytest.mark.parametrize(
    "origin",
    ["null", "http://[", "http://testserver@evil.example", "http://evil.example#testserver", "//testserver",
     "http://testserver.evil.example", "http://testserver:81", "file://testserver", "http://testserver http://testserver",
     "http://testserver\x00", "\xff"],
)  # fmt: skip
def test_an_odd_origin_opens_no_socket(settings: Any, origin: str) -> None:
    for origins in ([], ["http://testserver"]):
        settings.SOCKET_ORIGINS = origins
        assert is_own("http://testserver", "testserver") and not is_own(origin, "testserver")
