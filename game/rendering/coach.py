"""The coach's words: what was done, what would have been better, and why. Kind, short, and about the cards alone."""

from collections.abc import Iterable, Iterator

import msgspec
from django.utils.translation import gettext_noop as _
from markupsafe import Markup

from game.bots.gifts import gift_cards
from game.coach.judging import Choice
from game.coach.review import Judged, Review
from game.engine.cards import DECK
from game.rendering.language import Language, language_for
from game.rendering.log import rank_names
from game.rendering.pile import set_words_in_full

DEAREST = 3
MOST_MARKS = 6
WEAK = 0.5
"""A set that holds less often is called weak."""
CLEARLY = 0.15
"""So much more often must the better set hold to be worth a word."""

LABELS = {
    "slip": _("Almost"),
    "mistake": _("There was a better choice"),
    "blunder": _("This one mattered most"),
}
"""Label → msgid; no label blames anybody, and children read the same."""


class Said(msgspec.Struct, frozen=True):
    """A choice in words: what it is, the place to expect (1-based, a mean), and the chance of the first in percent."""

    words: str
    place: float
    first: int


class Tip(msgspec.Struct, frozen=True):
    """A decision that could have been better. `step` is the moment of the replay before it, `gain` in places."""

    round: int
    step: int
    label: str
    title: str
    done: str
    better: str
    gain: float
    why: tuple[str, ...]
    best: tuple[Said, ...]


def dearest(review: Review, language: Language) -> list[Tip]:
    """The dearest decisions of a match, the dearest first."""
    return _tips(review, language)[:DEAREST]


def marks(review: Review, language: Language) -> list[Tip]:
    """The decisions that a replay marks, in the order of the match: the dearest of them where there are many."""
    return sorted(_tips(review, language)[:MOST_MARKS], key=lambda tip: tip.step)


def said(choice: Choice, language: Language) -> Said:
    """A choice in words, with what it promises."""
    return Said(choice_words(choice, language), choice.place, round(100 * choice.first))


def choice_words(choice: Choice, language: Language) -> str:
    """A choice as a player would call it: a set, a pass, cards given back."""
    if choice.set is not None:
        return set_words_in_full(choice.set, language)
    if choice.gift:
        cards = ", ".join(rank_names(gift_cards(DECK, choice.gift), language))
        return language.text(_("giving back {cards}"), cards=cards)
    return language(_("a pass"))


def reasons(chosen: Choice, better: Choice, language: Language) -> tuple[str, ...]:
    """Why one choice is better than the other, as facts about the cards; one sentence at least."""
    found = tuple(_facts(chosen, better, language))
    return found or (language(_("Over many possible hands it simply leads to better places.")),)


def _tips(review: Review, language: Language) -> list[Tip]:
    """Everything with a label, the dearest first."""
    found = [(one, each.round) for each in review.rounds for one in each.judged if one.label]
    found.sort(key=lambda pair: pair[0].cost, reverse=True)
    return [_tip(one, number, language) for one, number in found]


def _tip(judged: Judged, number: int, language: Language) -> Tip:
    decision = judged.decision
    chosen, better = decision.chosen, decision.best[0]
    return Tip(
        round=number,
        step=decision.version,
        label=judged.label,
        title=language(LABELS[judged.label]),
        done=choice_words(chosen, language),
        better=choice_words(better, language),
        gain=judged.cost,
        why=reasons(chosen, better, language),
        best=tuple([said(choice, language) for choice in decision.best]),
    )


def _facts(chosen: Choice, better: Choice, language: Language) -> Iterator[str]:
    if chosen.gift:
        if chosen.splits and not better.splits:
            yield language(_("Your gift broke up cards that belong together."))
        if better.groups < chosen.groups:
            yield _left(chosen, better, language)
        return
    if chosen.set is None:
        if better.hold is not None and better.hold >= WEAK:
            yield language.text(
                _("{set} would have held the trick {p}% of the time."),
                set=choice_words(better, language),
                p=round(100 * better.hold),
            )
        if better.groups < chosen.groups:
            yield _left(chosen, better, language)
        return
    yield from _about_the_set(chosen, better, language)
    if chosen.splits and not better.splits:
        yield language(_("It broke up cards that are stronger together."))
    if chosen.set.jesters > (better.set.jesters if better.set else 0):
        yield language(_("It used a jester that helps more later."))
    if better.set is not None and better.groups < chosen.groups:
        yield _left(chosen, better, language)


def _about_the_set(chosen: Choice, better: Choice, language: Language) -> Iterator[str]:
    assert chosen.hold is not None and chosen.set is not None
    p = round(100 * chosen.hold)
    if better.set is None:
        if chosen.hold < WEAK:
            text = _("It holds the trick only {p}% of the time: {n} better numbers may still come.")
            one = _("It holds the trick only {p}% of the time: one better number may still come.")
            yield language.text(one if chosen.beaten_by == 1 else text, p=p, n=chosen.beaten_by)
        else:
            yield language(_("These cards are worth more later in the round."))
    elif better.hold is not None and better.hold - chosen.hold >= CLEARLY:
        yield language.text(
            _("{better} holds the trick {q}% of the time, {done} only {p}%."),
            better=choice_words(better, language),
            q=round(100 * better.hold),
            done=choice_words(chosen, language),
            p=p,
        )


def _left(chosen: Choice, better: Choice, language: Language) -> str:
    if better.groups == 0:
        return language(_("Then no card would have been left."))
    text = _("Then {a} kinds of cards are left to play instead of {b}.")
    one = _("Then one kind of cards is left to play instead of {b}.")
    return language.text(one if better.groups == 1 else text, a=better.groups, b=chosen.groups)


def advice_html(choices: Iterable[Choice], language: str) -> str:
    """The `#advice` fragment: choices as list items, the best first."""
    words = language_for(language)
    items = Markup("").join(
        Markup("<li><b>{}</b> {}</li>").format(
            each.words, words.text(_("place {p} on average"), p=f"{each.place:.1f}")
        )
        for each in (said(choice, words) for choice in choices)
    )
    return f'<div id="advice" role="status" hx-swap-oob="true"><ol class="list">{items}</ol></div>\n'
