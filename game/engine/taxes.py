"""A tax in its two forms: what everybody sees, and what its payer and its receiver know."""

import msgspec

from game.engine.cards import CardSet, Seat
from game.engine.hidden import Hidden


class TaxObservation(msgspec.Struct, frozen=True):
    """A tax as the public sees it: payer → receiver, how many cards, and whether as many came back."""

    payer: Seat
    receiver: Seat
    count: int
    returned: bool


class OwnTax(Hidden, frozen=True):
    """The tax this seat paid or received, with its cards. `gift` is None until it was given back."""

    payer: Seat
    receiver: Seat
    tribute: CardSet
    gift: CardSet | None
