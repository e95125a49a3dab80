"""What `#status` says: whose turn it is or what everybody is doing, and how long it may take."""

from collections.abc import Mapping

from django.utils.translation import gettext_noop as _

from game.engine.observation import PublicObservation
from game.rendering.language import Language
from game.rendering.pieces import bdi
from game.rendering.table import TableInfo


def status_context(public: PublicObservation, table: TableInfo, language: Language) -> Mapping[str, object]:
    """The names `status.jinja` uses. `slot`: whose turn it is, or who owes an answer, as seats with spaces between."""
    left = table.seconds_left()
    context: dict[str, object] = {
        "slot": "",
        "mine": "",
        "text": "",
        "deadline": None if left is None else table.deadline,
        "seconds": language.text(_("{n}s"), n=left) if left is not None else "",
    }
    if table.cut:
        return context | {"text": language(_("This game doesn’t count"))}
    if public.is_paused:
        return context | {"text": language(_("The game is paused"))}
    match public.phase:
        case "playing" if public.current is not None:
            name = bdi(table.name(public.current))
            leads = public.top is None
            context["slot"] = str(public.current)
            context["mine"] = language(_("You lead") if leads else _("It’s your turn"))
            context["text"] = language.html(_("{name} leads") if leads else _("{name}’s turn"), name=name)
        case "revolutionCheck":
            context["slot"] = _owing(public)
            context["mine"] = language(_("Please check your hand"))
            context["text"] = language(_("Everyone is checking their hand"))
        case "taxReturn":
            context["slot"] = _owing(public)
            context["mine"] = language(_("Please choose what to give back"))
            context["text"] = language(_("Taxes are changing hands"))
        case "roundOver":
            context["text"] = language.text(_("Round {n} result"), n=public.round)
        case "finished":
            context["text"] = language(_("Game over!"))
    return context


def _owing(public: PublicObservation) -> str:
    return " ".join(map(str, public.owing))
