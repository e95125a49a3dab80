"""The JSON view of a table for machines: the same knowledge as the HTML, under the protocol's names. Pure."""

from typing import Any

from game.engine.cards import Seat, card_ids
from game.engine.observation import PublicObservation, SeatObservation, TaxObservation
from game.engine.options import options_dict
from game.engine.sets import PlayedSet
from game.rendering.table import TableInfo

JsonObject = dict[str, Any]


def view_json(public: PublicObservation, own: SeatObservation | None, table: TableInfo) -> JsonObject:
    """The `view` of the protocol for one viewer; `own` is None for a spectator.

    Card ids appear for the viewer's own hand and own tax only.
    """
    return shared_view(public, table) | own_view(public, own)


def own_view(public: PublicObservation, own: SeatObservation | None) -> JsonObject:
    """The fields of a view that differ between viewers."""
    return {
        "taxes": [_tax(tax, own) for tax in public.taxes],
        "me": None if own is None else _me(own),
    }


def shared_view(public: PublicObservation, table: TableInfo) -> JsonObject:
    """The fields of a view that are the same for every viewer."""
    return {
        "match": table.match,
        "room": table.room_code,
        "status": _status(public, table),
        "cutReason": table.cut_reason or None,
        "options": options_dict(public.options),
        "round": public.round,
        "rounds": public.options.rounds,
        "phase": public.phase,
        "seats": [_seat(public, table, seat) for seat in range(public.players)],
        "order": list(public.order),
        "draws": None if public.draws is None else [list(draw) for draw in public.draws],
        "revolution": public.revolution,
        "revolutionBy": public.revolution_by,
        "history": _history(public),
        "trick": _trick(public),
        "current": public.current,
        "decision": public.decision,
        "deadline": table.deadline,
        "pause": _pause(public),
        "endWish": list(table.wish),
        "results": [
            {"order": list(result.order), "revolution": result.revolution} for result in public.results
        ],
        "ranking": _ranking(public),
        "commitment": public.commitment,
        "head": table.head or None,
        "seed": public.seed,
    }


def _status(public: PublicObservation, table: TableInfo) -> str:
    if table.cut:
        return "annulled" if table.cut == "annulled" else "ended"
    return "finished" if public.phase == "finished" else "playing"


def _pause(public: PublicObservation) -> JsonObject | None:
    pause = public.pause
    if pause is None:
        return None
    return {"seat": pause.seat, "votes": list(pause.votes), "since": pause.since, "askedAt": pause.asked_at}


def _seat(public: PublicObservation, table: TableInfo, seat: Seat) -> JsonObject:
    asks_all = public.phase in ("revolutionCheck", "roundOver")
    return {
        "seat": seat,
        "name": table.name(seat),
        "bot": table.seats[seat].bot,
        "online": table.online[seat],
        "standing": public.order.index(seat),
        "cards": public.counts[seat],
        "passed": public.passed[seat],
        "lockedOut": public.locked_out[seat],
        "out": public.out[seat],
        "total": public.totals[seat],
        "confirmed": public.confirmed[seat] if asks_all else None,
        "autoplay": public.autoplay[seat],
        "slow": public.slow[seat],
    }


def _set(played: PlayedSet) -> JsonObject:
    return {"rank": played.rank, "count": played.count, "jesters": played.jesters}


def _tax(tax: TaxObservation, own: SeatObservation | None) -> JsonObject:
    mine = own.tax if own is not None else None
    if mine is not None and (mine.payer, mine.receiver) != (tax.payer, tax.receiver):
        mine = None
    return {
        "from": tax.payer,
        "to": tax.receiver,
        "count": tax.count,
        "returned": tax.returned,
        "cardIds": None if mine is None else card_ids(mine.tribute),
        "returnedIds": None if mine is None or mine.gift is None else card_ids(mine.gift),
    }


def _history(public: PublicObservation) -> list[JsonObject]:
    return [
        {
            "leader": trick.leader,
            "actions": [
                {"seat": turn.seat, "set": None if turn.set is None else _set(turn.set)}
                for turn in trick.turns
            ],
            "winner": trick.winner,
        }
        for trick in public.history
    ]


def _trick(public: PublicObservation) -> JsonObject | None:
    """The running trick; None where nobody is playing. Before the lead it has no sets."""
    if public.phase != "playing":
        return None
    running = public.history[-1] if public.history and public.history[-1].winner is None else None
    turns = running.turns if running is not None else ()
    sets = [{"seat": turn.seat, **_set(turn.set)} for turn in turns if turn.set is not None]
    leader = running.leader if running is not None else public.current
    return {"leader": leader, "top": sets[-1] if sets else None, "sets": sets}


def _ranking(public: PublicObservation) -> list[JsonObject] | None:
    if public.ranking is None:
        return None
    return [
        {"seat": line.seat, "rank": line.rank, "total": line.total, "places": list(line.places)}
        for line in public.ranking
    ]


def _me(own: SeatObservation) -> JsonObject:
    owes: JsonObject | None = None
    if own.owes is not None:
        owes = {"kind": own.owes.kind, "count": own.owes.count}
    return {
        "seat": own.seat,
        "hand": card_ids(own.hand),
        "canDeclareRevolution": own.can_declare,
        "owes": owes,
        "legal": [_set(played) for played in own.legal],
    }
