"""`manage.py generate_matches`: a made-up past in which every match is a real one."""

from io import StringIO
from itertools import groupby

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from game.facts import stored_facts
from game.models import Action, Match, Seat
from game.verification import verify
from rooms.models import Room, RoomMatch
from tests.statistics.naive import naive_rounds

pytestmark = pytest.mark.django_db


def generate(*arguments: str) -> str:
    """What the command says; everything in this process."""
    out = StringIO()
    call_command("generate_matches", "--processes", "0", *arguments, stdout=out)
    return out.getvalue()


def test_every_match_is_one_that_was_played() -> None:
    said = generate("--matches", "25", "--users", "14", "--rooms", "3", "--rounds", "3", "--seed", "a")
    assert said == "25 matches of 14 people in 3 rooms, seed a\n"
    matches = list(Match.objects.order_by("pk"))
    assert len(matches) == 25
    for match in matches:
        assert verify(match.pk).differences == ()
        assert stored_facts(match.pk) == naive_rounds(match)
        assert match.status == Match.Status.FINISHED
        assert match.people == match.seats.filter(bot=None).count()
        assert not Action.objects.filter(match=match, link="").exists()
    assert [m.opened_at for m in matches] == sorted(m.opened_at for m in matches)
    assert Action.objects.filter(origin="timeout").exists()
    assert not Seat.objects.filter(place=None).exists()


def test_matches_are_numbered_room_by_room_also_the_second_time() -> None:
    generate("--matches", "8", "--users", "8", "--rooms", "2", "--seed", "a")
    generate("--matches", "8", "--users", "8", "--rooms", "2", "--seed", "a")
    assert (Room.objects.count(), User.objects.count()) == (4, 16)
    links = RoomMatch.objects.order_by("room", "match__opened_at", "match").values_list("room", "number")
    for _, found in groupby(links, key=lambda link: link[0]):
        numbers = [number for _, number in found]
        assert numbers == list(range(1, len(numbers) + 1))
    for link in RoomMatch.objects.select_related("room", "match"):
        assert link.match.room_code == link.room.code


def test_the_same_seed_makes_the_same_matches() -> None:
    from django.db import transaction

    class Undone(Exception):
        """Takes everything back."""

    found = []
    for seed in ("a", "a", "b"):
        try:
            with transaction.atomic():
                generate("--matches", "4", "--seed", seed)
                rows = Match.objects.order_by("pk").values_list("public_id", "result", "players")
                found.append(list(rows))
                raise Undone
        except Undone:
            pass
    assert found[0] == found[1] != found[2]


def test_it_keeps_away_from_real_people(gale: User) -> None:
    with pytest.raises(CommandError, match="1 real people"):
        generate("--matches", "4")
    assert not Match.objects.exists()
    generate("--matches", "4", "--force")
    assert Match.objects.count() == 4
    assert not gale.match_seats.exists()


def test_too_little_is_refused() -> None:
    for arguments in (("--matches", "0"), ("--matches", "3", "--users", "3")):
        with pytest.raises(CommandError, match="at least"):
            generate(*arguments)


@pytest.mark.django_db(transaction=True)
def test_other_processes_play_the_same() -> None:
    generate("--matches", "5", "--seed", "a")
    here = set(Match.objects.values_list("public_id", "seed"))
    import random

    from rooms import generation
    from rooms.management.commands.generate_matches import _played

    people = list(User.objects.order_by("pk"))
    chance = random.Random("b")
    tables = generation.make_tables(people, 1, chance)
    plans = list(generation.plan_matches(tables, 3, rounds=1, seed="b", chance=chance))
    there = [played for batch in _played(iter(plans), 1) for _, played in batch]
    alone = [played for batch in _played(iter(plans), 0) for _, played in batch]
    assert there == alone
    assert len(here) == 5
