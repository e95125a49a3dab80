"""What tests may prepare and look up in the database of a running server. Runs in the backstage process only."""

import io
import json
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.tokens import default_token_generator
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from accounts.models import User
from game import reviews, rulings, shuffles
from game.bots import easy
from game.coach.playouts import Checked, Effort
from game.engine.actions import Action as Wish
from game.engine.actions import AskPause, Autoplay, Next, Origin
from game.engine.cards import JESTERS, card_ids
from game.engine.codec import encode_action
from game.engine.observation import hopeless_follow, observe_public, observe_seat
from game.engine.options import Options, options_dict
from game.engine.record import result_of
from game.engine.rules import ENGINE_VERSION, apply, deadline, open_match, owing
from game.engine.state import Match as State
from game.facts import rebuild
from game.generation import Chair, Plan, play_planned, write_played
from game.models import Action, EndWish, Match, Seat
from game.moment import now_ms
from game.pace import next_due
from game.store import Player, load, tail
from game.store import opening_of as _opening_of
from rooms import pace
from rooms import services as rooms
from rooms.models import Ban, Line, Membership, Room, RoomMatch
from tests.coach.networks import untrained
from tests.game.stored import open_stored, play_stored, store_places, tamper
from tests.rendering.scenes import NAMES, Scene, first, named_scenes, steps

HOUR_MS = 3_600_000
THINKING_MS = 6_000  # how long ago the open question of a prepared match was asked
PASSWORD = "correct horse 7"
BOT_SEAT_NAME = "두부"


# ── people ──


def user(
    *,
    username: str,
    name: str,
    language: str = "ko",
    password: bool = False,
    guest: bool = False,
    admin: bool = False,
) -> str:
    """A person, made where there is none yet, and logged in: the key of a session. Hashing is slow: on demand."""
    person = User.objects.filter(username=username).first()
    if person is None:
        person = User(username=username, display_name=name, language=language, is_guest=guest)
        person.is_staff = person.is_superuser = admin
        person.set_unusable_password()
        person.save()
    if password:
        person.set_password(PASSWORD)
        person.save()
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def end_log_in(*, session: str) -> None:
    """A log-in is over."""
    SessionStore(session).delete()


def expire(*, session: str) -> None:
    """A log-in has lasted as long as it may."""
    Session.objects.filter(session_key=session).update(expire_date=timezone.now())


def new_password(*, username: str) -> None:
    """Somebody changes the password, in a process that tells nobody."""
    person = User.objects.get(username=username)
    person.set_password(PASSWORD)
    person.save()


def lock(*, username: str) -> None:
    """An administrator locks an account, in a process that tells nobody."""
    User.objects.filter(username=username).update(is_active=False)


def kick(*, username: str, code: str) -> None:
    """The host sends a member away, in a process that tells nobody."""
    held = Room.objects.get(code=code)
    assert held.host is not None
    rooms.kick(user=held.host, code=code, member=held.memberships.get(user__username=username).pk)


def speak_all(*, language: str) -> None:
    """Change everybody's language."""
    User.objects.update(language=language)


def reset_path(*, username: str) -> str:
    """The address in a mail to somebody who forgot their password."""
    person = User.objects.get(username=username)
    uid = urlsafe_base64_encode(force_bytes(person.pk))
    return reverse("accounts:password_new", args=[uid, default_token_generator.make_token(person)])


# ── rooms ──


def room(
    *,
    name: str,
    host: str,
    members: list[str] | None = None,
    bots: int = 0,
    options: dict[str, Any] | None = None,
) -> dict[str, str]:
    """A room with its host and members seated in this order, then bots: its code and the path of its link."""
    owner = User.objects.get(username=host)
    made = rooms.create_room(host=owner, name=name, options=options)
    for username in members or []:
        rooms.join_room(user=User.objects.get(username=username), code=made.code)
    for _ in range(bots):
        rooms.add_bot(user=owner, code=made.code, level="easy")
    return {"code": made.code, "invitation": reverse("rooms:invitation", args=[made.token])}


