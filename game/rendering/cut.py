"""What everybody reads at a table that was cut off."""

from typing import NamedTuple

from django.utils.translation import gettext_noop as _
from markupsafe import Markup

from game.rendering.language import Language
from game.rendering.pieces import bdi
from game.rendering.table import TableInfo


class Notice(NamedTuple):
    """What happened, and why."""

    title: str
    reason: Markup


def cut_notice(table: TableInfo, language: Language) -> Notice | None:
    """The words of the notice; None where the match was not cut off."""
    if not table.cut:
        return None
    if table.cut == "agreed":
        return Notice(language(_("Ended early: everybody who was playing agreed")), Markup())
    annulled = _("Annulled: an administrator declared this game void")
    ended = _("Ended early: an administrator stopped this game")
    title = language(annulled if table.cut == "annulled" else ended)
    return Notice(title, language.html(_("Reason: {reason}"), reason=bdi(table.cut_reason)))
