"""The names of titles, cards and bots as players read them; msgids only, so every language translates them itself.

At a kind table nobody is called a serf, not even a card.
"""

from functools import lru_cache

from django.utils.translation import gettext_noop as _

from game.bots.characters import CHARACTERS, Character
from game.engine.cards import Rank

TITLES: dict[str, str] = {
    "king": _("King"),
    "noble": _("Noble"),
    "common": _("Commoner"),
    "tenant": _("Tenant"),
    "serf": _("Serf"),
}
"""Title key (as in the sprite and the stylesheets) → msgid."""

KIND_TITLES: dict[str, str] = {**TITLES, "tenant": _("Gardener"), "serf": _("Sprout")}
"""The titles of a kind table."""

CARDS: tuple[str, ...] = (
    "",
    _("King"),
    _("Queen"),
    _("Chancellor"),
    _("General"),
    _("Scholar"),
    _("Merchant"),
    _("Apothecary"),
    _("Carpenter"),
    _("Potter"),
    _("Fisher"),
    _("Woodcutter"),
    _("Farmer"),
    _("Jester"),
)
"""`CARDS[rank]`: the msgid of a rank's name; rank 13 is the jester, index 0 is empty."""

CLASSIC_CARDS: tuple[str, ...] = (
    "",
    _("King"),
    _("Archbishop"),
    _("Chamberlain"),
    _("Baroness"),
    _("Abbess"),
    _("Knight"),
    _("Seamstress"),
    _("Mason"),
    _("Cook"),
    _("Shepherd"),
    _("Miner"),
    _("Peasant"),
    _("Jester"),
)
"""The other set of names, for who has chosen it."""

KIND_CLASSIC_CARDS: tuple[str, ...] = (*CLASSIC_CARDS[:12], CARDS[12], CLASSIC_CARDS[13])
"""The other set at a kind table."""

BOT_LEVELS: dict[str, str] = {
    "beginner": _("Beginner"),
    "easy": _("Easy"),
    "normal": _("Normal"),
    "hard": _("Hard"),
    "expert": _("Expert"),
}
"""What the levels of bots are called, as msgids, the weakest first."""

# Things to eat and to find, none of them a title, a card or a rank: small ones, everyday ones, what is made with
# care, what is hard to crack, what is hard to come by.
BOT_NAMES: dict[str, tuple[str, ...]] = {
    "beginner": (
        _("Bean"),
        _("Acorn"),
        _("Snail"),
        _("Rice"),
        _("Grape"),
        _("Cherry"),
        _("Oats"),
        _("Malt"),
    ),
    "easy": (
        _("Tofu"),
        _("Potato"),
        _("Corn"),
        _("Cucumber"),
        _("Yam"),
        _("Cookie"),
        _("Peach"),
        _("Pickle"),
    ),
    "normal": (
        _("Barley"),
        _("Dumpling"),
        _("Mochi"),
        _("Crispy"),
        _("Melon"),
        _("Apricot"),
        _("Pumpkin"),
        _("Plum"),
    ),
    "hard": (
        _("Chestnut"),
        _("Walnut"),
        _("Almond"),
        _("Pine Nut"),
        _("Ginger"),
        _("Jujube"),
        _("Coconut"),
        _("Peanut"),
    ),
    "expert": (
        _("Ginseng"),
        _("Truffle"),
        _("Saffron"),
        _("Quince"),
        _("Citron"),
        _("Fig"),
        _("Lotus"),
        _("Cocoa"),
    ),
}
"""What bots of a level are called, as msgids: stored so, and shown to everybody in their own language."""

ALL_BOT_NAMES: frozenset[str] = frozenset(name for names in BOT_NAMES.values() for name in names)
"""The same for all levels. A bot of an older room may bear a name that is another level's now."""

BOT_CHARACTERS: dict[str, Character] = {
    name: CHARACTERS[place % len(CHARACTERS)]
    for names in BOT_NAMES.values()
    for place, name in enumerate(names)
}
"""How the bot of a name likes to play."""

DEPARTED = _("Departed player")
"""The msgid that stands in the place of the name of whoever has deleted their account. Too long to be a nickname."""

AGREED = _("Everybody who was playing agreed")
"""The reason, as a msgid, of a match that its players ended early."""


@lru_cache(maxsize=8)
def titles(players: int) -> tuple[str, ...]:
    """The title keys of a table by standing, best first; with four players there are no commoners."""
    return ("king", "noble", *["common"] * (players - 4), "tenant", "serf")


def title_name(title: str, *, kids: bool) -> str:
    """The msgid of a title; `kids`: at a kind table."""
    return (KIND_TITLES if kids else TITLES)[title]


def card_names(rank: Rank, *, kids: bool) -> tuple[str, str]:
    """The msgids of a rank's name, ours and the classic one. Shown only after its number: rank 1 and the best title
    share a name.
    """
    return CARDS[rank], (KIND_CLASSIC_CARDS if kids else CLASSIC_CARDS)[rank]
