"""What the database says after a storm: every log replays, and holds nothing but what its seats may and did do.

Run with the server's environment: `python -m tests.fuzz.verdict`; reads what was heard as JSON, prints the faults.
"""

import json
import sys
from typing import Any

import django

Heard = dict[str, Any]


def unchanged() -> dict[str, Any]:
    """What no message of a socket may change: accounts, rooms, who sits where, bans, silences, mutes, shares."""
    from accounts.models import User
    from rooms.models import Ban, Membership, Mute, Room, Share, Silence

    passing = {"last_seen", "shuffle", "match", "present_until", "present_since"}
    rows: dict[str, Any] = {}
    for model in (User, Room, Membership, Ban, Mute, Silence, Share):
        names = [field.attname for field in model._meta.concrete_fields if field.name not in passing]
        rows[model.__name__] = [
            [str(value) for value in row] for row in model.objects.order_by("pk").values_list(*names)
        ]
    return rows


def faults_of(heard: list[Heard]) -> list[str]:
    """Compare every match's log with what each account sent and heard."""
    from game.checking import verdicts
    from game.models import Match, Shuffle
    from game.verification import ids_since

    faults = [
        line for batch in verdicts(ids_since(None), 1) for verdict in batch for line in verdict.differences
    ]
    secrets = {bytes(match.seed).hex() for match in Match.objects.all()}
    secrets |= {bytes(secret).hex() for secret in Shuffle.objects.values_list("secret", flat=True)}
    seen = {name for line in heard for name in line["hexes"]}
    if secrets & seen:
        faults.append("a seed or a secret was told while its match was played")
    for match in Match.objects.all():
        faults += _faults_of_match(match, heard)
    return faults


def _faults_of_match(match: Any, heard: list[Heard]) -> list[str]:
    from game.store import players_of, tail

    faults, players = [], players_of(match.pk)
    by_user = {line["user"]: line for line in heard}
    entries = tail(match.pk, 0)
    for entry in entries:
        line = by_user.get(players[entry.seat].user_id)
        if entry.origin == "bot" and players[entry.seat].bot is None:
            faults.append(f"{match} {entry.version}: a person's seat played as a bot")
        if entry.origin == "admin":
            faults.append(f"{match} {entry.version}: an administrator's act that nobody did")
        if entry.origin != "player":
            continue
        if line is None:
            faults.append(f"{match} {entry.version}: nobody sits there who could have played")
        elif entry.key is not None and line["keys"] is not None and entry.key not in line["keys"]:
            faults.append(f"{match} {entry.version}: {line['name']} never sent {entry.key}")
        elif entry.key is None and line["keys"] is not None:
            faults.append(f"{match} {entry.version}: {line['name']} gives every action an id")
        elif entry.version not in line["accepted"]:
            faults.append(f"{match} {entry.version}: {line['name']} was never told that it is accepted")
    return faults + _leaks(match, entries, by_user, players)


def _leaks(match: Any, entries: list[Any], by_user: dict[int, Heard], players: Any) -> list[str]:
    """Cards that a view named although its viewer had not held them in that round, up to that version.

    And hands on pages that are not their viewer's at that version.
    """
    from game.engine.cards import rank_counts
    from game.engine.record import replay_steps
    from game.store import opening_of

    known: list[list[int]] = []
    hands: list[list[set[tuple[int, int]]]] = []
    held, number = [0] * len(players), 0
    for step in replay_steps(opening_of(match), entries):
        state = step.match
        if state.round.number != number:
            number, held = state.round.number, [0] * len(players)
        held = [before | hand for before, hand in zip(held, state.hands, strict=True)]
        known.append(held)
        counts = [enumerate(rank_counts(hand)) for hand in state.hands]
        hands.append([{(rank, count) for rank, count in each if count} for each in counts])
    seat_of = {player.user_id: seat for seat, player in enumerate(players) if player.user_id is not None}
    faults = []
    for user, line in by_user.items():
        seat = seat_of.get(user)
        for name, version, cards in line["cards"]:
            if name == match.public_id and cards & ~(known[version][seat] if seat is not None else 0):
                faults.append(f"{match} {version}: {line['name']} was told of a card that was never theirs")
        for name, version, groups in line["hands"]:
            drawn = {(rank, have) for rank, have in groups}
            if name != match.public_id or not drawn or (seat is not None and version is None):
                continue
            if seat is None or drawn != hands[version][seat]:
                faults.append(f"{match} {version}: the page of {line['name']} drew a hand that is not theirs")
    return faults


def main() -> None:
    """Judge what the input says; the answer is a JSON object."""
    django.setup()
    asked = json.load(sys.stdin)
    faults = faults_of(asked["heard"]) if asked["heard"] else []
    print(json.dumps({"rows": unchanged(), "faults": faults}))


if __name__ == "__main__":
    main()
