"""No object is reached by guessing its id: what is there but somebody else's answers like what is not there at all."""

import re

import pytest
from django.test import Client

from accounts.models import Attempt, User
from rooms.codes import CODE_LENGTH, TOKEN_BYTES
from rooms.models import Room, Share
from tests.fuzz.addresses import Address, every_address
from tests.fuzz.site import SECRETS, Site, furnish
from tests.sockets import Page

NOWHERE = {"code": "222222", "match": "f" * 32, "token": "x" * 32, "number": "999999999"}
# Who has such a link may see what it leads to: that is what it is for.
OPEN_BY_LINK = ("rooms:invitation", "rooms:shared", "rooms:shared_replay", "rooms:shared_step")
# Pages without an account or an object behind them; their parts are words of ours.
WORDS_ONLY = ("manifest", "accounts:password_new")
OWN_TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value|csrf[^>]*content)="\w+"|"X-CSRFToken": ?"\w+"')


@pytest.fixture
def site(db: None) -> Site:
    return furnish()


def with_parts() -> list[Address]:
    named = [address for address in every_address() if address.kinds]
    return [address for address in named if address.name not in (*OPEN_BY_LINK, *WORDS_ONLY)]


def kind_of(label: str, kind: str) -> str:
    return label if label == "code" else kind if kind in ("match", "token") else "number"


def answer(client: Client, method: str, address: Address, parts: dict[str, str]) -> tuple[int, str, str]:
    """Status, where it leads and the body, without what was asked for and what is anew in every answer."""
    path = address.filled(parts)
    response = client.generic(method, path, "", content_type="application/x-www-form-urlencoded")
    body = "" if response.streaming else response.text
    told = [response.headers.get("Location", ""), OWN_TOKEN.sub("", body)]
    for asked in (path, *(part for part in parts.values() if len(part) >= CODE_LENGTH)):
        told = [text.replace(asked, "*") for text in told]
    return response.status_code, *told


@pytest.mark.parametrize("kind", ["nobody", "guest", "member", "stranger", "banned", "clerk"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_is_there_and_not_yours_answers_like_nothing(site: Site, kind: str, method: str) -> None:
    theirs = {
        "code": [site.theirs.codes[0]],
        "match": site.theirs.matches,
        "token": site.theirs.shares,
    }
    numbers = [str(number) for number in site.theirs.numbers]
    client, user = Client(), site.people[kind]
    if user is not None:
        client.force_login(user)
    strangers = [
        str(pk) for pk in User.objects.filter(username__startswith="qzsecr").values_list("pk", flat=True)
    ]
    for address in with_parts():
        theirs["number"] = strangers if address.name == "rooms:profile" else numbers
        labels = [(label, kind_of(label, form)) for label, form in address.kinds.items()]
        missing = {label: NOWHERE[form] for label, form in labels}
        for number in range(max(len(theirs[form]) for _, form in labels)):
            there = {label: theirs[form][number % len(theirs[form])] for label, form in labels}
            found = answer(client, method, address, there)
            nothing = answer(client, method, address, missing)
            assert found == nothing, f"{kind} {method} {address.filled(there)}"
            assert not any(secret in found[2] for secret in SECRETS)
            Attempt.objects.all().delete()


@pytest.mark.parametrize("kind", ["guest", "member", "stranger", "banned", "clerk", "admin"])
async def test_the_socket_of_a_room_of_others_closes_like_one_of_no_room(
    server: None, transactional_db: None, kind: str
) -> None:
    from asgiref.sync import sync_to_async

    site = await sync_to_async(furnish)()
    heard = []
    for code in (site.theirs.codes[0], NOWHERE["code"]):
        page = await Page.open(
            site.people[kind], code, query=f"?match={site.theirs.matches[1]}&since=1&watch=1"
        )
        await page.receive()
        heard.append((page.closed, page.frames))
    assert heard[0] == heard[1] == (4404, [])


def test_addresses_of_pages_name_no_primary_key_but_a_persons() -> None:
    """Rooms, matches, links and shares have names that cannot be guessed. The admin's addresses are the admin's."""
    numbered = {
        address.name
        for address in every_address()
        if "int" in address.kinds.values() and not address.name.startswith("admin:")
    }
    assert (
        numbered
        == {
            "rooms:profile",  # a person; opened by having met them (`access.person_for`), else as if there were nobody
            "rooms:replay_step",  # a step of a match
            "rooms:shared_step",
        }
    )


def test_what_opens_a_door_is_long_enough() -> None:
    assert TOKEN_BYTES * 8 >= 128, "invitations and shares"
    for model in (Room, Share):
        token = model._meta.get_field("token")
        assert len(token.get_default()) >= TOKEN_BYTES * 8 // 6
    from game.models import new_public_id

    assert len(set(new_public_id())) > 4
    assert len(new_public_id()) * 4 >= 122, "a random UUID"
    assert 23**CODE_LENGTH > 10**8, "and wrong codes are counted: rooms/guesses.py"
