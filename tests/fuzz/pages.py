"""The fuzz of pages, through Django's own client: many requests as every kind of visitor, all taken back in batches."""

import logging
import re
import traceback
from collections import Counter, deque
from random import Random
from typing import Any

from django.core.cache import cache
from django.core.signals import got_request_exception
from django.db import transaction
from django.test import Client
from django.utils import translation

from accounts.models import User
from game.models import Action, Match, Seat
from rooms import pace
from rooms.models import Ban, Line, Membership, Mute, Room, RoomMatch, Share, Silence
from tests.fuzz.addresses import Address, every_address, shuffled
from tests.fuzz.asking import Asker, Request
from tests.fuzz.judging import faults_of_answer
from tests.fuzz.site import KINDS, Site, furnish

BATCH = 40
# An account goes with the help of the writer's thread, which would wait in vain for this transaction: left to `visits`.
OF_GOING = re.compile(r"/(?:accounts|admin/accounts/user/\d+)/delete/")
Rows = dict[tuple[str, int], dict[str, Any]]


class _Undo(Exception):
    """Ends a batch: nothing of it stays."""


def fuzz_pages(*, requests: int, seed: int) -> tuple[list[str], Counter[str]]:
    """Ask so much of an empty site. Returns what went wrong, and what happened."""
    rng, faults, figures = Random(seed), [], Counter[str]()
    addresses = shuffled(every_address(), rng)
    logging.disable(logging.CRITICAL)
    site = furnish()  # committed: threads with connections of their own read it, too
    try:
        while figures["requests"] < requests:
            faults += _batch(site, rng.choice(KINDS), rng, addresses, figures)
    finally:
        logging.disable(logging.NOTSET)
    return faults, figures


def _batch(site: Site, kind: str, rng: Random, addresses: deque[Address], figures: Counter[str]) -> list[str]:
    """Some requests of one visitor."""
    cache.clear()
    pace.forget_everybody()
    raised: list[str] = []

    def note(**_: Any) -> None:
        raised.append(traceback.format_exc(limit=-4))

    user = site.people[kind]
    insider = kind in ("guest", "member", "host", "admin")
    asker = Asker(site, rng, addresses, with_doors=insider)
    faults: list[str] = []
    got_request_exception.connect(note)
    try:
        with transaction.atomic():
            client = _client(user, is_locked=kind == "locked")
            before = _kept(site, kind, user)
            for _ in range(BATCH):
                request = asker.ask()
                if request.method == "POST" and OF_GOING.match(request.path):
                    continue
                figures["requests"] += 1
                status, headers, body = _send(client, request)
                figures[f"{kind} {status // 100}xx"] += 1
                found = faults_of_answer(request, status, headers, body, site=site, kind=kind)
                faults += [f"{kind} {request.method} {request.path[:200]}: {fault}" for fault in found]
                faults += [f"{kind} {request}: {error}" for error in raised]
                raised.clear()
            after = _kept(site, kind, user)
            faults += [
                f"{kind} changed {name}: {row} → {after.get(name)}"
                for name, row in before.items()
                if after.get(name) != row
            ]
            raise _Undo
    except _Undo:
        pass
    finally:
        got_request_exception.disconnect(note)
        translation.deactivate()
    return faults


def _client(user: User | None, *, is_locked: bool) -> Client:
    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user)
        User.objects.filter(pk=user.pk).update(is_active=not is_locked)
    return client


def _send(client: Client, request: Request) -> tuple[int, dict[str, str], bytes]:
    headers = dict(request.headers)
    kind = headers.pop("Content-Type", "").replace(
        "\0", ""
    )  # a server's reader of headers is asked elsewhere
    kept = client.cookies.copy()
    if (cookie := headers.pop("Cookie", None)) is not None:
        headers["Cookie"] = "; ".join([cookie, *(f"{m.key}={m.value}" for m in kept.values())])
    more = {"HTTP_" + name.upper().replace("-", "_"): value for name, value in headers.items()}
    response = client.generic(
        request.method, request.path, request.body, content_type=kind or "text/plain", **more
    )
    if not response.streaming:
        body = response.content
    elif response.is_async:  # read by threads that do not see what is not committed: `visits` looks at those
        body = b""
    else:
        body = b"".join(response.streaming_content)
    if "sessionid" not in client.cookies or not client.cookies["sessionid"].value:
        client.cookies = kept  # logged out: come back as the same person
    return response.status_code, dict(response.headers), body


def _kept(site: Site, kind: str, user: User | None) -> Rows:
    """The rows this visitor may not change, whatever they ask."""
    rows: Rows = {}
    for model in (Room, Membership, Ban, Mute, Silence, Share, RoomMatch, Match, Seat, Line, Action, User):
        for row in model._default_manager.order_by("pk").values():
            rows[model.__name__, row["id"]] = row
    own = user.pk if user is not None else None
    return {
        name: kept
        for name, row in rows.items()
        if (kept := _what_stays(name[0], row, site, kind, own)) is not None
    }


def _what_stays(
    model: str, row: dict[str, Any], site: Site, kind: str, own: int | None
) -> dict[str, Any] | None:
    """The part of a row that has to stay, None where it may change or go."""
    row = {
        name: value
        for name, value in row.items()
        if name not in ("last_seen", "last_login", "present_until", "present_since")
    }
    if model == "Action":
        return row
    if kind == "admin":
        return None
    if model == "User":
        return None if row["id"] == own else row
    is_ours = (model == "Room" and row["code"] in site.ours.codes) or row.get("room_id") == site.ours.room
    if kind == "host" and (is_ours or model in ("Share", "Mute", "Seat", "RoomMatch", "Match")):
        return None
    if kind in ("guest", "member"):
        if row.get("user_id") == own or row.get("by_id") == own or model == "Share":
            return None
        if model == "Membership" and is_ours:  # who may start a match closes the seats up
            row.pop("seat")
    return row
