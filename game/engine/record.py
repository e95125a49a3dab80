"""The record of a finished match:

everything needed to play it again elsewhere, and the check that it plays the same.

The format is the export of the protocol: plain JSON values, cards as ids, times in ms since the epoch. A
running match has no record, since a record shows every hand.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from game.engine.actions import Action, Origin
from game.engine.cards import Seat, card_id, card_ids, full_deck
from game.engine.codec import decode_action, encode_action
from game.engine.dealing import deal
from game.engine.errors import Refusal
from game.engine.events import RoundDealt
from game.engine.fairness import commitment, first_link, head_of, seed_of
from game.engine.hidden import Hidden
from game.engine.options import OptionError, Options, options_dict, parse_options
from game.engine.rules import ENGINE_VERSION, ENGINES, Step, apply, open_match
from game.engine.state import Finished, Match

FORMAT = 1


class Opening(Hidden, frozen=True):
    """What a match starts from. `at` in ms.

    `secret` and `nonces` (by seat, perhaps empty) are what the seed was made of; None where it was simply chosen.
    `engine` is the version of the rules it is played by.
    """

    players: int
    options: Options
    seed: bytes
    at: int
    secret: bytes | None = None
    nonces: tuple[bytes, ...] = ()
    engine: str = ENGINE_VERSION

    @property
    def committed(self) -> str:
        """The commitment that was shown."""
        return commitment(self.seed if self.secret is None else self.secret)


class LoggedAction(msgspec.Struct, frozen=True):
    """One committed action, as the log keeps it. `at` in ms."""

    version: int
    seat: Seat
    action: Action
    origin: Origin
    at: int


class StillRunning(ValueError):
    """A match that has not ended cannot be recorded."""


class RecordError(ValueError):
    """A record that does not replay to itself; `where` is the path of the first difference."""

    def __init__(self, where: str, recorded: object, replayed: object) -> None:
        super().__init__(f"{where}: recorded {recorded!r}, replayed {replayed!r}")
        self.where = where


def replay(opening: Opening, actions: Iterable[LoggedAction]) -> Match:
    """The state after the actions, by the match's own engine. Raises: UnknownEngine; Refusal for an illegal action."""
    return replay_on(_open(opening).match, actions)


def replay_on(match: Match, actions: Iterable[LoggedAction]) -> Match:
    """The state after more actions. Raises: Refusal where the engine refuses one."""
    for logged in actions:
        match = _step(match, logged).match
    return match


def replay_steps(opening: Opening, actions: Iterable[LoggedAction]) -> Iterator[Step]:
    """The opening and then what each action led to. Raises: Refusal where the engine refuses one."""
    opened = _open(opening)
    yield opened
    yield from _steps(opened.match, actions)


def result_of(match: Match) -> dict[str, Any]:
    """The `result` of a finished match. Raises: StillRunning."""
    if not isinstance(match.phase, Finished):
        raise StillRunning("the match is still running")
    ranking = match.phase.ranking
    return {
        "ranking": [
            {"seat": line.seat, "rank": line.rank, "total": line.total, "places": list(line.places)}
            for line in ranking
        ],
        "winner": [ranking[0].seat],
        "rounds": [{"order": list(done.order), "revolution": done.revolution} for done in match.results],
    }


def build_record(
    *,
    match: str,
    room: str | None,
    players: Sequence[tuple[str, str | None]],
    opening: Opening,
    actions: Sequence[LoggedAction],
) -> dict[str, Any]:
    """The record of a finished match. `players[seat]` is (name, bot level or None).

    Raises: StillRunning; Refusal where the engine refuses an action.
    """
    opened = _open(opening)
    dealt = [event for event in opened.events if isinstance(event, RoundDealt)]
    state = opened.match
    for step in _steps(state, actions):
        state = step.match
        dealt += [event for event in step.events if isinstance(event, RoundDealt)]
    logged = [action_dict(version, entry) for version, entry in enumerate(actions, start=1)]
    return {
        "format": FORMAT,
        "engine": opening.engine,
        "match": match,
        "room": room,
        "options": options_dict(opening.options),
        "players": [{"seat": seat, "name": name, "bot": bot} for seat, (name, bot) in enumerate(players)],
        "openedAt": opening.at,
        "seed": opening.seed.hex(),
        "commitment": opening.committed,
        "secret": None if opening.secret is None else opening.secret.hex(),
        "nonces": [nonce.hex() for nonce in opening.nonces],
        "draws": [[[seat, card_id(bit)] for seat, bit in drawing] for drawing in state.setup.drawings],
        "rounds": [_dealt_round(opening, event) for event in dealt],
        "actions": logged,
        "head": head_of(opening_link(match, opening), logged),
        "result": result_of(state),
    }