def close_rooms() -> None:
    """No room of before is open any more."""
    Room.objects.filter(closed_at=None).update(closed_at=timezone.now())


def stand_up(*, username: str, code: str) -> None:
    """A member leaves the seat and watches."""
    rooms.leave_seat(user=User.objects.get(username=username), code=code)


def gone(*, username: str, code: str, minutes: int) -> None:
    """A member's last page of a room was closed so long ago."""
    then = timezone.now() - timezone.timedelta(minutes=minutes)
    Membership.objects.filter(room__code=code, user__username=username).update(present_until=then)


def ban(*, username: str, code: str) -> None:
    """The host bans somebody who is no member (any more)."""
    Ban.objects.get_or_create(room=Room.objects.get(code=code), user=User.objects.get(username=username))


def lock_out_watchers(*, code: str) -> None:
    """The room lets nobody watch."""
    Room.objects.filter(code=code).update(spectators_allowed=False)


def leave(*, username: str, code: str) -> None:
    """A member leaves the room for good."""
    rooms.leave_room(user=User.objects.get(username=username), code=code)


def clear(*, code: str) -> None:
    """The host puts the last result away."""
    held = Room.objects.get(code=code)
    rooms.clear_table(user=held.host, code=code)


def join(*, username: str, code: str) -> None:
    """Somebody becomes a member."""
    rooms.join_room(user=User.objects.get(username=username), code=code)


def say(*, username: str, code: str, text: str = "", preset: str = "", emote: str = "") -> None:
    """A member says something, however much they said already. The server beside us finds it in the database."""
    pace.forget_everybody()
    user = User.objects.get(username=username)
    if emote:
        rooms.emote(user=user, code=code, emote=emote)
    elif preset:
        rooms.say_preset(user=user, code=code, preset=preset)
    else:
        rooms.say(user=user, code=code, text=text)


def match_of(*, code: str) -> str:
    """The public id of the last match of a room."""
    last = RoomMatch.objects.filter(room__code=code).order_by("-number").first()
    assert last is not None
    return last.match.public_id


def coach(*, code: str, viewer: str) -> None:
    """What the coach says of the viewer's last match in a room is there, by a network that was never trained."""
    from tempfile import TemporaryDirectory
    from unittest.mock import patch

    match = Match.objects.get(public_id=match_of(code=code))
    reviews.ask(match, match.seats.get(user__username=viewer).index)
    with (
        TemporaryDirectory() as folder,
        patch("game.bots.expert.expert", return_value=untrained(Path(folder))),
        patch("game.coach.review.check", return_value=Effort(Checked(0.6, 0.2, 40), 10)),
    ):
        reviews.make_next()


def practise(*, code: str) -> None:
    """The room is for practice, and of its people the host alone is there: the others' seats are bots'."""
    held = Room.objects.select_related("match").get(code=code)
    Room.objects.filter(pk=held.pk).update(practice=True)
    Match.objects.filter(pk=held.match_id).update(practice=True, people=1)
    held.memberships.filter(user__isnull=False).exclude(user=held.host).delete()


def share(*, code: str) -> str:
    """The address under which anybody may see the last match of a room."""
    match = Match.objects.get(public_id=match_of(code=code))
    held = match.seats.filter(user__is_guest=False).select_related("user").first()
    assert held is not None and held.user is not None
    return reverse("rooms:shared", args=[rooms.share_match(user=held.user, match=match).token])


def usernames(*, code: str) -> list[str]:
    """Who is in a room."""
    people = Membership.objects.filter(room__code=code, user__isnull=False).order_by("pk")
    return list(people.values_list("user__username", flat=True))


def make_kind(*, code: str) -> None:
    """The room is one for children."""
    Room.objects.filter(code=code).update(kids=True)


