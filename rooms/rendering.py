"""The waiting room as HTML: the whole stage, and the pieces a socket or an answered form replaces."""

from django.utils import translation
from msgspec.structs import replace

from game.bots import LEVELS
from game.names import shown_name
from game.rendering import toast
from game.rendering.pieces import icon
from rooms.errors import RoomError
from rooms.links import invite_link, qr_svg
from rooms.models import SEATS
from rooms.option_fields import (
    kids_field,
    option_fields,
    orders_field,
    pace_field,
    practice_field,
    spectators_field,
)
from rooms.services import FEWEST_PLAYERS
from rooms.snapshot import RoomSnapshot
from rooms.templating import environment

FRAGMENTS = ("roomhead", "members", "invite", "standings", "options", "startbar")


def waiting_stage(
    seen: RoomSnapshot,
    viewer_user_id: int,
    language: str,
    *,
    origin: str = "",
    oob: bool = False,
    csrf_token: str | None = None,
) -> str:
    """`<div id="stage" data-stage="waiting">`, out of band where it replaces another stage.

    While a match runs that the viewer may not watch, or that cannot go on here, `data-stage="behind"`: a sentence and
    the way out. Forms work without JavaScript only where `csrf_token` is given; `origin` is where this site is for the
    viewer.
    """
    name = "waiting" if seen.match is None else "behind"
    return _render(name, seen, viewer_user_id, language, origin=origin, csrf_token=csrf_token, oob=oob)


def waiting_fragments(
    seen: RoomSnapshot,
    viewer_user_id: int,
    language: str,
    *,
    origin: str = "",
    csrf_token: str | None = None,
) -> list[str]:
    """What may have changed in a waiting room, as out-of-band elements with the ids of `FRAGMENTS`.

    The page's script merges `#options` into a form that is being edited, so that it keeps its focus.
    """
    return [
        _render(f"_{name}", seen, viewer_user_id, language, origin=origin, csrf_token=csrf_token, oob=True)
        for name in FRAGMENTS
    ]


def standings_table(seen: RoomSnapshot, viewer_user_id: int, language: str) -> str:
    """The `#standings` section of a waiting room by itself; hidden while it is empty."""
    return _render("_standings", seen, viewer_user_id, language, origin="", csrf_token=None)


def room_markers(seen: RoomSnapshot, viewer_user_id: int, language: str) -> str:
    """What a page shows of its room beside a stage: `#host`, what the viewer may do in it; `#shuffle`, the commitment
    for the next match; and for those who watch a match `#viewers`, how many they are. Players are not told.
    """
    markers = (
        f'<data id="host" hx-swap-oob="true" class="{standing_classes(seen, viewer_user_id)}"></data>\n'
        f'<data id="shuffle" hx-swap-oob="true" data-commitment="{seen.shuffle or ""}"></data>\n'
    )
    viewer = seen.member_of(viewer_user_id)
    if seen.match_for(viewer_user_id) is None or viewer is None or viewer.seat is not None:
        return markers
    with translation.override(language):
        watching = translation.gettext("{n} watching").format(n=seen.watching)
    count = f'<span aria-hidden="true">{seen.watching}</span><span class="vh">{watching}</span>'
    return (
        f'{markers}<span id="viewers" hx-swap-oob="true" title="{watching}">{icon("i-eye")}{count}</span>\n'
    )


def standing_classes(seen: RoomSnapshot, viewer_user_id: int) -> str:
    """Classes: whether the viewer may start matches, owns the room, and how people talk in it."""
    classes = ["is-host" if seen.may_start(viewer_user_id) else "is-guest"]
    if seen.host_id == viewer_user_id:
        classes.append("is-owner")
    if seen.kids:
        classes.append("is-kids")
    if not seen.orders:
        classes.append("no-orders")
    return " ".join(classes)


def error_toast(error: RoomError, language: str) -> str:
    """The reason of a refusal, out of band into `#toast`."""
    with translation.override(language):
        return toast(error.sentence(), "bad", language)


def _render(
    name: str,
    seen: RoomSnapshot,
    viewer_user_id: int,
    language: str,
    *,
    origin: str,
    csrf_token: str | None,
    oob: bool = False,
) -> str:
    link = invite_link(seen.token, origin)
    with translation.override(language):
        seen = _with_shown_names(seen)
        return (
            environment()
            .get_template(f"rooms/{name}.jinja")
            .render(
                room=seen,
                me=seen.member_of(viewer_user_id),
                is_host=seen.host_id == viewer_user_id,
                may_start=seen.may_start(viewer_user_id),
                link=link,
                qr=qr_svg(link) if origin else "",
                seats=[(seat, seen.at_seat(seat)) for seat in range(SEATS)],
                spectators=[m for m in seen.members if m.seat is None],
                levels_of_bots=LEVELS,
                usual_level=_usual_level(seen),
                fields=(
                    *option_fields(seen.options),
                    pace_field(seen.pace),
                    spectators_field(seen.spectators),
                    kids_field(seen.kids),
                    orders_field(seen.orders),
                    practice_field(seen.practice),
                ),
                can_start=seen.seated >= FEWEST_PLAYERS,
                csrf_token=csrf_token,
                oob=oob,
            )
        )


def _usual_level(seen: RoomSnapshot) -> str:
    """The level offered first for a new bot: that of the bot who came last; without one, what suits the room."""
    came = [m.bot for m in seen.members if m.bot in LEVELS]
    return came[-1] if came else "beginner" if seen.kids and "beginner" in LEVELS else "easy"


def _with_shown_names(seen: RoomSnapshot) -> RoomSnapshot:
    members = tuple(replace(m, name=shown_name(m.name, m.bot)) for m in seen.members)
    standings = tuple(replace(line, name=shown_name(line.name, None)) for line in seen.standings)
    return replace(seen, members=members, standings=standings)