def replay_record(record: Mapping[str, Any]) -> Match:
    """The end of a recorded match, played again and compared with all the record says.

    Raises: RecordError.
    """
    form, opening, actions = _read(record)
    match = _open(opening).match
    for number, logged in enumerate(actions):
        try:
            match = _step(match, logged).match
        except (Refusal, ValueError) as refused:
            raise RecordError(f"actions[{number}]", form.actions[number].type, str(refused)) from None
    if not isinstance(match.phase, Finished):
        raise RecordError("actions", "a whole match", "a match still running")
    again = build_record(
        match=form.match,
        room=form.room,
        players=[(player.name, player.bot) for player in form.players],
        opening=opening,
        actions=actions,
    )
    for later in ("openedAt", "secret", "nonces", "head"):  # older records have no such key
        if later not in record:
            del again[later]
    for where, recorded, replayed in _differences("", dict(record), again):
        raise RecordError(where, recorded, replayed)
    return match


class _PlayerForm(msgspec.Struct):
    seat: int
    name: str
    bot: str | None


class _ActionForm(msgspec.Struct):
    version: int
    seat: int
    type: str
    payload: dict[str, Any]
    origin: Origin
    at: int


class _RecordForm(msgspec.Struct, rename="camel"):
    format: int
    engine: str
    match: str
    room: str | None
    options: dict[str, Any]
    players: list[_PlayerForm]
    seed: str
    actions: list[_ActionForm]
    opened_at: int = 0
    secret: str | None = None
    nonces: list[str] = []


def _read(record: Mapping[str, Any]) -> tuple[_RecordForm, Opening, list[LoggedAction]]:
    try:
        form = msgspec.convert(dict(record), _RecordForm)
        if form.engine not in ENGINES:
            raise RecordError("engine", form.engine, ", ".join(ENGINES))
        seed = bytes.fromhex(form.seed)
        secret = None if form.secret is None else bytes.fromhex(form.secret)
        nonces = tuple(bytes.fromhex(nonce) for nonce in form.nonces)
        opening = Opening(
            len(form.players), parse_options(form.options), seed, form.opened_at, secret, nonces, form.engine
        )
        if secret is not None and (made := seed_of(secret, nonces)) != seed:
            raise RecordError("seed", form.seed, made.hex())
        _open(opening)
    except (msgspec.ValidationError, OptionError) as wrong:
        raise RecordError("record", str(wrong), "a record") from None
    except RecordError:
        raise
    except ValueError as wrong:
        raise RecordError("seed or players", str(wrong), "a match") from None
    return form, opening, [_logged(number, action) for number, action in enumerate(form.actions)]


def _logged(number: int, form: _ActionForm) -> LoggedAction:
    try:
        action = decode_action(form.type, form.payload)
    except Refusal as refused:
        raise RecordError(f"actions[{number}]", form.type, str(refused)) from None
    return LoggedAction(form.version, form.seat, action, form.origin, form.at)


def _open(opening: Opening) -> Step:
    return open_match(
        players=opening.players,
        options=opening.options,
        seed=opening.seed,
        at=opening.at,
        committed=opening.committed,
        engine=opening.engine,
    )


def _step(match: Match, logged: LoggedAction) -> Step:
    return apply(match, logged.seat, logged.action, origin=logged.origin, at=logged.at)


def _steps(match: Match, actions: Iterable[LoggedAction]) -> Iterator[Step]:
    for logged in actions:
        step = _step(match, logged)
        match = step.match
        yield step


def _dealt_round(opening: Opening, event: RoundDealt) -> dict[str, Any]:
    """The hands as dealt; dealt again, since the state may have paid its tax in the same step."""
    deck = full_deck(opening.options)
    hands = deal(deck, event.order, seed=opening.seed, round_number=event.round)
    return {
        "round": event.round,
        "order": list(event.order),
        "hands": {str(seat): card_ids(hand) for seat, hand in enumerate(hands)},
    }


def opening_link(match: str, opening: Opening) -> str:
    """The link before the first action of a match's log."""
    return first_link(match, opening.committed, options_dict(opening.options), opening.players)


def action_dict(version: int, logged: LoggedAction) -> dict[str, Any]:
    """An action as a record has it, and as its link is computed from it."""
    kind, payload = encode_action(logged.action)
    origin = logged.origin.value
    return {
        "version": version,
        "seat": logged.seat,
        "type": kind,
        "payload": payload,
        "origin": origin,
        "at": logged.at,
    }


def _differences(where: str, recorded: Any, replayed: Any) -> Iterator[tuple[str, object, object]]:
    """Every (path, recorded, replayed) at which two JSON values differ, in the order of the replayed one."""
    if isinstance(recorded, dict) and isinstance(replayed, dict):
        for key in (*replayed, *(recorded.keys() - replayed.keys())):
            path = f"{where}.{key}" if where else key
            yield from _differences(path, recorded.get(key, "nothing"), replayed.get(key, "nothing"))
    elif isinstance(recorded, list) and isinstance(replayed, list) and len(recorded) == len(replayed):
        for index, pair in enumerate(zip(recorded, replayed, strict=True)):
            yield from _differences(f"{where}[{index}]", *pair)
    elif recorded != replayed:
        yield where, recorded, replayed
