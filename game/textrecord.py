"""A finished match as plain text to read and to keep: names, deals, taxes, tricks and results in our notation."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _

from game.engine import events as happened
from game.engine.cards import full_deck
from game.engine.dealing import deal
from game.engine.events import Event
from game.engine.history import Ranked
from game.engine.notation import format_hand, format_set
from game.engine.options import options_dict
from game.engine.state import Match as State
from game.models import Match
from game.moment import moment
from game.names import level_name, shown_name
from game.replay import replay_of
from game.store import players_of

Names = Sequence[str]


def text_record(match: Match) -> str:
    """The record in the language active now. Bots are called as this language calls them.

    Every line is indented as deep as it belongs; a name is one word or several, but never a line of its own.
    Raises: CannotReplay; ValueError for a running match.
    """
    played = replay_of(match)
    players = [(" ".join(shown_name(p.name, p.bot).split()), p.bot) for p in players_of(match.pk)]
    names = [name for name, _bot in players]
    lines = [_("Kings & Serfs"), f"{match.room_name}  {match.public_id}"]
    ended = match.finished_at or match.opened_at
    lines += [f"{moment(match.opened_at):%Y-%m-%d %H:%M} – {moment(ended):%Y-%m-%d %H:%M} UTC", ""]
    state = played.moments[0].state
    lines += ["  ".join(f"{key}={value}" for key, value in options_dict(state.setup.options).items()), ""]
    lines += [
        f"{seat}  {name}" + (f"  ({_('Bot')}, {level_name(bot)})" if bot else "")
        for seat, (name, bot) in enumerate(players)
    ]
    lines += ["", _("2x7+J: two sevens and a jester. 1xJ: a jester alone. –: a pass."), ""]
    events = (event for step in played.moments for event in step.events)
    return "\n".join([*lines, *_told(events, state, names)]) + "\n"


def _told(events: Iterable[Event], opened: State, names: Names) -> Iterator[str]:
    """The lines of what happened; the sets of a trick share one line."""
    trick: list[str] = []
    number = 0
    for event in events:
        match event:
            case happened.SetPlayed(seat, played):
                trick.append(f"{names[seat]} {format_set(played)}")
            case happened.Passed(seat):
                trick.append(f"{names[seat]} –")
            case happened.WentOut(seat, place):
                trick.append(_("({name} is out, place {n})").format(name=names[seat], n=place))
            case happened.TrickWon(seat):
                number += 1
                yield _trick(number, trick, names[seat])
                trick = []
            case happened.RoundDealt(round_number, order):
                number = 0
                yield from _dealt(opened, round_number, order, names)
            case happened.RoundEnded(round_number, order):
                if trick:
                    yield _trick(number + 1, trick, "")
                    trick = []
                yield f"  = {_list(order, names)}"
                yield ""
            case happened.MatchEnded(ranking):
                yield from _ranked(ranking, names)
            case _:
                yield from _between(event, names)


def _trick(number: int, turns: Sequence[str], taker: str) -> str:
    won = f"  → {taker}" if taker else ""
    return f"  {number:>2}. {', '.join(turns)}{won}"


def _between(event: Event, names: Names) -> Iterator[str]:
    """Taxes with their cards, and revolutions; nothing for what only moves the match on."""
    match event:
        case happened.TributeMoved(payer, receiver, cards):
            yield f"  {names[payer]} → {names[receiver]}: {format_hand(cards)}"
        case happened.GiftMoved(payer, receiver, cards):
            yield f"  {names[receiver]} → {names[payer]}: {format_hand(cards)}"
        case happened.RevolutionDeclared(seat, great, order):
            text = (
                _("{name} declares a great revolution; best to worst: {names}")
                if great
                else _("{name} declares a revolution; best to worst: {names}")
            )
            yield "  " + text.format(name=names[seat], names=_list(order, names))


def _dealt(opened: State, number: int, order: tuple[int, ...], names: Names) -> Iterator[str]:
    """The head of a round, what was drawn before the first, and the hands as dealt."""
    setup = opened.setup
    yield _("round {n} is dealt; best to worst: {names}").format(n=number, names=_list(order, names))
    if number == 1 and setup.draws is not None:
        drawn = "; ".join(
            f"{names[seat]} {' '.join(map(str, ranks))}" for seat, ranks in enumerate(setup.draws)
        )
        yield "  " + _("drawn for the first titles: {cards}").format(cards=drawn)
    for seat, hand in enumerate(deal(full_deck(setup.options), order, seed=setup.seed, round_number=number)):
        yield f"  {names[seat]}: {format_hand(hand)}"


def _ranked(ranking: Iterable[Ranked], names: Names) -> Iterator[str]:
    yield _("Final result")
    for line in sorted(ranking, key=lambda line: (line.rank, line.seat)):
        yield f"  {line.rank}. {names[line.seat]}  {line.total}  ({' '.join(map(str, line.places))})"


def _list(seats: Iterable[int], names: Names) -> str:
    return ", ".join(names[seat] for seat in seats)
