"""What can be said by choosing: presets, emotes, orders. Keys and msgids; every viewer reads their own language."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext_noop as _

PRESETS: Mapping[str, str] = MappingProxyType(
    {
        "hi": _("Hi!"),
        "well": _("Well done!"),
        "close": _("So close!"),
        "back": _("Hurry back!"),
        "again": _("Let’s play again!"),
        "thanks": _("Thank you"),
    }
)

EMOTES: Mapping[str, str] = MappingProxyType(
    {
        "thumb": _("Thumbs up"),
        "clap": _("Applause"),
        "laugh": _("Haha"),
        "wow": _("Wow"),
        "think": _("Hmm"),
        "tear": _("A tear"),
        "fire": _("On fire"),
        "tea": _("Tea time"),
    }
)
"""Emote key (`m-<key>` in the sprite) → msgid of its name."""

ORDERS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "king": {
            "smile": _("{to}, show me your widest smile!"),
            "tea": _("{to}, bring me a cup of imaginary tea!"),
            "bow": _("{to}, a deep bow, if you please!"),
            "song": _("{to}, hum the royal anthem!"),
            "fan": _("{to}, fan me. It is warm up here!"),
        },
        "noble": {
            "applaud": _("{to}, a round of applause!"),
            "posture": _("{to}, sit up nice and straight!"),
            "joke": _("{to}, tell us a joke!"),
            "hat": _("{to}, admire my splendid hat!"),
        },
        "common": {
            "cheer": _("{to}, cheer me on!"),
            "wave": _("{to}, wave to everybody!"),
            "gossip": _("{to}, what is new in the village?"),
        },
        "tenant": {
            "together": _("{to}, let’s climb up together!"),
            "stretch": _("{to}, stretch those shoulders!"),
            "worksong": _("{to}, start a work song!"),
        },
        "serf": {
            "dream": _("{to}, tomorrow that seat is mine!"),
            "yesyes": _("Yes, yes, {to}. (No, no.)"),
            "warm": _("{to}, keep that chair warm for me!"),
            "back": _("{to}, all this bowing hurts my back!"),
        },
    }
)
"""Title key → order key → msgid; `{to}` is whom it is for. The serf's are answers, and go to anybody."""

KIND_ORDERS: Mapping[str, str] = MappingProxyType(
    {
        "bigsmile": _("{to}, a big smile, please!"),
        "dance": _("{to}, do a little dance!"),
        "cheering": _("{to}, shout hooray!"),
        "animal": _("{to}, make an animal sound!"),
    }
)
KIND_ANSWERS: Mapping[str, str] = MappingProxyType(
    {
        "mynext": _("{to}, next time it’s my turn!"),
        "youwow": _("{to}, wow, how did you do that?"),
        "catch": _("{to}, I will catch up with you!"),
    }
)
"""The same for kids' rooms: one set for all who may give orders, one for the last seat."""


def orders_of(title: str, *, kids: bool) -> Mapping[str, str]:
    """The orders somebody of this title may give: key → msgid."""
    if kids:
        return KIND_ANSWERS if title == "serf" else KIND_ORDERS
    return ORDERS[title]


def order_text(key: str) -> str | None:
    """The msgid of an order, whoever may give it."""
    return _ALL_ORDERS.get(key)


_ALL_ORDERS: dict[str, str] = {
    key: text for orders in (*ORDERS.values(), KIND_ORDERS, KIND_ANSWERS) for key, text in orders.items()
}
