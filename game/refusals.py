"""A sentence for every refusal code, in the viewer's language; it never tells more than its receiver could know."""

from collections.abc import Mapping

from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

SENTENCES: dict[str, str] = {
    "not_your_turn": _("It’s not your turn yet"),
    "wrong_phase": _("That can’t be done right now"),
    "stale_turn": _("That turn is already over. Your table is up to date again."),
    "not_in_hand": _("Those cards were already played. Your hand is refreshed."),
    "duplicate_cards": _("The same card was picked twice. Please pick again."),
    "empty_set": _("Pick cards first"),
    "mixed_ranks": _("All cards must share one number"),
    "count_mismatch": _("Play exactly {count} cards, like the set before"),
    "rank_too_high": _("Only numbers lower than {below} can be played"),
    "must_lead": _("You can’t pass when you lead"),
    "locked_out": _("You’re sitting out this trick"),
    "already_confirmed": _("You have already answered. Waiting for the others."),
    "needs_both_jesters": _("You need both jesters for a revolution"),
    "wrong_tax_count": _("Choose exactly {count} cards"),
    "no_tax_owed": _("You have no cards to give back"),
    "match_over": _("This game is over"),
    "paused": _("The game is paused"),
    "not_paused": _("The game goes on already"),
    "malformed": _("Something went wrong. Please try again."),
    "too_fast": _("Slow down a little"),
    "unavailable": _("Something went wrong. Please try again."),
    "no_advice": _("Ideas are there only while you practise alone with bots"),
    "not_seated": _("You’re watching this game and can’t play in it"),
}
"""Refusal code → msgid. The codes of rules section 10, then those of the socket itself."""

ONE_CARD: dict[str, str] = {
    "count_mismatch": _("Play exactly 1 card, like the set before"),
    "wrong_tax_count": _("Choose exactly 1 card"),
}
"""Msgids for `count` = 1, where a language has a singular."""

KIND = _("That card can’t go now. Try another one?")
"""What is said first at a kind table, before the reason."""

_ABOUT_CARDS = frozenset({"not_in_hand", "mixed_ranks", "count_mismatch", "rank_too_high"})


def refusal_text(code: str, params: Mapping[str, int | str], language: str, *, kids: bool = False) -> str:
    """The sentence for a refusal, as plain text; an unknown code gets the general apology. `kids`: at a kind table."""
    msgid = SENTENCES.get(code, SENTENCES["malformed"])
    if params.get("count") == 1:
        msgid = ONE_CARD.get(code, msgid)
    with translation.override(language):
        sentence = gettext(msgid).format(**params)
        return f"{gettext(KIND)} {sentence}" if kids and code in _ABOUT_CARDS else sentence
