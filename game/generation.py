"""Finished matches made in bulk: played by the real engine in many processes, written as the server would have."""

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

import msgspec
from django.db import connection, transaction

from game.bots import easy
from game.engine.actions import Action, Origin
from game.engine.facts import SeatRound as Fact
from game.engine.facts import seat_rounds
from game.engine.fairness import NONCE_BYTES, next_link, seed_of
from game.engine.observation import observe_public, observe_seat
from game.engine.options import Options, options_dict
from game.engine.record import LoggedAction, Opening, action_dict, opening_link, result_of
from game.engine.rules import ENGINE_VERSION, Step, apply, open_match, owing, timeout_action
from game.engine.state import Match as State
from game.facts import row_values
from game.models import Match, Seat, SeatRound

LATE = 0.004
"""How likely an answer of a person comes from the deadline."""

LogRow = tuple[int, int, str, str, str, int, str]
"""version, seat, type, payload as JSON, origin, at, link."""


class Chair(msgspec.Struct, frozen=True):
    """Who holds a seat: a person by account, or an easy bot (None)."""

    user_id: int | None
    name: str


class Plan(msgspec.Struct, frozen=True):
    """A match to be played. `name` decides its cards and who is late; `at` is its opening, in ms."""

    name: str
    room_code: str
    room_name: str
    chairs: tuple[Chair, ...]
    options: Options
    at: int


class Played(msgspec.Struct, frozen=True):
    """A plan and what came of it, ready to be written."""

    plan: Plan
    opening: Opening
    public_id: str
    end: State
    ended_at: int
    log: list[LogRow]
    facts: list[Fact]


def play_planned(plan: Plan) -> Played:
    """Play a match to its end: easy bots choose for everybody, now and then a person's time runs out."""
    public_id = _digest(plan.name, "id").hex()[:32]
    secret = _digest(plan.name, "secret")
    nonces = tuple(
        b"" if chair.user_id is None else _digest(plan.name, f"nonce {seat}")[:NONCE_BYTES]
        for seat, chair in enumerate(plan.chairs)
    )
    seed = seed_of(secret, nonces)
    opening = Opening(len(plan.chairs), plan.options, seed, plan.at, secret, nonces)
    first = open_match(
        players=opening.players, options=opening.options, seed=seed, at=plan.at, committed=opening.committed
    )
    link, log, rows, end = opening_link(public_id, opening), [], [], first.match
    for logged, step in _play(first, plan):
        entry = action_dict(logged.version, logged)
        link = next_link(link, entry)
        payload = json.dumps(entry["payload"])
        rows.append((logged.version, logged.seat, entry["type"], payload, entry["origin"], logged.at, link))
        log.append(logged)
        end = step.match
    facts = seat_rounds(first.match.round.order, end.results, log)
    return Played(plan, opening, public_id, end, log[-1].at, rows, facts)


def _play(step: Step, plan: Plan) -> Iterator[tuple[LoggedAction, Step]]:
    chance = random.Random(plan.name)
    at = plan.at
    while seats := owing(step.match):
        asked = step.match
        public = observe_public(asked)
        for seat in seats:
            action: Action = easy.choose(observe_seat(asked, seat, public))
            origin, at = Origin.BOT, at + 400
            if plan.chairs[seat].user_id is not None:
                origin, at = Origin.PLAYER, at + chance.randrange(1000, 6000)
                if chance.random() < LATE:
                    origin, action = Origin.TIMEOUT, timeout_action(step.match, seat)
                    at += 1000 * plan.options.turn_seconds
            step = apply(step.match, seat, action, origin=origin, at=at, decision=asked.decision)
            yield LoggedAction(step.match.version, seat, action, origin, at), step


def _digest(name: str, what: str) -> bytes:
    return sha256(f"{name}:{what}".encode()).digest()


def write_played(batch: Sequence[Played]) -> list[int]:
    """Write matches with seats, logs and lines for statistics, in one transaction. Returns their keys, in order."""
    with transaction.atomic():
        matches = Match.objects.bulk_create(_match_row(played) for played in batch)
        pairs = list(zip(matches, batch, strict=True))
        seats = Seat.objects.bulk_create(seat for pair in pairs for seat in _seat_rows(*pair))
        held = {(seat.match_id, seat.index): seat for seat in seats}
        SeatRound.objects.bulk_create(
            SeatRound(seat=seat, match=match, user_id=seat.user_id, **row_values(fact))
            for match, played in pairs
            for fact in played.facts
            for seat in [held[match.pk, fact.seat]]
        )
        _append((match.pk, *row) for match, played in pairs for row in played.log)
    return [match.pk for match in matches]


def _match_row(played: Played) -> Match:
    plan, opening = played.plan, played.opening
    return Match(
        public_id=played.public_id,
        room_code=plan.room_code,
        room_name=plan.room_name,
        engine=ENGINE_VERSION,
        options=options_dict(plan.options),
        players=opening.players,
        people=sum(chair.user_id is not None for chair in plan.chairs),
        seed=opening.seed,
        secret=opening.secret,
        nonces=[nonce.hex() for nonce in opening.nonces],
        commitment=opening.committed,
        opened_at=plan.at,
        status=Match.Status.FINISHED,
        version=played.end.version,
        decision=played.end.decision,
        result=result_of(played.end),
        finished_at=played.ended_at,
    )


def _seat_rows(match: Match, played: Played) -> Iterator[Seat]:
    lines = {line["seat"]: line for line in (match.result or {})["ranking"]}
    for index, chair in enumerate(played.plan.chairs):
        yield Seat(
            match=match,
            index=index,
            user_id=chair.user_id,
            name=chair.name,
            bot="easy" if chair.user_id is None else None,
            place=lines[index]["rank"],
            points=lines[index]["total"],
        )


def _append(rows: Iterable[tuple[int | str, ...]]) -> None:
    """Add rows (match, then a LogRow) to the log, the quickest way each database has."""
    columns = "match_id, version, seat, type, payload, origin, at, link"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY game_action ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            cursor.executemany(
                f"INSERT INTO game_action ({columns}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s)", list(rows)
            )
