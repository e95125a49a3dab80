"""State, actions and observations as bytes and plain JSON values, and back. Judges no rule.

Cards travel as lists of card ids; the 80-bit sets themselves are never written.
"""

from collections.abc import Mapping
from typing import Any, assert_never

import msgspec
from msgspec.structs import replace

from game.engine.actions import Action, AskPause, Autoplay, ConfirmHand, Next, Pass, Play, Resume, ReturnTax
from game.engine.cards import CardSet, card_ids, parse_card_id
from game.engine.errors import Malformed
from game.engine.observation import Observation, PublicObservation
from game.engine.state import Match


class _TaxCards(msgspec.Struct, frozen=True):
    tribute: list[str]
    gift: list[str] | None


class _StoredMatch(msgspec.Struct, frozen=True):
    """A match whose card sets were taken out (`match` holds zeros) and written as ids."""

    match: Match
    hands: list[list[str]]
    taxes: list[_TaxCards]


def encode_match(match: Match) -> bytes:
    """The whole state as JSON. It holds every hand and the seed: for the store only."""
    taxes = match.round.taxes
    bare_taxes = tuple(replace(tax, tribute=0, gift=None) for tax in taxes)
    bare = replace(match, hands=(), round=replace(match.round, taxes=bare_taxes))
    cards = [_TaxCards(card_ids(tax.tribute), _ids_or_none(tax.gift)) for tax in taxes]
    return msgspec.json.encode(_StoredMatch(bare, [card_ids(hand) for hand in match.hands], cards))


def decode_match(data: bytes) -> Match:
    """The state from `encode_match`. Raises: msgspec.DecodeError, ValueError."""
    stored = msgspec.json.decode(data, type=_StoredMatch)
    match = stored.match
    taxes = tuple(
        replace(tax, tribute=_cards(cards.tribute), gift=None if cards.gift is None else _cards(cards.gift))
        for tax, cards in zip(match.round.taxes, stored.taxes, strict=True)
    )
    hands = tuple(_cards(ids) for ids in stored.hands)
    return replace(match, hands=hands, round=replace(match.round, taxes=taxes))


def encode_observation(observation: Observation) -> bytes:
    """An observation as JSON: what its viewer knows and nothing else."""
    if isinstance(observation, PublicObservation):
        return msgspec.json.encode(observation)
    fields: dict[str, Any] = msgspec.structs.asdict(observation)
    fields["hand"] = card_ids(observation.hand)
    if (tax := observation.tax) is not None:
        fields["tax"] = {
            **msgspec.structs.asdict(tax),
            "tribute": card_ids(tax.tribute),
            "gift": _ids_or_none(tax.gift),
        }
    return msgspec.json.encode(fields)


def encode_action(action: Action) -> tuple[str, dict[str, Any]]:
    """The type and the JSON payload of an action, as the log and the protocol name them."""
    match action:
        case ConfirmHand(declare_revolution):
            return "confirmHand", {"declareRevolution": declare_revolution}
        case ReturnTax(cards):
            return "returnTax", {"cardIds": card_ids(cards)}
        case Play(cards):
            return "play", {"cardIds": card_ids(cards)}
        case Pass():
            return "pass", {}
        case Next():
            return "next", {}
        case Autoplay(on):
            return "autoplay", {"on": on}
        case AskPause(needed):
            return "pause", {"needed": needed}
        case Resume(needed):
            return "resume", {"needed": needed}
        case _:
            assert_never(action)


def decode_action(kind: str, payload: Mapping[str, Any]) -> Action:
    """The action of a type and payload; fields it does not know are ignored. Raises: Malformed.

    A card named twice is no error yet: the rules refuse it in their order of checks.
    """
    match kind:
        case "confirmHand":
            return ConfirmHand(_flag(payload, "declareRevolution", default=False))
        case "returnTax":
            return ReturnTax(*_named_cards(payload))
        case "play":
            return Play(*_named_cards(payload))
        case "pass":
            return Pass()
        case "next":
            return Next()
        case "autoplay":
            return Autoplay(_flag(payload, "on"))
        case "pause":
            return AskPause(_number(payload, "needed"))
        case "resume":
            return Resume(_number(payload, "needed"))
        case _:
            raise Malformed()


def _flag(payload: Mapping[str, Any], name: str, *, default: bool | None = None) -> bool:
    value = payload.get(name, default)
    if not isinstance(value, bool):
        raise Malformed()
    return value


def _number(payload: Mapping[str, Any], name: str) -> int:
    value = payload.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Malformed()
    return value


def _named_cards(payload: Mapping[str, Any]) -> tuple[CardSet, bool]:
    """The cards under `cardIds`, and whether one was named twice."""
    ids = payload.get("cardIds")
    if not isinstance(ids, list | tuple) or not all(isinstance(name, str) for name in ids):
        raise Malformed()
    try:
        return _cards(ids), len(set(ids)) < len(ids)
    except ValueError:
        raise Malformed() from None


def _cards(ids: list[str] | tuple[str, ...]) -> CardSet:
    cards = 0
    for name in ids:
        cards |= parse_card_id(name)
    return cards


def _ids_or_none(cards: CardSet | None) -> list[str] | None:
    return None if cards is None else card_ids(cards)
