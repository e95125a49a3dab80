"""What a seat may want: one small value per action, and where it came from."""

from enum import StrEnum
from typing import TypeAlias

import msgspec

from game.engine.cards import CardSet
from game.engine.hidden import Hidden


class Origin(StrEnum):
    """Who made an action happen."""

    PLAYER = "player"
    BOT = "bot"
    TIMEOUT = "timeout"
    AUTOPLAY = "autoplay"
    ADMIN = "admin"


class ConfirmHand(msgspec.Struct, frozen=True, tag="confirmHand"):
    """I have seen my hand; with both jesters I may declare a revolution."""

    declare_revolution: bool = False


class ReturnTax(Hidden, frozen=True, tag="returnTax"):
    """A dalmuti's gift: the cards to give back. `repeated`: a card was named twice, which is refused."""

    cards: CardSet
    repeated: bool = False


class Play(Hidden, frozen=True, tag="play"):
    """A set laid down, as a lead or a follow. `repeated`: a card was named twice, which is refused."""

    cards: CardSet
    repeated: bool = False


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """No set this turn."""


class Next(msgspec.Struct, frozen=True, tag="next"):
    """Ready for the next round."""


class Autoplay(msgspec.Struct, frozen=True, tag="autoplay"):
    """Let the easy bot play this seat, or stop it. Answers no decision and may come in any phase."""

    on: bool


class AskPause(msgspec.Struct, frozen=True, tag="pause"):
    """I would like a pause; granted with the `needed`-th seat that says so. Answers no decision."""

    needed: int


class Resume(msgspec.Struct, frozen=True, tag="resume"):
    """Let us go on; the pause ends with the `needed`-th seat that says so. Takes back one's own open wish for one."""

    needed: int


Action: TypeAlias = ConfirmHand | ReturnTax | Play | Pass | Next | Autoplay | AskPause | Resume
