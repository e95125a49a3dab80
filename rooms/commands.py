"""What a page or a machine may say in a room: the table's commands, and chat. Sender, seat and time are never read."""

from typing import Annotated, TypeAlias

import msgspec

from game.commands import Command, Key, parse_with

LONGEST = 2000  # more than a line may have; the service says so in words

Words: TypeAlias = Annotated[str, msgspec.Meta(max_length=LONGEST)]
Phrase: TypeAlias = Annotated[str, msgspec.Meta(max_length=20)]
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=7)]


class ChatCommand(msgspec.Struct, tag="chat", tag_field="type", kw_only=True):
    """A line: written (`text`) or chosen (`preset`, which wins)."""

    text: Words = ""
    preset: Phrase | None = None
    id: Key | None = None


class EmoteCommand(msgspec.Struct, tag="emote", tag_field="type", kw_only=True):
    """An emote."""

    emote: Phrase
    id: Key | None = None


class OrderCommand(msgspec.Struct, tag="order", tag_field="type", kw_only=True):
    """A playful order to the seat `to`."""

    order: Phrase
    to: SeatNumber | None = None
    id: Key | None = None


class NonceCommand(msgspec.Struct, tag="nonce", tag_field="type", kw_only=True):
    """What this browser puts into the shuffle with that commitment."""

    commitment: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
    nonce: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")]
    id: Key | None = None


class AdviceCommand(msgspec.Struct, tag="advice", tag_field="type", kw_only=True):
    """What would a good player do now? Only for somebody who practises alone with bots."""

    id: Key | None = None


TalkCommand: TypeAlias = ChatCommand | EmoteCommand | OrderCommand
RoomCommand: TypeAlias = Command | TalkCommand | NonceCommand | AdviceCommand

_decoder: msgspec.json.Decoder[RoomCommand] = msgspec.json.Decoder(RoomCommand, strict=False)


def parse_room_command(text: str) -> RoomCommand:
    """A client's message as a command. Unknown fields are ignored. Raises Malformed."""
    return parse_with(_decoder, text)