def past(*, people: list[str], matches: int) -> None:
    """Finished matches of these people with bots, one a day, and two of the first of them with bots alone."""
    chairs = [Chair(who.pk, who.display_name) for who in (User.objects.get(username=name) for name in people)]
    bots = [Chair(None, BOT_SEAT_NAME), Chair(None, "호박")]
    more = [Chair(None, "단추"), Chair(None, "구름"), Chair(None, "만두")]
    tables = [(*chairs, *bots, *more[: number % 3]) for number in range(matches)] + [(chairs[0], *more)] * 2
    now = now_ms()
    write_played(
        [
            play_planned(
                Plan(
                    f"past {number}",
                    "",
                    "명절 대회",
                    seats,
                    Options(),
                    now - (matches + 2 - number) * 24 * HOUR_MS,
                )
            )
            for number, seats in enumerate(tables)
        ]
    )


def start(*, code: str) -> None:
    """The host starts a match. The server beside us finds it in the database."""
    held = Room.objects.get(code=code)
    rooms.start_match(user=held.host, code=code)


def want_to_end(*, code: str, usernames: list[str] | None = None) -> None:
    """These players, or all there are, want the running match to end now; as if none had wanted it before."""
    held = Room.objects.select_related("match").get(code=code)
    assert held.match is not None
    EndWish.objects.filter(match=held.match).delete()
    people = held.match.seats.filter(user__isnull=False).order_by("index")
    for seat in people if usernames is None else people.filter(user__username__in=usernames):
        pace.forget_everybody()
        rooms.want_to_end(user=seat.user, code=code, on=True)


def rule(*, code: str, act: str, reason: str) -> None:
    """An administrator ends or annuls the last match of a room."""
    match = Match.objects.get(public_id=match_of(code=code))
    admin, _ = User.objects.get_or_create(username="office", defaults={"display_name": "관리실"})
    getattr(rulings, act)(match_id=match.pk, by_id=admin.pk, reason=reason)


# ── matches at a moment ──


def scene(
    *,
    name: str,
    viewer: str,
    room_name: str = "주말 가족방",
    seconds_ago: float | None = None,
    kids: bool = False,
    bots: bool = False,
) -> str:
    """A room whose match is at a named moment, seen best by `viewer`; nobody's time runs out for an hour.

    The code of the room. The other seats are people who are here; with `bots` one is a bot if nothing is asked of it.
    With `seconds_ago` the clock runs as the rules say, and the last action lies that long back.
    """
    staged = _scenes()[name]
    at = now_ms() - (THINKING_MS if seconds_ago is None else int(seconds_ago * 1000))
    state, log = _replayed(staged, at)
    me = staged.viewer or 0
    players = state.setup.players
    people = [_named(viewer, me, seat, players) for seat in range(players)]
    people = [
        Player(who.name, "easy", None) if bots and _may_be_bot(state, seat, who) else who
        for seat, who in enumerate(people)
    ]
    if staged.viewer is None:
        people[me] = _person("stand_in", "이모부")
    return _store(state, log, people, viewer, room_name, HOUR_MS if seconds_ago is None else 0, kids=kids)


@cache
def _scenes() -> dict[str, Scene]:
    """The named scenes of the table, and those that only browsers need."""
    choice = first(_is_choice)
    ending, asked = _ending()
    held, split = first(_is_held), first(_is_split)
    return {
        **named_scenes(),
        "choice": choice.seen_by(choice.public.current),
        "ending": ending.seen_by(asked),
        "ending-asleep": ending.seen_by((asked + 1) % ending.public.players),
        "hopeless": _hopeless(),
        "held": held.seen_by(0),
        "split": split.seen_by(0),
    }


def _ending() -> tuple[Scene, int]:
    """A match whose next set is its last, and the seat that will lay it."""
    before = None
    for state, events in steps(4, seed=7, options=Options(rounds=1)):
        if before is not None and observe_public(state).phase == "finished":
            return before, owing(before.match)[0]
        before = Scene(state, events, None)
    raise LookupError("a match that never ends")


