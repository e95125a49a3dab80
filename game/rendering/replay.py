"""A moment of a finished match: the table's own fragments, and the hands where all of them lie open.

What is drawn is read off observations, as at the table; that somebody may see all of them is decided elsewhere.
"""

import re
from collections.abc import Iterable, Sequence

import msgspec
from django.utils.translation import gettext_noop as _
from markupsafe import Markup, escape
from msgspec.structs import replace

from game.engine import events as happened
from game.engine.cards import JESTER, Rank, Seat, rank_counts
from game.engine.events import Event
from game.engine.observation import PublicObservation, SeatObservation
from game.rendering import public as _public
from game.rendering.coach import Tip
from game.rendering.language import Language, language_for
from game.rendering.log import history_lines, log_items
from game.rendering.own import hand
from game.rendering.pieces import bdi, title_icon
from game.rendering.speech import spoken
from game.rendering.table import SeatInfo, TableInfo, named_in
from game.words import titles


class Scene(msgspec.Struct, frozen=True):
    """One moment as it is shown. `own` is the seat it is seen with; else `everybody` has all seats, in their order.

    `events` are what the last action told the public. `step` counts from 0 to `last`.
    """

    public: PublicObservation
    own: SeatObservation | None
    everybody: tuple[SeatObservation, ...]
    events: tuple[Event, ...]
    step: int
    last: int


class Ways(msgspec.Struct, frozen=True):
    """What the controls of a replay need beside the moment. `base` is the address the others begin with.

    `rounds` and `tricks` are steps. `viewer` is the seat of who looks on, None for anybody else. `key` names what
    fragments are made of beside the log, so that browsers may keep them. `marks` are the coach's, for who looks on.
    """

    base: str
    back: str
    rounds: Sequence[int]
    tricks: Sequence[int]
    viewer: Seat | None
    key: str
    marks: Sequence[Tip] = ()


def moment_fragments(scene: Scene, table: TableInfo, language: str) -> dict[str, str]:
    """The fragments of a moment by id: seats, pile, roundlabel and result as at the table; moment, hand, hands, log."""
    words = language_for(language)
    return _fragments(scene, named_in(table, words), words)


def replay_stage(scene: Scene, ways: Ways, table: TableInfo, language: str) -> str:
    """The whole `#stage` of a replay: a moment and what leads to the others, with and without scripts."""
    words = language_for(language)
    table = named_in(table, words)
    seat = None if scene.own is None else scene.own.seat
    return words.template("replay.jinja").render(
        f=_fragments(scene, table, words),
        scene=scene,
        ways=ways,
        table=table,
        seen_as="all" if seat is None else str(seat),
        me=_centre(scene, ways.viewer),
        players=[(str(index), info.name) for index, info in enumerate(table.seats)],
        ticks=_ticks(ways.rounds, scene.last),
        marks=[
            (tip, _percent(tip.step, scene.last), " ".join(_told(tip, words)), tip.step == scene.step)
            for tip in ways.marks
        ],
    )


def what_happened(events: Iterable[Event], table: TableInfo, language: Language) -> str:
    """What the last action did, as plain text: the table's sentences, and others for what it says with marks alone."""
    told = tuple(events)
    return spoken(told, table, language) or " ".join(filter(None, (_quiet(e, table, language) for e in told)))


def _shown(events: tuple[Event, ...], table: TableInfo, language: Language) -> Markup:
    """The same as HTML: the sentences are made with marks in the place of names, and each mark becomes its name."""
    marks = tuple(SeatInfo(f"\ue000{seat}\ue001", info.bot) for seat, info in enumerate(table.seats))
    html = str(escape(what_happened(events, replace(table, seats=marks), language)))
    return Markup(re.sub("\ue000(\\d)\ue001", lambda mark: str(bdi(table.name(int(mark[1])))), html))


def _quiet(event: Event, table: TableInfo, language: Language) -> str:
    match event:
        case happened.HandConfirmed(seat) | happened.NextPressed(seat):
            return language.text(_("{name} is ready."), name=table.name(seat))
        case happened.AutoplaySet(seat, on):
            text = _("A bot plays for {name}.") if on else _("{name} plays again.")
            return language.text(text, name=table.name(seat))
        case happened.PauseDropped(seat):
            return language.text(_("{name} no longer wants a pause."), name=table.name(seat))
        case happened.ResumeAsked(seat):
            return language.text(_("{name} would like to go on."), name=table.name(seat))
    return ""


def _fragments(scene: Scene, table: TableInfo, words: Language) -> dict[str, str]:
    public, own = scene.public, scene.own
    observed = scene.everybody if own is None else (own,)
    known = {seen.tax for seen in observed if seen.tax is not None}
    log = log_items(history_lines(public, known, table, words), table, words)
    fragments = _public.table_fragments(public, table, (), words, _public.IN_PLACE)
    del fragments["status"]
    return {
        **fragments,
        **_public.round_fragments(public, table, words, _public.IN_PLACE),
        "moment": words.template("moment.jinja").render(
            say=what_happened(scene.events, table, words),
            text=_shown(scene.events, table, words),
            step=scene.step,
            last=scene.last,
        ),
        "hand": hand(own, public, table, words, _public.IN_PLACE, is_still=True),
        "hands": words.template("hands.jinja").render(rows=_hands(scene, table, words)),
        "log": Markup('<ol id="log" class="log" aria-label="{}" tabindex="0">{}</ol>\n').format(
            words(_("Log")), log
        ),
    }


def _hands(scene: Scene, table: TableInfo, words: Language) -> list[tuple[object, ...]]:
    """A row a seat in standing order: slot, emblem, name, how many cards, and the ranks with their tier and number."""
    if not scene.everybody:
        return []
    names = titles(scene.public.players)
    return [
        (
            seat,
            title_icon(title),
            bdi(table.name(seat)),
            words.n_cards(scene.public.counts[seat]),
            [
                (rank, _tier(rank), count)
                for rank, count in enumerate(rank_counts(scene.everybody[seat].hand))
                if count
            ],
        )
        for seat, title in zip(scene.public.order, names, strict=True)
    ]


def _tier(rank: Rank) -> str:
    if rank == JESTER:
        return "jester"
    return ("court", "gentry", "craft", "land")[(rank - 1) // 3]


def _centre(scene: Scene, viewer: Seat | None) -> Seat | str:
    """Who sits in front: whose eyes it is, else who looks on; the place is empty for everybody else."""
    if scene.own is not None:
        return scene.own.seat
    return "" if viewer is None else viewer


def _ticks(rounds: Sequence[int], last: int) -> list[tuple[int, int, str]]:
    """Step, place in percent and number of the rounds that have room for a mark under the scrubber."""
    every = 1 if len(rounds) <= 7 else 5
    return [
        (step, _percent(step, last), str(number))
        for number, step in enumerate(rounds, start=1)
        if every == 1 or number == 1 or number % every == 0
    ]


def _percent(step: int, last: int) -> int:
    return round(100 * step / max(last, 1))


def _told(tip: Tip, words: Language) -> tuple[str, ...]:
    """What the coach says at a mark, as plain sentences."""
    better = words.text(_("You chose {done}. Better: {better}."), done=tip.done, better=tip.better)
    return (f"{tip.title}.", better, *tip.why)
