"""Migrations that fill what they add."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from game.models import Seat
from tests.game.stored import finished_match, open_stored


@pytest.mark.django_db
def test_places_are_filled_from_the_results_that_are_there() -> None:
    match = finished_match(rounds=3)
    open_stored()
    before = list(match.seats.order_by("index").values_list("place", "points"))
    Seat.objects.update(place=None, points=None)
    migration = MigrationExecutor(connection).loader.get_migration("game", "0003_places")
    fill = migration.operations[-1].code
    from django.apps import apps

    fill(apps, None)
    assert list(match.seats.order_by("index").values_list("place", "points")) == before
    assert sorted(place for place, _ in before) == [1, 2, 3, 4]
    assert not Seat.objects.exclude(match=match).filter(place__isnull=False).exists()
