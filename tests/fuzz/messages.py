"""Messages for the room's socket: valid commands as this viewer could send them, and what becomes of those by accident.

Nothing here knows what the server should answer, but which id an answer must carry, and whether there is one.
"""

import json
import re
import string as letters
from random import Random
from typing import Any, NamedTuple

from game.commands import SyncCommand
from game.engine.errors import Malformed
from rooms.commands import parse_room_command
from tests.fuzz import junk
from tests.live.driving import answer_to

COMMANDS: dict[str, tuple[str, ...]] = {
    "confirmHand": ("declareRevolution", "decision", "match"),
    "returnTax": ("cardIds", "ranks", "decision", "match"),
    "play": ("cardIds", "rank", "count", "jesters", "decision", "match"),
    "pass": ("decision", "match"),
    "next": ("decision", "match"),
    "autoplay": ("on", "decision", "match"),
    "pause": ("on", "decision", "match"),
    "sync": (),
    "ping": ("t",),
    "chat": ("text", "preset"),
    "emote": ("emote",),
    "order": ("order", "to"),
    "nonce": ("commitment", "nonce"),
}
STRANGE_TYPES = (
    "",
    "Play",
    "play ",
    "start",
    "kick",
    "timeout",
    "admin",
    "view",
    "accepted",
    "__class__",
    "bye",
    "type",
)
STRANGE_FIELDS = ("seat", "user", "user_id", "room", "code", "at", "version", "hand", "origin", "seed",
                  "sender", "is_host",
                  "timeout", "state", "id ", "ID", "")  # fmt: skip
WORDS = ("hi", "thanks", "thumb", "tea", "close", "bow", "water", "hat")
CARDS = [
    f"{rank:02d}-{copy:02d}" for rank in range(1, 14) for copy in range(1, (2 if rank == 13 else rank) + 1)
]
ANY = "whatever"
LONGEST = 15_000  # a frame may have 16 KiB


class Message(NamedTuple):
    """One message, text or bytes of a binary frame. `key`: the id its answer carries; `is_silent`: it gets none."""

    body: str | bytes
    key: str | None
    is_silent: bool