def _holders(state: State) -> set[int]:
    return {seat for seat, hand in enumerate(state.hands) if hand & JESTERS}


def _is_held(state: State) -> bool:
    """One seat, not the first, holds both jesters of a fresh deal."""
    return _is_fresh(state) and len(_holders(state)) == 1 and 0 not in _holders(state)


def _is_split(state: State) -> bool:
    """Two seats, not the first, hold a jester each of a fresh deal."""
    return _is_fresh(state) and len(_holders(state)) == 2 and 0 not in _holders(state)


def _is_fresh(state: State) -> bool:
    """Nobody has answered yet, and nobody had to draw twice for the first standing."""
    return state.version == 0 and all(len(drawn) == 1 for drawn in state.setup.draws or ())


def _is_choice(state: State) -> bool:
    """Somebody follows a pair and may lay two ranks without a jester, holding one."""
    public = observe_public(state)
    if public.phase != "playing" or public.top is None or public.current is None or public.top.count != 2:
        return False
    own = observe_seat(state, public.current)
    plain = {played.rank for played in own.legal if not played.jesters}
    return len(plain) >= 2 and bool(own.hand & JESTERS)


def _hopeless() -> Scene:
    """Seen by somebody who must follow and of whom everybody can see that they cannot."""

    def moment(state: State) -> bool:
        public = observe_public(state)
        return (
            public.phase == "playing"
            and public.current is not None
            and hopeless_follow(public, public.current)
        )

    scene = first(moment)
    return scene.seen_by(scene.public.current)


def _may_be_bot(state: State, seat: int, who: Player) -> bool:
    return who.name == BOT_SEAT_NAME and seat not in owing(state)


def _named(viewer: str, me: int, seat: int, players: int) -> Player:
    place = (seat - me) % players
    if place:
        return _person(f"extra{place}", NAMES[place])
    person = User.objects.get(username=viewer)
    return Player(person.display_name, None, person.pk)


def _person(username: str, name: str) -> Player:
    person, _ = User.objects.get_or_create(username=username, defaults={"display_name": name})
    return Player(name, None, person.pk)


def _replayed(staged: Scene, at: int) -> tuple[State, list[tuple[int, Wish, Origin]]]:
    """The scene's match again, at other times, with the actions that lead to it. Matches of easy bots, but for one."""
    setup = staged.match.setup
    state = open_match(players=setup.players, options=setup.options, seed=setup.seed, at=at).match
    log: list[tuple[int, Wish, Origin]] = []
    while state.version < staged.match.version:
        seat = owing(state)[0]
        log.append((seat, easy.choose(observe_seat(state, seat)), Origin.PLAYER))
        state = apply(state, seat, log[-1][1], origin=Origin.PLAYER, at=at).match
    if observe_public(state) == _at(staged.match, at):
        return state, log
    # One step beside the bots' way: somebody pressed next, let the bot play, or wants a pause.
    log.pop()
    seat, wish = _aside(staged)
    return _along(setup, [*log, (seat, wish, Origin.PLAYER)], at)


def _aside(staged: Scene) -> tuple[int, Wish]:
    pause = staged.match.pause
    if pause is not None:
        return pause.seat, AskPause(needed=1 if staged.match.is_paused else 3)
    pressed = observe_public(staged.match).phase == "roundOver"
    return staged.viewer or 0, Next() if pressed else Autoplay(True)


def _at(match: State, at: int) -> Any:
    """What everybody sees of a scene's match, had it happened at `at`."""
    from msgspec.structs import replace

    return replace(observe_public(match), opened_at=at)


def _along(
    setup: Any, log: list[tuple[int, Wish, Origin]], at: int
) -> tuple[State, list[tuple[int, Wish, Origin]]]:
    state = open_match(players=setup.players, options=setup.options, seed=setup.seed, at=at).match
    for seat, wish, origin in log:
        state = apply(state, seat, wish, origin=origin, at=at).match
    return state, log


