"""A match as an administrator reads it: its log in plain words, sets and hands in notation.

A `PublicLine` is made from public events and has no room for a card that is still secret. An `OpenLine` shows
everything; it is made only for who may see all hands (`game.rulings.may_see_hands`).
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from game.engine import events as happened
from game.engine.actions import AskPause, Autoplay, ConfirmHand, Origin, Play
from game.engine.cards import card_ids, full_deck
from game.engine.codec import encode_action
from game.engine.deadlines import deadline, seconds, timing_out
from game.engine.dealing import deal
from game.engine.errors import Refusal
from game.engine.events import Event, events_for
from game.engine.notation import format_hand, format_set
from game.engine.observation import PublicObservation, observe_public
from game.engine.rules import ENGINES, apply, open_match
from game.engine.state import Finished, Step
from game.engine.state import Match as State
from game.models import Match
from game.moment import moment
from game.store import Entry, opening_of, tail

Names = Sequence[str]


class PublicLine(msgspec.Struct, frozen=True):
    """What everybody saw of one action. Version 0 is the opening, which nobody (`player` "", `seat` None) did.

    `kind` is the action's type in the log, `round` the round it was made in. `left`: how much of the time to answer
    was left, in words, by the deadline of the rules; empty where the action answered no question.
    """

    version: int
    at: datetime
    player: str
    origin: str
    words: tuple[str, ...]
    seat: int | None = None
    kind: str = ""
    round: int = 1
    left: str = ""


class OpenLine(msgspec.Struct, frozen=True):
    """One action with all its secrets: ids of cards, and the hand it left."""

    seen: PublicLine
    secrets: tuple[str, ...]
    hand: str


class MatchLog(msgspec.Struct, frozen=True):
    """All there is to show: `lines`, or `opened` in their place for who may see all hands.

    `position` says where a match stands that has not come to its end, `problem` where a replay had to stop.
    """

    lines: tuple[PublicLine, ...] = ()
    opened: tuple[OpenLine, ...] = ()
    position: tuple[str, ...] = ()
    problem: str = ""


def match_log(match: Match, names: Names, *, shows_hands: bool) -> MatchLog:
    """The log of a stored match. `names` by seat. A log that cannot be replayed is shown as far as it can be."""
    if match.engine not in ENGINES:
        return MatchLog(problem=_("This match was played by engine {name}.").format(name=match.engine))
    steps: list[tuple[Entry | None, Step]] = []
    problem = ""
    try:
        for pair in steps_of(match):
            steps.append(pair)
    except (Refusal, ValueError) as wrong:
        reason = wrong.code if isinstance(wrong, Refusal) else type(wrong).__name__
        text = _("The log cannot be replayed after version {n} ({reason}). verify_matches says more.")
        problem = text.format(n=max(len(steps) - 1, 0), reason=reason)
    if not steps:
        return MatchLog(problem=problem)
    before: list[State | None] = [None, *(step.match for _entry, step in steps[:-1])]
    lines = tuple(
        public_line(match, entry, step, state, names)
        for (entry, step), state in zip(steps, before, strict=True)
    )
    last = steps[-1][1].match
    position = () if isinstance(last.phase, Finished) else position_of(observe_public(last), names)
    if not shows_hands:
        return MatchLog(lines, position=position, problem=problem)
    opened = tuple(
        OpenLine(line, *_secrets(entry, step, names))
        for line, (entry, step) in zip(lines, steps, strict=True)
    )
    return MatchLog(opened=opened, position=position, problem=problem)


def steps_of(match: Match) -> Iterator[tuple[Entry | None, Step]]:
    """The opening and every action with what it led to. Raises: Refusal, ValueError where the log is damaged."""
    opening = opening_of(match)
    step = open_match(
        players=opening.players,
        options=opening.options,
        seed=opening.seed,
        at=opening.at,
        engine=opening.engine,
    )
    yield None, step
    for entry in tail(match.pk, 0):
        step = apply(step.match, entry.seat, entry.action, origin=entry.origin, at=entry.at)
        yield entry, step


def public_line(
    match: Match, entry: Entry | None, step: Step, before: State | None, names: Names
) -> PublicLine:
    """What everybody saw of an action, made in the state `before`, that led to `step`."""
    words = tuple(filter(None, [_words(event, names) for event in events_for(step.events, None)]))
    if entry is None or before is None:
        return PublicLine(0, moment(match.opened_at), "", "", words)
    return PublicLine(
        version=entry.version,
        at=moment(entry.at),
        player=names[entry.seat],
        origin=_(ORIGINS[entry.origin]),
        words=words,
        seat=entry.seat,
        kind=encode_action(entry.action)[0],
        round=before.round.number,
        left=_time_left(before, entry),
    )


def _time_left(before: State, entry: Entry) -> str:
    """By the deadline of the rules: time that was given back for slow loading or a restart is not in the log."""
    ends = deadline(before)
    if ends is None or entry.seat not in timing_out(before) or isinstance(entry.action, Autoplay | AskPause):
        return ""
    left = (ends - entry.at) / 1000
    text = _("{n} s of {total} s left") if left >= 0 else _("{n} s after {total} s")
    return text.format(n=f"{abs(left):.1f}", total=seconds(before))


ORIGINS: dict[Origin, str] = {
    Origin.PLAYER: gettext_noop("player"),
    Origin.BOT: gettext_noop("bot"),
    Origin.TIMEOUT: gettext_noop("deadline passed"),
    Origin.AUTOPLAY: gettext_noop("autoplay"),
    Origin.ADMIN: gettext_noop("administrator"),
}
"""What the log calls where an action came from; msgids."""


def _words(event: Event, names: Names) -> str:
    """A public event in words."""
    match event:
        case happened.MatchOpened(players):
            return _("the match is opened for {n} players").format(n=players)
        case happened.RoundDealt(number, order):
            return _("round {n} is dealt; best to worst: {names}").format(n=number, names=_list(order, names))
        case happened.HandConfirmed():
            return _("confirms the hand")
        case happened.RevolutionDeclared(seat, great, order):
            text = (
                _("{name} declares a great revolution; best to worst: {names}")
                if great
                else _("{name} declares a revolution; best to worst: {names}")
            )
            return text.format(name=names[seat], names=_list(order, names))
        case happened.TaxTaken(payer, receiver, count):
            text = _("tax: {a} gives {b} {n} card") if count == 1 else _("tax: {a} gives {b} {n} cards")
            return text.format(a=names[payer], b=names[receiver], n=count)
        case happened.TaxReturned(payer, receiver, count):
            text = (
                _("tax: {a} gives {b} {n} card back")
                if count == 1
                else _("tax: {a} gives {b} {n} cards back")
            )
            return text.format(a=names[receiver], b=names[payer], n=count)
        case happened.SetPlayed(_seat, played, left):
            return _("plays {set}, {n} left").format(set=format_set(played), n=left)
        case happened.Passed():
            return _("passes")
        case happened.WentOut(seat, place):
            return _("{name} is out, place {n}").format(name=names[seat], n=place)
        case happened.TrickWon(seat, leader):
            text = _("the trick goes to {name}; {leader} leads")
            return text.format(name=names[seat], leader=names[leader])
        case happened.RoundEnded(number, order):
            return _("round {n} ends; best to worst: {names}").format(n=number, names=_list(order, names))
        case happened.NextPressed():
            return _("is ready for the next round")
        case happened.AutoplaySet(_seat, on):
            return _("autoplay on") if on else _("autoplay off")
        case happened.PauseAsked(_seat, votes, needed):
            return _("asks for a pause ({n} of {total})").format(n=votes, total=needed)
        case happened.PauseDropped():
            return _("takes the wish for a pause back")
        case happened.PauseBegan(seat):
            return _("the pause that {name} asked for begins").format(name=names[seat])
        case happened.ResumeAsked(_seat, votes, needed):
            return _("asks to go on ({n} of {total})").format(n=votes, total=needed)
        case happened.PauseEnded():
            return _("the pause ends")
        case happened.MatchEnded(ranking):
            order = tuple(line.seat for line in ranking)
            return _("the match ends; best to worst: {names}").format(names=_list(order, names))
    raise AssertionError(f"not public: {type(event).__name__}")


def _list(seats: Iterable[int], names: Names) -> str:
    return ", ".join(names[seat] for seat in seats)


def _secrets(entry: Entry | None, step: Step, names: Names) -> tuple[tuple[str, ...], str]:
    """What only some or none knew at the time: cards by id, moved or laid down, hands dealt; and the hand left."""
    secrets = []
    for event in step.events:
        match event:
            case happened.RoundDealt(number, order):
                secrets += [f"{names[s]}: {format_hand(h)}" for s, h in _dealt(step.match, number, order)]
            case happened.TributeMoved(payer, receiver, cards):
                secrets.append(f"{names[payer]} → {names[receiver]}: {' '.join(card_ids(cards))}")
            case happened.GiftMoved(payer, receiver, cards):
                secrets.append(f"{names[receiver]} → {names[payer]}: {' '.join(card_ids(cards))}")
    if entry is None:
        return tuple(secrets), ""
    if isinstance(entry.action, Play):
        secrets.insert(0, " ".join(card_ids(entry.action.cards)))
    if isinstance(entry.action, ConfirmHand) and entry.action.declare_revolution:
        secrets.insert(0, _("declares a revolution"))
    return tuple(secrets), format_hand(step.match.hands[entry.seat])


def _dealt(match: State, number: int, order: tuple[int, ...]) -> Iterable[tuple[int, int]]:
    """The hands as dealt, by seat: those of the state may have paid their tax already."""
    setup = match.setup
    return enumerate(deal(full_deck(setup.options), order, seed=setup.seed, round_number=number))


PHASES: dict[str, str] = {
    "revolutionCheck": gettext_noop("hands are being checked"),
    "taxReturn": gettext_noop("taxes are being given back"),
    "playing": gettext_noop("a trick is being played"),
    "roundOver": gettext_noop("the round is over"),
    "finished": gettext_noop("the match is over"),
}
"""The phases of a match; msgids."""


def position_of(public: PublicObservation, names: Names) -> tuple[str, ...]:
    """Where a match stands, from what everybody sees."""
    words = [
        _("round {n} of {total}").format(n=public.round, total=public.options.rounds),
        _(PHASES[public.phase]),
    ]
    if public.owing:
        words.append(_("waiting for: {names}").format(names=_list(public.owing, names)))
    if public.top is not None and public.top_by is not None:
        words.append(
            _("on top: {set} of {name}").format(set=format_set(public.top), name=names[public.top_by])
        )
    counts = ", ".join(f"{names[seat]} {public.counts[seat]}" for seat in public.order)
    return (*words, _("cards left: {counts}").format(counts=counts))
