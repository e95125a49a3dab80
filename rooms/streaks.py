"""Runs of first places after one another, found by the database with window functions.

Matches follow one another as they were opened, which is how indexes have them.
"""

from typing import NamedTuple

from django.db import connection

from game.models import Match


class Streak(NamedTuple):
    """How many in a row: at most, and up to now."""

    longest: int
    current: int


_RUNS = """
    WITH played AS ({played}),
    runs AS (
        SELECT n, n - ROW_NUMBER() OVER (ORDER BY n) AS run FROM played WHERE place = 1
    ),
    lengths AS (SELECT COUNT(*) AS length, MAX(n) AS last FROM runs GROUP BY run)
    SELECT COALESCE(MAX(length), 0),
        COALESCE(MAX(CASE WHEN last = (SELECT COUNT(*) FROM played) THEN length END), 0)
    FROM lengths
"""
_MATCHES = """
    SELECT s.place, ROW_NUMBER() OVER (ORDER BY s.match_id) AS n
    FROM game_seat s JOIN game_match m ON m.id = s.match_id
    WHERE s.user_id = %s AND s.place IS NOT NULL AND m.status = %s AND (m.people = 1) = %s
"""
_ROUNDS = """
    SELECT r.place, ROW_NUMBER() OVER (ORDER BY r.match_id, r.round) AS n
    FROM game_seatround r JOIN game_match m ON m.id = r.match_id
    WHERE r.user_id = %s AND m.status = %s AND (m.people = 1) = %s
"""


def matches_won(user_id: int, *, practice: bool) -> Streak:
    """Matches this person won one after the other; `practice`: those with bots alone, else the others."""
    return _streak(_MATCHES, user_id, practice)


def rounds_won(user_id: int, *, practice: bool) -> Streak:
    """Rounds this person was the first to go out in, one after the other, also across matches."""
    return _streak(_ROUNDS, user_id, practice)


def _streak(played: str, user_id: int, practice: bool) -> Streak:
    with connection.cursor() as cursor:
        cursor.execute(_RUNS.format(played=played), [user_id, Match.Status.FINISHED.value, practice])
        longest, current = cursor.fetchone()
    return Streak(longest, current)


_ROOM_ROUNDS = """
    WITH played AS MATERIALIZED (
        SELECT r.user_id, r.place, r.players, r.revolution,
            ROW_NUMBER() OVER (PARTITION BY r.user_id ORDER BY r.match_id, r.round) AS n
        FROM rooms_roommatch rm JOIN game_match m ON m.id = rm.match_id JOIN game_seatround r ON r.match_id = m.id
        WHERE rm.room_id = %s AND m.status = %s
            AND r.user_id IN (SELECT user_id FROM rooms_membership WHERE room_id = %s)
    ),
    runs AS (
        SELECT user_id, n - ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY n) AS run
        FROM played WHERE place = 1
    ),
    lengths AS (SELECT user_id, COUNT(*) AS length FROM runs GROUP BY user_id, run),
    longest AS (SELECT user_id, MAX(length) AS length FROM lengths GROUP BY user_id),
    earned AS (
        SELECT user_id, place, players, COUNT(*) AS rounds,
            SUM(CASE WHEN revolution > 0 THEN 1 ELSE 0 END) AS revolutions
        FROM played GROUP BY user_id, place, players
    )
    SELECT earned.user_id, place, players, rounds, revolutions, length
    FROM earned LEFT JOIN longest ON longest.user_id = earned.user_id
"""


class Earned(NamedTuple):
    """How often a member ended a round of a room in a place at a table of a size.

    `revolutions` are those they declared in these rounds, `longest` is their longest run of rounds won in the room.
    """

    user_id: int
    place: int
    players: int
    rounds: int
    revolutions: int
    longest: int | None


def earned_in_room(room_id: int) -> list[Earned]:
    """What the members of a room have earned there, in one walk over its rounds."""
    with connection.cursor() as cursor:
        cursor.execute(_ROOM_ROUNDS, [room_id, Match.Status.FINISHED.value, room_id])
        return [Earned(*row) for row in cursor.fetchall()]