@transaction.atomic
def _store(
    state: State,
    log: list[tuple[int, Wish, Origin]],
    people: list[Player],
    viewer: str,
    room_name: str,
    extra_ms: int,
    *,
    kids: bool,
) -> str:
    """Write the match with its log, and a room around it whose host is the viewer."""
    public = observe_public(state)
    at, finished = public.opened_at, public.phase == "finished"
    owner = User.objects.get(username=viewer)
    made = Room.objects.create(name=room_name, host=owner, options=options_dict(public.options), kids=kids)
    ends = deadline(state)
    match = Match.objects.create(
        room_code=made.code,
        room_name=room_name,
        engine=ENGINE_VERSION,
        options=options_dict(public.options),
        players=len(people),
        seed=state.setup.seed,
        commitment=public.commitment,
        opened_at=at,
        status="finished" if finished else "playing",
        version=state.version,
        decision=public.decision,
        owing=sum(1 << seat for seat in owing(state)),
        extra_ms=extra_ms,
        deadline=None if ends is None else ends + extra_ms,
        due_at=next_due(state, public, tuple(people), extra_ms, "normal"),
        kids=kids,
        result=result_of(state) if finished else None,
        finished_at=at if finished else None,
    )
    Seat.objects.bulk_create(
        Seat(match=match, index=index, user_id=who.user_id, name=who.name, bot=who.bot)
        for index, who in enumerate(people)
    )
    Action.objects.bulk_create(_rows(match, log, at))
    if finished:
        store_places(match)
        rebuild(match)
    here = timezone.now() + timezone.timedelta(hours=1)
    for index, who in enumerate(people):
        Membership.objects.create(
            room=made,
            user_id=who.user_id,
            bot=who.bot,
            bot_name=who.name if who.bot else "",
            seat=index,
            present_until=None if who.bot else here,
        )
    if all(who.user_id != owner.pk for who in people):
        Membership.objects.create(room=made, user=owner, present_until=here)
    RoomMatch.objects.create(room=made, match=match, number=1)
    made.match = match
    made.save(update_fields=["match"])
    return made.code


def _rows(match: Match, log: list[tuple[int, Wish, Origin]], at: int) -> list[Action]:
    rows = []
    for version, (seat, wish, origin) in enumerate(log, 1):
        name, payload = encode_action(wish)
        rows.append(
            Action(
                match=match,
                version=version,
                seat=seat,
                type=name,
                payload=payload,
                origin=origin.value,
                key=None,
                at=at,
            )
        )
    return rows


# ── what is stored ──


def match(*, code: str) -> dict[str, Any]:
    """The current match of a room: its row, its log, and the hands of this moment by seat."""
    row = Room.objects.select_related("match").get(code=code).match
    assert row is not None
    log = row.actions.order_by("version").values_list("version", "seat", "type", "payload", "origin", "key")
    stored = load(row.pk)
    names = [player.name for player in stored.players]
    return {
        "id": row.public_id,
        "status": row.status,
        "version": row.version,
        "decision": row.decision,
        "deadline": row.deadline,
        "owing": [seat for seat in range(row.players) if row.owing >> seat & 1],
        "log": [list(line) for line in log],
        "names": names,
        "nonces": row.nonces,
        "hands": [card_ids(hand) for hand in stored.state.hands],
        "round": observe_public(stored.state).round,
    }


