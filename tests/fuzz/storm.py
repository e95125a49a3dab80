"""The fuzz of sockets: real matches of innocents go on while fuzzers beside them, at the same tables, send junk."""

import asyncio
import json
import uuid
from collections import Counter
from http.client import HTTPConnection
from random import Random
from typing import Any

from tests.fuzz.heard import Heard
from tests.fuzz.messages import Composer, Message
from tests.fuzz.wire import BREAKS, Wire
from tests.live.driving import answer_to

WINDOW = 25  # messages on their way
PATIENCE = 120  # seconds without any answer
LATE = {
    "stale_turn",
    "wrong_phase",
    "not_your_turn",
    "paused",
}  # when the clock or a wish of others was faster
GONE = (b"\x03\xea", b"\x03\xef", b"\x03\xf1", b"\x03\xe8")  # 1002, 1007, 1009; 1000 answers a close of ours


class Storm:
    """One run. `faults` says what went wrong, `figures` what happened."""

    def __init__(self, port: int, plan: dict[str, Any], *, messages: int, seed: int) -> None:
        self.port, self.plan, self.left, self.seed = port, plan, messages, seed
        self.faults: list[str] = []
        self.figures: Counter[str] = Counter()
        self.heard: list[tuple[int, str, Heard]] = []  # table, who, what
        self.innocent_keys: dict[str, set[str]] = {}
        self.known_keys: list[str] = []
        self._over = asyncio.Event()

    async def run(self) -> None:
        """Send all messages; then let the innocents stop."""
        innocents, fuzzers = [], []
        for number, table in enumerate(self.plan["tables"]):
            innocents += [self._play(number, "host"), self._play(number, "play"), self._watch(number)]
            elsewhere = self.plan["tables"][(number + 1) % len(self.plan["tables"])]
            others = {
                "matches": [elsewhere["match"], "0" * 32, "x" * 33],
                "commitments": [elsewhere["match"] * 2],
                "keys": self.known_keys,
            }
            for who, machine in (("badm", True), ("badp", False), ("badw", True)):
                rng = Random(f"{self.seed} {table['match'] and number} {who}")
                fuzzers.append(
                    self._fuzz(number, who, machine, Composer(f"{who}{number}", rng, others), elsewhere)
                )
        background = [asyncio.ensure_future(innocent) for innocent in innocents]
        try:
            await asyncio.gather(*fuzzers)
        finally:
            self._over.set()
            for done in await asyncio.gather(*background, return_exceptions=True):
                if isinstance(done, BaseException):
                    self.faults.append(f"an innocent broke down: {done!r}")
        for _, _, heard in self.heard:
            self.faults += heard.faults[:5]
            self.figures.update({f"answer {code}": count for code, count in heard.answers.items()})

    def _listener(self, table: int, who: str, *, machine: bool) -> Heard:
        heard = Heard(f"{who}{table}", machine=machine)
        self.heard.append((table, who, heard))
        return heard

    def _cookie(self, table: int, who: str) -> str:
        return f"sessionid={self.plan['tables'][table]['people'][who]['cookie']}"

    async def _open(self, table: int, who: str, rng: Random | None, heard: Heard) -> Wire:
        code, cookie = self.plan["tables"][table]["code"], self._cookie(table, who)
        quiet = rng or _Plain()
        return await Wire.open_as(
            self.port, code, cookie, quiet, machine=heard.machine, listener=heard.listen
        )

    async def _fuzz(
        self, table: int, who: str, machine: bool, composer: Composer, elsewhere: dict[str, Any]
    ) -> None:
        rng, heard = composer.rng, self._listener(table, who, machine=machine)
        # A page of fragments says nothing a machine could answer by: its account has another page that sees.
        eyes = heard if machine else self._listener(table, who, machine=True)
        seeing = None if machine else await self._open(table, who, None, eyes)
        wire = await self._open(table, who, rng, heard)
        asked_at = asyncio.get_running_loop().time()
        while self.left > 0:
            composer.view = eyes.view
            if rng.random() < 0.003:
                wire = await self._interrupt(wire, table, who, rng, heard, elsewhere)
            self.left -= 1
            message = composer.compose()
            self.figures["messages"] += 1
            heard.waiting.append(message)
            wire.say(message, rng)
            if rng.random() < 0.01:
                wire.shower(rng)
            while len(heard.waiting) > WINDOW:
                before = len(heard.waiting)
                await asyncio.sleep(0.002)
                now = asyncio.get_running_loop().time()
                if len(heard.waiting) < before:
                    asked_at = now
                if wire.closed is not None or now - asked_at > PATIENCE:
                    self.faults.append(
                        f"{heard.name}: closed {wire.closed!r} or not answered: {heard.waiting[0]}"
                    )
                    return
        await self._settle(wire, heard)
        wire.close()
        if seeing is not None:
            if seeing.closed is not None:
                self.faults.append(f"the other page of {heard.name} was closed: {seeing.closed!r}")
            seeing.close()

    async def _interrupt(
        self, wire: Wire, table: int, who: str, rng: Random, heard: Heard, elsewhere: dict[str, Any]
    ) -> Wire:
        """Something other than a message; a new socket takes the place of one that is ended by it."""
        await self._settle(wire, heard)
        if rng.random() < 0.3:
            await self._knock_elsewhere(self._cookie(table, who), elsewhere["code"], rng, heard)
            return wire
        how = rng.choice((*BREAKS, "vanish"))
        if how == "vanish":
            wire.close()
        else:
            wire.misbehave(how, rng)
            for _ in range(2000):
                if wire.closed is not None:
                    break
                await asyncio.sleep(0.005)
            if wire.closed is None:
                self.faults.append(f"{heard.name}: lives on after {how}")
        self.figures[f"broken: {how}"] += 1
        heard.waiting.clear()
        heard.view = None
        heard.last = ("", -1)
        return await self._open(table, who, rng, heard)

    async def _knock_elsewhere(self, cookie: str, code: str, rng: Random, heard: Heard) -> None:
        """Open a room this account has nothing to do with, or one that is none, and talk there."""
        frames: list[bytes] = []
        code = rng.choice((code, "222222", "..", "x" * 300, "가나다"))
        stray = await Wire.open_as(
            self.port, code, cookie, rng, machine=heard.machine, listener=frames.append
        )
        stray.say(Message('{"type":"sync"}', None, True), rng)
        for _ in range(2000):
            if stray.closed is not None:
                break
            await asyncio.sleep(0.005)
        if (
            stray.closed is None
            or stray.closed[:2] != b"\x11\x34"
            or any(b"room" in frame for frame in frames)
        ):
            self.faults.append(f"{heard.name} at {code}: {stray.closed!r}, heard {frames[:1]}")
        self.figures["knocked elsewhere"] += 1

    async def _settle(self, wire: Wire, heard: Heard) -> None:
        """Wait until everything sent is answered."""
        heard.waiting.append(Message("ping", None, False))
        wire.frame(1, b'{"type":"ping","t":1}')
        until = asyncio.get_running_loop().time() + PATIENCE
        while heard.waiting:
            if wire.closed is not None or asyncio.get_running_loop().time() > until:
                self.faults.append(
                    f"{heard.name}: closed {wire.closed!r} or never answered: {heard.waiting[0]}"
                )
                heard.waiting.clear()
                return
            await asyncio.sleep(0.005)

    async def _play(self, table: int, who: str) -> None:
        """An innocent player: answers what is asked, starts again where a match is over, is never sent away."""
        heard = self._listener(table, who, machine=True)
        keys = self.innocent_keys.setdefault(heard.name, set())
        wire = await self._open(table, who, None, heard)
        answered: tuple[str, int] = ("", -1)
        while not self._over.is_set():
            await asyncio.sleep(0.01)
            if wire.closed is not None:
                self.faults.append(f"an innocent's socket was closed: {heard.name} {wire.closed!r}")
                return
            view = heard.view
            if view is None:
                continue
            asked = (view["match"], view["decision"])
            if view["status"] == "finished":
                if who == "host" and asked != answered:
                    answered = asked
                    status = await asyncio.to_thread(self._start, table)
                    self.figures[f"rematch {status}"] += 1
                continue
            if asked != answered and (answer := answer_to(view)) is not None:
                answered = asked
                key = uuid.uuid4().hex
                keys.add(key)
                self.known_keys[:] = [*self.known_keys[-20:], key]
                heard.waiting.append(Message(json.dumps(answer), key, False))
                wire.send(json.dumps({**answer, "id": key}).encode())
                self.figures["innocent actions"] += 1
        await self._settle(wire, heard)
        if strange := set(heard.answers) - {"accepted", "pong"} - LATE:
            self.faults.append(f"{heard.name} played by the rules and heard {strange}")
        wire.close()

    async def _watch(self, table: int) -> None:
        """An innocent page without a seat."""
        heard = self._listener(table, "watch", machine=False)
        wire = await self._open(table, "watch", None, heard)
        await self._over.wait()
        if wire.closed is not None:
            self.faults.append(f"an innocent's page was closed: {heard.name} {wire.closed!r}")
        await self._settle(wire, heard)
        self.figures["frames to watchers"] += wire.frames
        wire.close()

    def _start(self, table: int) -> int:
        """The host's button for another match."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        token = "x" * 32
        headers = {
            "Cookie": f"{self._cookie(table, 'host')}; csrftoken={token}",
            "X-CSRFToken": token,
            "HX-Request": "true",
        }
        connection.request(
            "POST", f"/r/{self.plan['tables'][table]['code']}/start/", body="", headers=headers
        )
        status = connection.getresponse().status
        connection.close()
        return status


class _Plain(Random):
    """Luck that leaves everything as it is."""

    def random(self) -> float:
        return 0.3
