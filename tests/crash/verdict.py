"""Compares what people were told with the log, as a process of its own: reads a diary as JSON, prints the verdict."""

import json
import os
import sys
from collections import Counter
from typing import Any


def main(told: list[list[Any]]) -> dict[str, Any]:
    """The verdict. `told`: match, seat, id and version of every answer, None for a refusal. Everything must be 0 or [].

    `running`: matches that have not ended. `lost`: accepted and not in the log; `contradicted`: accepted as another
    version, or refused and in the log all the same; `doubled`: ids with more than one row.
    """
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.crash.settings"
    import django

    django.setup()
    from game.models import Action, Match, Shuffle
    from game.verification import ids_since, verify_many
    from rooms.models import Room

    rows = Action.objects.exclude(key=None).values_list("match__public_id", "seat", "key", "version")
    log: dict[tuple[Any, ...], int] = {}
    count: Counter[tuple[Any, ...]] = Counter()
    for *name, version in rows:
        log[tuple(name)] = version
        count[tuple(name)] += 1
    accepted = [(tuple(name), version) for *name, version in told if version is not None]
    refused = [tuple(name) for *name, version in told if version is None]
    differences = [
        f"{verdict.match}: {found}"
        for verdict in verify_many(ids_since(None))
        for found in verdict.differences
    ]
    wrong = [name for name, version in accepted if log.get(name, version) != version]
    faults = {
        "lost": sum(name not in log for name, _ in accepted),
        "contradicted": len(wrong) + sum(name in log for name in refused),
        "doubled": sum(number > 1 for number in count.values()),
        "running": Match.objects.filter(status="playing").count(),
        "leftShuffles": Shuffle.objects.count() - Room.objects.exclude(shuffle=None).count(),
        "differences": differences[:10],
    }
    matches = Match.objects.count()
    return {"faults": faults, "matches": matches, "actions": Action.objects.count(), "lateMs": _lateness()}


def _lateness() -> dict[str, int]:
    """How long after their deadlines the clock answered, in ms of the run's own clock: median and longest.

    Time that was given back counts as lateness, too.
    """
    from game.engine.actions import Origin
    from game.engine.record import replay_steps
    from game.engine.rules import deadline
    from game.models import Match
    from game.store import opening_of, tail

    late: list[int] = []
    for match in Match.objects.all():
        entries, before = tail(match.pk, 0), None
        for entry, step in zip([None, *entries], replay_steps(opening_of(match), entries), strict=True):
            due = None if before is None else deadline(before)
            if entry is not None and entry.origin is Origin.TIMEOUT and due is not None:
                late.append(entry.at - due)
            before = step.match
    late.sort()
    return {"count": len(late), "median": late[len(late) // 2], "longest": late[-1]} if late else {"count": 0}


if __name__ == "__main__":
    print(json.dumps(main(json.load(sys.stdin))))