def spoken(*, code: str, language: str = "ko") -> list[str]:
    """What a screen reader has to say of the room's match: a text for each committed action, perhaps empty."""
    from game.engine.events import events_for
    from game.rendering import SeatInfo, TableInfo
    from game.rendering.language import language_for
    from game.rendering.speech import spoken as sentences
    from game.rendering.table import named_in

    stored = load(Room.objects.get(code=code).match_id)
    opening = _opening_of(stored.row)
    state = open_match(
        players=opening.players, options=opening.options, seed=opening.seed, at=opening.at
    ).match
    seats = tuple(SeatInfo(player.name, player.bot) for player in stored.players)
    table = TableInfo(
        stored.row.public_id, code, "", seats, None, 0, (True,) * len(seats), kids=stored.row.kids
    )
    words, texts = language_for(language), []
    table = named_in(table, words)
    for entry in tail(stored.row.pk, 0):
        step = apply(state, entry.seat, entry.action, origin=entry.origin, at=entry.at)
        state = step.match
        texts.append(sentences(events_for(step.events, None), table, words))
    return texts


# ── names no form would take ──


def rename_all(*, code: str, text: str) -> None:
    """Call a room, everybody in it, its bots and the seats of its match by one name, straight in the database; and
    have its host say it in the chat.
    """
    held = Room.objects.get(code=code)
    Room.objects.filter(pk=held.pk).update(name=text)
    User.objects.filter(memberships__room=held).update(display_name=text)
    Membership.objects.filter(room=held, user=None).update(bot_name=text)
    if held.match_id is not None:
        Match.objects.filter(pk=held.match_id).update(room_name=text)
        Seat.objects.filter(match=held.match_id).update(name=text)
    said = {"name": text[:24], "text": text[:300], "kind": Line.Kind.TEXT}
    Line.objects.create(room=held, match=held.match, sender=held.host, **said)


def exported(*, code: str) -> dict[str, Any]:
    """What `export_match` writes about the match of a room, read as JSON."""
    held = Room.objects.select_related("match").get(code=code)
    assert held.match is not None
    out = io.StringIO()
    call_command("export_match", held.match.public_id, stdout=out)
    return json.loads(out.getvalue())  # type: ignore[no-any-return]


def admin_paths(*, code: str) -> dict[str, str]:
    """Where the admin shows a room, its host and its match."""
    held = Room.objects.get(code=code)
    pages = {"room": ("rooms_room", held.pk), "user": ("accounts_user", held.host_id)}
    if held.match_id is not None:
        pages["match"] = ("game_match", held.match_id)
    paths = {kind: reverse(f"admin:{name}_change", args=[pk]) for kind, (name, pk) in pages.items()}
    if held.match_id is not None:
        paths["table"] = reverse("admin:game_match_step", args=[held.match_id, 1]) + "?hands=1"
        paths["ruling"] = reverse("admin:game_match_rule", args=[held.match_id, "annul"])
    return {**paths, "lines": reverse("admin:rooms_line_changelist")}


def played_match(*, viewer: str, nonce: str) -> dict[str, str]:
    """A whole match of four, played in one go, to whose shuffle the viewer's browser gave `nonce`."""
    person = User.objects.get(username=viewer)
    shuffle = shuffles.prepare()
    shuffles.contribute(shuffle.pk, person.pk, nonce)
    match = open_stored(users=[person], shuffle=shuffle, rounds=3)
    play_stored(match)
    return {
        "match": match.public_id,
        "commitment": match.commitment,
        "head": match.actions.latest("version").link,
    }


def nonces(*, code: str) -> list[str]:
    """What was put into the next shuffle of a room so far."""
    shuffle = Room.objects.select_related("shuffle").get(code=code).shuffle
    assert shuffle is not None
    return list(shuffle.nonces.values_list("value", flat=True))


def spoil(*, match: str, **change: Any) -> None:
    """Change what is stored of a match, as somebody with access to the database could."""
    row = Match.objects.get(public_id=match)
    if "at" in change:
        tamper("UPDATE game_action SET at = at + 1 WHERE match_id = %s AND version = 20", row.pk)
        return
    Match.objects.filter(pk=row.pk).update(
        **{k: bytes.fromhex(v) if k == "seed" else v for k, v in change.items()}
    )
