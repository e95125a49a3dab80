"""What a socket heard, kept as little as judging it needs: answers in order, card ids by version, secrets by shape."""

import json
import re
from collections import Counter, deque
from typing import Any

from game.engine.cards import parse_card_id
from tests.fuzz.messages import ANY, Message

CARD = re.compile(r"\b(?:0[1-9]|1[0-3])-\d\d\b")
LONG_HEX = re.compile(r"\b[0-9a-f]{64}\b")
TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")
ACK = re.compile(
    r'<data id="ack"[^>]* data-id="([^"]*)" data-result="(accepted|rejected)"(?: data-version="(\d+)")?'
)
PONG = '<data id="pong"'
CHAT_LINE = re.compile(r'<li id="chat-.*?</li>', re.S)
ECHO = re.compile(r'(<data id="ack"[^>]*) data-id="[^"]*"')
HAND = re.compile(r'<section id="hand".*?</section>', re.S)
GROUP = re.compile(r'data-rank="(\d+)" data-have="(\d+)"')
AT = re.compile(r'<data id="at"[^>]* data-match="([0-9a-f]*)" data-version="(\d+)"')


class Heard:
    """Listens to one account's sockets. `faults` are sentences about what should not have come."""

    def __init__(self, name: str, *, machine: bool) -> None:
        self.name, self.machine = name, machine
        self.waiting: deque[Message] = deque()
        self.view: dict[str, Any] | None = None
        self.answers: Counter[str] = Counter()
        self.accepted: set[int] = set()  # versions
        self.cards: set[tuple[str, int, int]] = set()  # match, version, cards as bits
        # Of pages: match, version (None with a refusal), and how many of each rank the hand was drawn with.
        self.hands: set[tuple[str, int | None, tuple[tuple[int, int], ...]]] = set()
        self.hexes: set[str] = set()  # while a match was played
        self.tokens: set[str] = set()
        self.last: tuple[str, int] = ("", -1)
        self.faults: list[str] = []

    def listen(self, frame: bytes) -> None:
        """One text frame."""
        text = frame.decode()
        self.tokens.update(TOKEN.findall(text))
        if self.machine:
            self._hear_json(text)
        else:
            self._hear_html(text)

    def _hear_json(self, text: str) -> None:
        said = json.loads(text)
        match said["type"]:
            case "view":
                self.view = view = said["view"]
                self._note_cards(text, view["match"], said["version"])
                self._advance(view["match"], said["version"])
                if view["status"] == "playing":
                    self.hexes.update(LONG_HEX.findall(text))
            case "accepted" | "rejected" | "pong":
                if said["type"] == "accepted" and "line" not in said:
                    self.accepted.add(said["version"])
                kind = said.get("code") or said["type"]
                self._answered(kind, said.get("id"), text)
            case "chat":
                pass  # people may write what they like
            case _:
                self._expect_no_card(text)

    def _hear_html(self, text: str) -> None:
        self._expect_no_card(text)
        for key, result, version in ACK.findall(text):
            if version:
                self.accepted.add(int(version))
            self._answered(result, key or None, text)
        for _ in range(text.count(PONG)):
            self._answered("pong", None, text)
        marks = AT.findall(text)
        for match, version in marks:
            self._advance(match, int(version))
        match, version = marks[-1] if marks else (self.last[0], None)
        for hand in HAND.findall(text):
            groups = tuple((int(rank), int(have)) for rank, have in GROUP.findall(hand))
            self.hands.add((match, None if version is None else int(version), groups))

    def _answered(self, kind: str, key: str | None, text: str) -> None:
        self.answers[kind] += 1
        while self.waiting and self.waiting[0].is_silent:
            self.waiting.popleft()
        if not self.waiting:
            self.faults.append(f"{self.name}: an answer to nothing: {text[:200]}")
            return
        sent = self.waiting.popleft()
        if kind != "pong" and key not in (sent.key, _shown(sent.key)) and sent.key != ANY:
            self.faults.append(
                f"{self.name}: {key!r} answers {sent.key!r} ({sent.body[:300]!r}): {text[:200]}"
            )
        if self.machine:
            self._expect_no_card(text.replace(json.dumps(key), "", 1))

    def _note_cards(self, text: str, match: str, version: int) -> None:
        cards = 0
        for card in CARD.findall(text):
            cards |= parse_card_id(card)
        self.cards.add((match, version, cards))

    def _expect_no_card(self, text: str) -> None:
        text = ECHO.sub("", CHAT_LINE.sub("", text))
        if found := CARD.search(text):
            self.faults.append(
                f"{self.name}: a card's id outside of a view: …{text[max(0, found.start() - 80) :][:200]}"
            )

    def _advance(self, match: str, version: int) -> None:
        if match == self.last[0] and version < self.last[1]:
            self.faults.append(f"{self.name}: version {version} after {self.last[1]}")
        self.last = (match, version)


def _shown(key: str | None) -> str | None:
    """An id as HTML shows it."""
    if key is None:
        return None
    for sign, shown in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&#34;"), ("'", "&#39;")):
        key = key.replace(sign, shown)
    return key