class Composer:
    """Makes the messages of one account. `view` is what it saw last, `others` are ids of what is none of its own."""

    def __init__(self, name: str, rng: Random, others: dict[str, list[str]]) -> None:
        self.name, self.rng, self.others = name, rng, others
        self.view: dict[str, Any] | None = None
        self.keys: list[str] = []
        self._count = 0

    def compose(self) -> Message:
        """The next message: one in four is what a person could have meant, the rest is not."""
        kind = self.rng.random()
        if kind < 0.2 and self.view is not None and (answer := answer_to(self.view)) is not None:
            return message(json.dumps({**answer, **self._slip(kind), "id": self._key()}))
        if kind < 0.23 and self.view is not None:
            return message(json.dumps(self._intrusion(self.view["decision"])))
        if kind < 0.25:
            return message(_as_object(self._fields(self.rng.choice(list(COMMANDS)))))
        if kind < 0.75:
            return message(_as_object(self._mutated(self._fields(self.rng.choice(list(COMMANDS))))))
        if kind < 0.9:
            text = _as_object(self._mutated(self._fields(self.rng.choice(list(COMMANDS)))))
            return message(self._torn(text))
        if kind < 0.95:
            return message(junk.raw(self.rng)[:LONGEST])
        return Message(self.rng.randbytes(self.rng.choice((0, 1, 30, 5000))), None, False)

    def _slip(self, kind: float) -> dict[str, Any]:
        """What half of the honest answers have wrong: other cards or another move, to the question that is open."""
        if kind < 0.1:
            return {}
        rng, hand = self.rng, (self.view or {})["me"]["hand"]
        fields: dict[str, Any] = {"cardIds": rng.sample(hand, min(len(hand), rng.randrange(4)))}
        if kind < 0.15:
            fields = {"rank": rng.randrange(15), "count": rng.randrange(5), "jesters": rng.randrange(3)}
        if kind < 0.12:
            fields["cardIds"] = rng.choices(CARDS, k=2)
        return {
            **fields,
            "type": rng.choice(("play", "play", "play", "pass", "returnTax", "confirmHand", "next")),
        }

    def _intrusion(self, decision: int) -> dict[str, Any]:
        """A move to the question that is open, whoever is asked; half of them without an id."""
        rng = self.rng
        fields: dict[str, Any] = {"type": rng.choice(("pass", "pass", "play", "confirmHand", "next"))}
        if fields["type"] == "play":
            fields |= {"rank": rng.randrange(1, 13), "count": 1, "jesters": 0}
        return {**fields, "decision": decision, **({"id": self._key()} if rng.random() < 0.5 else {})}

    def _key(self) -> str:
        self._count += 1
        self.keys = [*self.keys[-50:], f"{self.name}-{self._count}"]
        return self.keys[-1]

    def _fields(self, kind: str) -> list[tuple[str, str]]:
        """The fields of a command as texts of JSON, each as somebody might mean it."""
        fields = [("type", json.dumps(kind)), ("id", json.dumps(self._key()))]
        return fields + [
            (name, json.dumps(self._meant(name))) for name in COMMANDS[kind] if self.rng.random() < 0.8
        ]

    def _meant(self, name: str) -> Any:
        rng, view = self.rng, self.view or {}
        me = view.get("me") or {}
        match name:
            case "decision":
                return view.get("decision", 1) + rng.choice((0, 0, 0, 0, 1, -1))
            case "match":
                return rng.choice([view.get("match", ""), *self.others["matches"]])
            case "cardIds":
                return rng.sample(me.get("hand") or CARDS, 1) + rng.sample(CARDS, rng.randrange(3))
            case "rank" | "count" | "jesters" | "to":
                return rng.randrange(9)
            case "ranks":
                return rng.choice(([12, 12], "12,12", [11], "1"))
            case "on" | "declareRevolution":
                return rng.random() < 0.5
            case "t":
                return rng.choice((0, 1.5, -1, 1700000000000))
            case "commitment":
                return rng.choice([*self.others["commitments"], "0" * 64])
            case "nonce":
                return rng.randbytes(16).hex()
            case "text":
                return junk.string(rng)
            case _:
                return rng.choice(WORDS)

    def _near(self) -> str:
        """A value of a type that some field has, and of another field's mostly."""
        rng = self.rng
        kind = rng.randrange(5)
        if kind == 0:
            return rng.choice(
                (
                    "-1",
                    "0",
                    "1",
                    "12",
                    "13",
                    "14",
                    "80",
                    "81",
                    '"7"',
                    '"007"',
                    "7.0",
                    "true",
                    '"true"',
                    '"on"',
                )
            )
        if kind == 1:
            cards = rng.choices(CARDS, k=rng.choice((0, 1, 2, 3, 80, 81)))
            return json.dumps(cards + cards[: rng.randrange(2)])
        if kind == 2:
            return json.dumps(",".join(str(rng.randrange(-1, 15)) for _ in range(rng.randrange(5))))
        return json.dumps(
            self._meant(rng.choice(("decision", "match", "cardIds", "rank", "ranks", "on", "text", "emote")))
        )

    def _mutated(self, fields: list[tuple[str, str]]) -> list[tuple[str, str]]:
        rng = self.rng
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(fields))
            name, value = fields[at]
            match rng.randrange(8):
                case 0:
                    fields[at] = (name, junk.raw(rng))
                case 1 | 2 if name not in ("type", "id"):
                    fields[at] = (name, self._near())
                case 3:
                    fields.insert(at, (name, junk.raw(rng)))
                case 4:
                    fields[at] = (rng.choice(STRANGE_FIELDS), value)
                case 5:
                    fields.append(
                        (rng.choice(STRANGE_FIELDS), rng.choice(("0", "1", '"admin"', "[0,1,2,3]")))
                    )
                case 6 if rng.random() < 0.3:
                    fields[0] = ("type", json.dumps(rng.choice(STRANGE_TYPES)))
                case 7 if name == "id":
                    fields[at] = (name, json.dumps(rng.choice([*self.keys, *self.others["keys"]])))
                case _ if name != "type":
                    del fields[at]
        rng.shuffle(fields)
        return fields

    def _torn(self, text: str) -> str:
        """The text with a piece missing, doubled, put in or wrapped."""
        rng = self.rng
        at, size = rng.randrange(len(text) + 1), rng.randrange(6)
        match rng.randrange(7):
            case 0:
                text = text[:at]
            case 1:
                text = text[:at] + text[at + size :]
            case 2:
                text = text[:at] + junk.string(rng) + text[at:]
            case 3:
                text = text[:at] + rng.choice(letters.punctuation) + text[at + 1 :]
            case 4:
                text = text + rng.choice((text, ",", "\0", " " * 3000, "//", "{}"))
            case 5:
                text = rng.choice(("[", "\ufeff", " " * 5000, '{"a":')) + text
            case _:
                text = text.replace('"', "'") if rng.random() < 0.5 else text * rng.choice((2, 40))
        return text[:LONGEST]


def message(text: str) -> Message:
    """A text and what its answer must be like."""
    body = text.encode("utf-8", "replace")[:LONGEST].decode("utf-8", "ignore")
    return Message(body, _key_in(body), _is_silent(body))


def _as_object(fields: list[tuple[str, str]]) -> str:
    return "{" + ",".join(f"{json.dumps(name)}:{value}" for name, value in fields) + "}"


def _key_in(text: str) -> str | None:
    """The id in a text, read by another reader than the server's.

    `ANY` where that is no JSON, has half characters, or more than one id.
    """
    if re.search(r"\\u[dD][89a-fA-F]", text) or text.count('"id"') > 1:
        return ANY
    try:
        found = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return ANY
    key = found.get("id") if isinstance(found, dict) else None
    return key if isinstance(key, str) and 1 <= len(key) <= 36 and all(" " <= c <= "~" for c in key) else None


def _no_number(name: str) -> Any:
    raise ValueError(name)


def _is_silent(text: str) -> bool:
    """Whether this is a whole `sync`, which is answered by everything instead of by an answer."""
    try:
        return isinstance(parse_room_command(text), SyncCommand)
    except Malformed:
        return False
