"""One viewer's own fragments, and what they are drawn from: while that stays the same, they need not be sent again."""

from typing import NamedTuple

from game.engine.observation import PublicObservation, SeatObservation
from game.rendering.controls import controls_context, jesters_held
from game.rendering.hand import hand_context, hand_key
from game.rendering.language import Language
from game.rendering.table import TableInfo


class OwnKey(NamedTuple):
    """What `#hand` and `#controls` were drawn from. `controls` is None where they must always be drawn again."""

    hand: tuple[object, ...]
    controls: tuple[object, ...] | None


def own_key(own: SeatObservation | None, public: PublicObservation) -> OwnKey:
    """The key of a viewer's fragments; `own` is None for a spectator."""
    if own is None:
        return OwnKey((_has_no_hand(None, public),), ("watch", public.phase))
    return OwnKey((_has_no_hand(own, public), *hand_key(own)), _controls_key(own, public))


def own_fragments(
    own: SeatObservation | None,
    public: PublicObservation,
    table: TableInfo,
    words: Language,
    oob: str,
    known: OwnKey | None = None,
) -> dict[str, str]:
    """`hand` and `controls` by id, without those that `known` says are on the page already."""
    key = own_key(own, public)
    fragments = {}
    if known is None or known.hand != key.hand:
        fragments["hand"] = hand(own, public, table, words, oob)
    if known is None or key.controls is None or known.controls != key.controls:
        context = controls_context(own, public, table, words)
        fragments["controls"] = words.template("controls.jinja").render(context, oob=oob)
    return fragments


def hand(
    own: SeatObservation | None,
    public: PublicObservation,
    table: TableInfo,
    words: Language,
    oob: str,
    *,
    is_still: bool = False,
) -> str:
    """The `#hand` fragment, hidden where its viewer has none; `is_still`: to look at, with nothing to press."""
    if own is None or _has_no_hand(own, public):
        return f'<section id="hand" class="hand"{oob} hidden></section>\n'
    return words.template("hand.jinja").render(hand_context(own, table, words, is_still=is_still), oob=oob)


def _has_no_hand(own: SeatObservation | None, public: PublicObservation) -> bool:
    return own is None or public.phase in ("roundOver", "finished")


def _controls_key(own: SeatObservation, public: PublicObservation) -> tuple[object, ...] | None:
    """Somebody who is asked gets the form of this very question; who waits in play keeps what they have."""
    if own.owes is not None or public.phase != "playing" or public.autoplay[own.seat]:
        return None
    place = public.out[own.seat]
    return ("wait", jesters_held(own)) if place is None else ("out", place)
