"""What happened, for motion, log and speech.

An event is public as a whole, or private to its owners as a whole.

Redaction is by construction: cards are named only in the two private types, so leaving those out is all
there is to do.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

from game.engine.cards import CardSet, Seat, card_ids
from game.engine.hidden import Hidden
from game.engine.history import Ranked
from game.engine.sets import PlayedSet


class MatchOpened(msgspec.Struct, frozen=True, tag="matchOpened"):
    """A match began."""

    players: int
    commitment: str


class RoundDealt(msgspec.Struct, frozen=True, tag="roundDealt"):
    """Hands were dealt; `order` is best standing first."""

    round: int
    order: tuple[Seat, ...]


class HandConfirmed(msgspec.Struct, frozen=True, tag="handConfirmed"):
    """A seat has looked at its hand."""

    seat: Seat


class RevolutionDeclared(msgspec.Struct, frozen=True, tag="revolutionDeclared"):
    """A seat showed both jesters; `great` turned the order round."""

    seat: Seat
    great: bool
    order: tuple[Seat, ...]


class TaxTaken(msgspec.Struct, frozen=True, tag="taxTaken"):
    """The payer's best cards went to the receiver."""

    payer: Seat
    receiver: Seat
    count: int


class TaxReturned(msgspec.Struct, frozen=True, tag="taxReturned"):
    """The receiver gave as many cards back to the payer."""

    payer: Seat
    receiver: Seat
    count: int


class SetPlayed(msgspec.Struct, frozen=True, tag="setPlayed"):
    """A set was laid down; `left` cards remain in that hand."""

    seat: Seat
    set: PlayedSet
    left: int


class Passed(msgspec.Struct, frozen=True, tag="passed"):
    """A seat laid nothing down."""

    seat: Seat


class WentOut(msgspec.Struct, frozen=True, tag="wentOut"):
    """A seat laid its last card and takes a place (1-based)."""

    seat: Seat
    place: int


class TrickWon(msgspec.Struct, frozen=True, tag="trickWon"):
    """A trick ended: `seat` had the top set, `leader` leads the next one."""

    seat: Seat
    leader: Seat


class RoundEnded(msgspec.Struct, frozen=True, tag="roundEnded"):
    """One seat is left with cards; `order` is the finish order, best first."""

    round: int
    order: tuple[Seat, ...]


class NextPressed(msgspec.Struct, frozen=True, tag="nextPressed"):
    """A seat is ready for the next round."""

    seat: Seat


class AutoplaySet(msgspec.Struct, frozen=True, tag="autoplaySet"):
    """A seat's autoplay was switched."""

    seat: Seat
    on: bool


class PauseAsked(msgspec.Struct, frozen=True, tag="pauseAsked"):
    """A seat would like a pause: `votes` of the `needed` seats have said so."""

    seat: Seat
    votes: int
    needed: int


class PauseDropped(msgspec.Struct, frozen=True, tag="pauseDropped"):
    """A seat took its wish for a pause back."""

    seat: Seat


class PauseBegan(msgspec.Struct, frozen=True, tag="pauseBegan"):
    """The pause that `seat` asked for begins."""

    seat: Seat


class ResumeAsked(msgspec.Struct, frozen=True, tag="resumeAsked"):
    """A seat would like to go on: `votes` of the `needed` seats have said so."""

    seat: Seat
    votes: int
    needed: int


class PauseEnded(msgspec.Struct, frozen=True, tag="pauseEnded"):
    """The pause is over; `seat` ended it, or had asked for it where its time ran out."""

    seat: Seat


class MatchEnded(msgspec.Struct, frozen=True, tag="matchEnded"):
    """The last round has ended; always the last event of a match."""

    ranking: tuple[Ranked, ...]


class TributeMoved(Hidden, frozen=True, tag="tributeMoved"):
    """Which cards a tax took. Owners: payer and receiver."""

    payer: Seat
    receiver: Seat
    cards: CardSet


class GiftMoved(Hidden, frozen=True, tag="giftMoved"):
    """Which cards came back. Owners: payer and receiver."""

    payer: Seat
    receiver: Seat
    cards: CardSet


PublicEvent: TypeAlias = (
    MatchOpened
    | RoundDealt
    | HandConfirmed
    | RevolutionDeclared
    | TaxTaken
    | TaxReturned
    | SetPlayed
    | Passed
    | WentOut
    | TrickWon
    | RoundEnded
    | NextPressed
    | AutoplaySet
    | PauseAsked
    | PauseDropped
    | PauseBegan
    | ResumeAsked
    | PauseEnded
    | MatchEnded
)
PrivateEvent: TypeAlias = TributeMoved | GiftMoved
Event: TypeAlias = PublicEvent | PrivateEvent


def owners(event: Event) -> tuple[Seat, ...] | None:
    """The seats that may see a private event; None for a public one."""
    if isinstance(event, TributeMoved | GiftMoved):
        return (event.payer, event.receiver)
    return None


def events_for(events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
    """The events that a seat (None: a spectator) may see, in order."""
    return tuple(event for event in events if (who := owners(event)) is None or seat in who)


def event_dict(event: Event) -> dict[str, Any]:
    """The JSON form of an event: its `type`, its fields, cards as ids under `cardIds`."""
    if isinstance(event, TributeMoved | GiftMoved):
        name = "tributeMoved" if isinstance(event, TributeMoved) else "giftMoved"
        cards = card_ids(event.cards)
        return {"type": name, "payer": event.payer, "receiver": event.receiver, "cardIds": cards}
    fields: dict[str, Any] = msgspec.to_builtins(event)
    return fields
