"""Tables to look at: real matches driven to a moment by the easy bot, with the viewer who sees it best."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from game.bots import easy
from game.engine.actions import Action, AskPause, Autoplay, Next, Origin, Pass
from game.engine.cards import JESTERS, Seat, rank_counts
from game.engine.events import Event
from game.engine.observation import (
    PublicObservation,
    SeatObservation,
    hopeless_follow,
    observe_public,
    observe_seat,
)
from game.engine.options import Options
from game.engine.rules import apply, open_match, owing
from game.engine.state import Match
from game.rendering import SeatInfo, TableInfo

NAMES = ("민준", "할머니", "서연", "아빠", "지우", "두부", "하준", "이모")
NOW = 1_766_000_000_000

Moment = Callable[[Match], bool]


class Scene(NamedTuple):
    """A match at one moment, the events of its last step, and the seat that looks at it (None: a spectator)."""

    match: Match
    events: tuple[Event, ...]
    viewer: Seat | None

    @property
    def public(self) -> PublicObservation:
        """What everybody sees."""
        return observe_public(self.match)

    @property
    def own(self) -> SeatObservation | None:
        """What the viewer sees."""
        return None if self.viewer is None else observe_seat(self.match, self.viewer)

    def seen_by(self, seat: Seat | None) -> "Scene":
        """The same moment for another viewer."""
        return self._replace(viewer=seat)


def table_for(
    match: Match, *, names: tuple[str, ...] = NAMES, now: int = NOW, **changes: object
) -> TableInfo:
    """A room around the match: the sixth seat is a bot, everybody is there, six seconds of the time are gone."""
    players = match.setup.players
    public = observe_public(match)
    fields: dict[str, object] = {
        "match": "0f" * 16,
        "room_code": "K7MW3D",
        "room_name": "주말 가족방",
        "seats": tuple(SeatInfo(names[seat], "easy" if seat == 5 else None) for seat in range(players)),
        "deadline": None if public.seconds is None or public.is_paused else now + (public.seconds - 6) * 1000,
        "now": now,
        "online": (True,) * players,
    }
    return TableInfo(**{**fields, **changes})  # type: ignore[arg-type]


def steps(
    players: int,
    *,
    seed: int = 1,
    options: Options | None = None,
    choose: Callable[[SeatObservation], Action] = easy.choose,
) -> Iterator[tuple[Match, tuple[Event, ...]]]:
    """Every moment of a match of easy bots, from the deal to the end."""
    step = open_match(players=players, options=options or Options(), seed=seed.to_bytes(32, "big"), at=NOW)
    yield step.match, step.events
    while owed := owing(step.match):
        seat = owed[0]
        step = apply(step.match, seat, choose(observe_seat(step.match, seat)), origin=Origin.BOT, at=NOW)
        yield step.match, step.events


def easy_until(state: Match, is_enough: Callable[[Match], bool]) -> Iterator[tuple[Seat, Action]]:
    """What easy bots do from a state on, until a state is enough."""
    while not is_enough(state):
        seat = owing(state)[0]
        wish = easy.choose(observe_seat(state, seat))
        yield seat, wish
        state = apply(state, seat, wish, origin=Origin.BOT, at=NOW).match


def first(moment: Moment, players: int = 6, *, options: Options | None = None, seeds: int = 200) -> Scene:
    """The first such moment in matches of bots, tried seed after seed; nobody looks yet."""
    for seed in range(1, seeds):
        for match, events in steps(players, seed=seed, options=options):
            if moment(match):
                return Scene(match, events, None)
    raise LookupError("no such moment in any of these matches")


def phase_is(name: str, round_number: int | None = None) -> Moment:
    """A moment in a phase, in a certain round where one is given."""

    def moment(match: Match) -> bool:
        public = observe_public(match)
        return public.phase == name and round_number in (None, public.round)

    return moment


def _to_follow(match: Match) -> bool:
    public = observe_public(match)
    if public.phase != "playing" or public.top is None or public.current is None or public.round != 2:
        return False
    own = observe_seat(match, public.current)
    sets = {played.rank for played in own.legal}
    return (
        public.top.count == 2
        and len(public.history[-1].turns) >= 5
        and len(sets) >= 2
        and bool(own.hand & JESTERS)
    )


def _somebody_out(match: Match) -> bool:
    public = observe_public(match)
    return (
        public.phase == "playing"
        and sum(place is not None for place in public.out) >= 2
        and public.top is not None
    )


def _both_jesters(match: Match) -> Seat | None:
    return next((seat for seat, hand in enumerate(match.hands) if hand & JESTERS == JESTERS), None)


def _holder_checks(match: Match) -> bool:
    public = observe_public(match)
    holder = _both_jesters(match)
    return (
        public.phase == "revolutionCheck"
        and public.round == 2
        and sum(public.confirmed) == 3
        and holder is not None
        and not public.confirmed[holder]
    )


def _declared(match: Match) -> bool:
    public = observe_public(match)
    return (
        public.phase == "playing" and public.revolution != "none" and not any(t.turns for t in public.history)
    )


def _tax_owed(match: Match) -> bool:
    public = observe_public(match)
    return public.phase == "taxReturn" and public.round == 2 and any(tax.returned for tax in public.taxes)


def named_scenes() -> dict[str, Scene]:
    """The screens of the table by name."""
    follow = first(_to_follow)
    lead = first(
        lambda m: (
            phase_is("playing", 2)(m)
            and m.table.top is None
            and max(rank_counts(m.hands[m.phase.current])) > 2
        )
    )  # type: ignore[union-attr]
    current = follow.public.current
    assert current is not None
    holder = first(_holder_checks)
    plain = next(seat for seat in holder.public.owing if seat != _both_jesters(holder.match))
    tax = first(_tax_owed)
    draw = first(lambda m: any(len(d) > 1 for d in m.setup.draws or ()) and phase_is("revolutionCheck", 1)(m))
    eight = first(lambda m: phase_is("playing")(m) and m.version > 40 and m.table.top is not None, 8)
    twenty = first(lambda m: phase_is("playing", 1)(m) and m.table.top is not None, 4)
    many = first(lambda m: phase_is("playing", 1)(m) and _current_ranks(m) >= 12, 4)
    stuck = first(lambda m: phase_is("playing")(m) and _is_stuck(m))
    over = first(phase_is("roundOver", 2))
    out = first(_somebody_out)
    done = first(phase_is("finished"))
    gone = next(seat for seat, place in enumerate(out.public.out) if place is not None)
    away = apply(follow.match, current, Autoplay(True), origin=Origin.PLAYER, at=NOW)
    asked = apply(follow.match, current, AskPause(needed=3), origin=Origin.PLAYER, at=NOW)
    paused = apply(follow.match, current, AskPause(needed=1), origin=Origin.PLAYER, at=NOW)
    return {
        "draw": draw.seen_by(4),
        "follow": follow.seen_by(current),
        "wait": follow.seen_by((current + 1) % 6),
        "next": _next(),
        "watch": follow,
        "lead": lead.seen_by(lead.public.current),
        "eight": eight.seen_by(4),
        "twenty": twenty.seen_by(twenty.public.current),
        "many": many.seen_by(many.public.current),
        "stuck": stuck.seen_by(stuck.public.current),
        "five": _of(5),
        "seven": _of(7),
        "out": out.seen_by(gone),
        "away": Scene(away.match, away.events, current),
        "pauseasked": Scene(asked.match, asked.events, (current + 1) % 6),
        "paused": Scene(paused.match, paused.events, current),
        "revolution": holder.seen_by(_both_jesters(holder.match)),
        "plain": holder.seen_by(plain),
        "declared": first(_declared).seen_by(0),
        "tax": tax.seen_by(tax.public.owing[0]),
        "taxed": tax.seen_by(tax.public.taxes[0].payer),
        "round": over.seen_by(over.match.results[-1].order[0]),
        "ready": _pressed(over),
        "final": done.seen_by(done.public.order[1]),
        "final20": first(phase_is("finished"), 4, options=Options(rounds=20)).seen_by(0),
    }


def _own(match: Match) -> SeatObservation:
    """What the seat whose turn it is sees."""
    current = observe_public(match).current
    assert current is not None
    return observe_seat(match, current)


def _current_ranks(match: Match) -> int:
    return sum(count > 0 for count in rank_counts(_own(match).hand))


def _is_stuck(match: Match) -> bool:
    own = _own(match)
    return not own.must_lead and not own.legal


def _next() -> Scene:
    """Seen by somebody who is asked after one more pass, and then has something to follow with."""

    def moment(match: Match) -> bool:
        if not phase_is("playing", 2)(match) or match.table.top is None:
            return False
        later = _passed(match)
        public = observe_public(later)
        return (
            public.top is not None
            and not hopeless_follow(public, public.current or 0)
            and any(not played.jesters for played in _own(later).legal)
        )

    scene = first(moment)
    return scene.seen_by(observe_public(_passed(scene.match)).current)


def _passed(match: Match) -> Match:
    """The match after whoever's turn it is has passed."""
    current = observe_public(match).current
    assert current is not None
    return apply(match, current, Pass(), origin=Origin.PLAYER, at=NOW).match


def _of(players: int) -> Scene:
    """A full table of so many, in the middle of a trick, seen by one who passed."""
    scene = first(
        lambda m: phase_is("playing")(m) and m.table.top is not None and sum(observe_public(m).passed) > 2,
        players,
    )
    return scene.seen_by(scene.public.passed.index(True))


def _pressed(over: Scene) -> Scene:
    step = apply(over.match, 0, Next(), origin=Origin.PLAYER, at=NOW)
    return Scene(step.match, step.events, 0)
