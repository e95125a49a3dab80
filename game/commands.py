"""What a client may say at the table: parsing its messages, and finding the cards it means in the hand it has."""

import re
from collections import Counter
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec

from game.engine.actions import Action, AskPause, Autoplay, ConfirmHand, Next, Pass, Play, Resume, ReturnTax
from game.engine.cards import COPIES, JESTER, RANK, CardSet, Hand, lowest
from game.engine.codec import decode_action
from game.engine.errors import Malformed

T = TypeVar("T")

MAX_BYTES = 4096

KEY = r"^[ -~]{1,36}\Z"  # printable ASCII: an id is stored; `$` would let a line end after it
Key: TypeAlias = Annotated[str, msgspec.Meta(pattern=KEY)]
PublicId: TypeAlias = Annotated[str, msgspec.Meta(max_length=32)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Small: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=80)]
CardIds: TypeAlias = Annotated[list[str], msgspec.Meta(max_length=80)]
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=300)]


class _GameCommand(msgspec.Struct, rename="camel", tag_field="type", kw_only=True):
    """A game action: which question of which match it answers, and the client's id for it.

    Without `match` the one on the table is meant.
    """

    decision: Number
    id: Key | None = None
    match: PublicId | None = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"  # cards may be named


class ConfirmHandCommand(_GameCommand, tag="confirmHand"):
    declare_revolution: bool = False


class ReturnTaxCommand(_GameCommand, tag="returnTax"):
    card_ids: CardIds | None = None
    ranks: Annotated[list[Small], msgspec.Meta(max_length=80)] | Text | None = None


class PlayCommand(_GameCommand, tag="play"):
    card_ids: CardIds | None = None
    rank: Small | None = None
    count: Small | None = None
    jesters: Small = 0


class PassCommand(_GameCommand, tag="pass"):
    pass


class NextCommand(_GameCommand, tag="next"):
    pass


class AutoplayCommand(msgspec.Struct, rename="camel", tag="autoplay", tag_field="type", kw_only=True):
    """Answers no question, so its decision is not looked at."""

    on: bool
    decision: Number | None = None
    id: Key | None = None
    match: PublicId | None = None


class PauseCommand(msgspec.Struct, rename="camel", tag="pause", tag_field="type", kw_only=True):
    """Asks for a pause (`on`), or to go on again; the latter takes one's own wish back, too. Answers no question."""

    on: bool
    decision: Number | None = None
    id: Key | None = None
    match: PublicId | None = None


class SyncCommand(msgspec.Struct, tag="sync", tag_field="type"):
    """Send me everything again."""


class PingCommand(msgspec.Struct, tag="ping", tag_field="type"):
    """Are you there?"""

    t: float


GameCommand: TypeAlias = (
    ConfirmHandCommand
    | ReturnTaxCommand
    | PlayCommand
    | PassCommand
    | NextCommand
    | AutoplayCommand
    | PauseCommand
)
Command: TypeAlias = GameCommand | SyncCommand | PingCommand

_decoder = msgspec.json.Decoder(Command, strict=False)  # forms send numbers as strings


def parse_command(text: str) -> Command:
    """A client's message as a command. Unknown fields are ignored. Raises Malformed."""
    return parse_with(_decoder, text)


def parse_with(decoder: msgspec.json.Decoder[T], text: str) -> T:
    """A client's message, by another app's decoder. Raises Malformed."""
    if len(text) > MAX_BYTES or len(text.encode()) > MAX_BYTES:
        raise Malformed()
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError, UnicodeError):
        raise Malformed() from None


class _Keyed(msgspec.Struct):
    """Whatever has an id. Other fields are passed over as the decoder of commands passes over unknown ones."""

    id: Any = None


_keyed = msgspec.json.Decoder(_Keyed)


def key_of(text: str) -> str | None:
    """The `id` of a message that could not be parsed, so that its refusal can be matched to it."""
    try:
        key = _keyed.decode(text).id
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
    return key if isinstance(key, str) and re.fullmatch(KEY, key) else None


def action_for(command: GameCommand, hand: Hand, needed: int) -> Action:
    """The engine's action for a command of the seat that holds `hand`; a pause needs `needed` seats.

    Ranks and counts mean the lowest such cards of the hand. What the hand does not have is named all the same, for
    the engine to refuse in its order of checks. Raises Malformed; no rule is checked here.
    """
    match command:
        case ConfirmHandCommand():
            return ConfirmHand(command.declare_revolution)
        case ReturnTaxCommand(card_ids=None):
            return ReturnTax(_cards_of_ranks(command.ranks, hand))
        case ReturnTaxCommand():
            return decode_action("returnTax", {"cardIds": command.card_ids})
        case PlayCommand(card_ids=None):
            return Play(_cards_of_set(command, hand))
        case PlayCommand():
            return decode_action("play", {"cardIds": command.card_ids})
        case PassCommand():
            return Pass()
        case NextCommand():
            return Next()
        case AutoplayCommand():
            return Autoplay(command.on)
        case PauseCommand():
            return AskPause(needed) if command.on else Resume(needed)


def _cards_of_set(command: PlayCommand, hand: Hand) -> CardSet:
    rank, count, jesters = command.rank, command.count, command.jesters
    if rank is None or count is None or jesters > count:
        raise Malformed()
    if rank == JESTER:
        return _named(JESTER, count, hand)
    return _named(rank, count - jesters, hand) | _named(JESTER, jesters, hand)


def _cards_of_ranks(ranks: list[int] | str | None, hand: Hand) -> CardSet:
    if ranks is None:
        raise Malformed()
    if isinstance(ranks, str):
        try:
            ranks = [int(part) for part in ranks.strip("[]").split(",") if part.strip()]
        except ValueError:
            raise Malformed() from None
    cards: CardSet = 0
    for rank, count in Counter(ranks).items():
        cards |= _named(rank, count, hand)
    return cards


def _named(rank: int, count: int, hand: Hand) -> CardSet:
    """`count` cards of a rank: the lowest of the hand, or cards it lacks where it has too few."""
    if not 1 <= rank <= JESTER or count > COPIES[rank]:
        raise Malformed()
    held = hand & RANK[rank]
    return lowest(held if held.bit_count() >= count else RANK[rank], count)
