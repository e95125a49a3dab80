"""What `#result` shows between rounds and at the end: places, points, next titles, and the charts."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

from game.engine.cards import Seat
from game.engine.observation import PublicObservation
from game.rendering.charts import place_chart, points_chart
from game.rendering.language import Language
from game.rendering.pieces import bdi, title_icon
from game.rendering.table import TableInfo
from game.words import title_name, titles

MANY_ROUNDS = 7
"""From here on a round's number is written on every fifth only, and points are not split by round."""


def result_context(public: PublicObservation, table: TableInfo, language: Language) -> Mapping[str, object]:
    """The names `result.jinja` uses, for the end of a round or of the match."""
    if public.phase == "finished":
        return _final(public, table, language)
    return _round(public, table, language)


def places_of(public: PublicObservation, seat: Seat) -> tuple[int, ...]:
    """A seat's place in every finished round, 1-based."""
    return tuple(result.order.index(seat) + 1 for result in public.results)


def points_of(public: PublicObservation, seat: Seat) -> tuple[int, ...]:
    """A seat's points in every finished round: one for each player still in when it went out."""
    return tuple(public.players - place for place in places_of(public, seat))


def _round(public: PublicObservation, table: TableInfo, language: Language) -> Mapping[str, object]:
    order = public.results[-1].order
    rows = []
    for index, (seat, title) in enumerate(zip(order, titles(public.players), strict=True)):
        name = language(title_name(title, kids=table.kids))
        moved = public.order.index(seat) - index
        rows.append(
            {
                "seat": seat,
                "place": index + 1,
                "name": bdi(table.name(seat)),
                "icon": title_icon(title),
                "title": name,
                "points": points_of(public, seat)[-1],
                "total": public.totals[seat],
                "move": "up" if moved > 0 else "down" if moved < 0 else "same",
                "steps": abs(moved),
                "last": index + 1 == public.players,
                "next": language.text(_("Next round: {title}!"), title=name),
                "say": language.text(
                    _("Round {n} over. You came {p}; next title: {t}."), n=public.round, p=index + 1, t=name
                ),
            }
        )
    return {
        "final": False,
        "title": language.text(_("Round {n} result"), n=public.round),
        "rows": rows,
        "points": _points(public, order, table, language),
        "places": "",
    }


def _final(public: PublicObservation, table: TableInfo, language: Language) -> Mapping[str, object]:
    ranking = sorted(public.ranking or (), key=lambda ranked: ranked.rank)
    order = tuple(ranked.seat for ranked in ranking)
    names = titles(public.players)
    rows = [
        {
            "seat": ranked.seat,
            "place": ranked.rank,
            "name": bdi(table.name(ranked.seat)),
            "icon": title_icon(names[ranked.places[-1] - 1]),
            "places": [language.text(_("#{n}"), n=place) for place in ranked.places],
            "total": ranked.total,
            "points": language.text(_("1 pt") if ranked.total == 1 else _("{n} pts"), n=ranked.total),
            "last": ranked.rank == public.players,
            "say": language.text(_("Game over! You came {p}."), p=ranked.rank),
        }
        for ranked in ranking
    ]
    rounds = len(public.results)
    kept = _("{name} came first!")
    if rounds > 1:
        kept = _("{name} held the highest title over {n} rounds!")
    return {
        "final": True,
        "title": language(_("Game over!")),
        "summary": language.html(kept, name=rows[0]["name"], n=rounds),
        "podium": [(rows[place], title_icon(names[place])) for place in (1, 0, 2)],
        "rounds": [language.text(_("R{n}"), n=number) for number in range(1, rounds + 1)],
        "rows": rows,
        "points": _points(public, order, table, language),
        "places": _places(public, order, table, language) if rounds > 1 else "",
        "room_code": table.room_code,
        "match": table.match,
        "head": table.head,
    }


def _points(public: PublicObservation, order: tuple[Seat, ...], table: TableInfo, language: Language) -> str:
    split = len(public.results) < MANY_ROUNDS
    return points_chart(
        label=language(_("Points by round")),
        names=[table.name(seat) for seat in order],
        points=[points_of(public, seat) if split else (public.totals[seat],) for seat in order],
        rounds=[language.text(_("R{n}"), n=number) for number in range(1, len(public.results) + 1)]
        if split
        else [],
    )


def _places(public: PublicObservation, order: tuple[Seat, ...], table: TableInfo, language: Language) -> str:
    return place_chart(
        label=language(_("Place by round")),
        slots=list(order),
        names=[table.name(seat) for seat in order],
        places=[places_of(public, seat) for seat in order],
        rounds=[language.text(_("R{n}"), n=number) for number in range(1, len(public.results) + 1)],
    )
