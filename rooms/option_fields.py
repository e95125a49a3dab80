"""How the options of a match are put to people: each with a label, its choices in words and a help text."""

from typing import Any

import msgspec
from django.utils.translation import gettext as _

from game.engine.options import CHOICES


class Choice(msgspec.Struct, frozen=True):
    """One value an option may have, and how it is called."""

    value: str
    label: str
    chosen: bool


class OptionField(msgspec.Struct, frozen=True):
    """One option. A switch has no `choices`; `house` marks the house rules, which are folded away."""

    key: str
    label: str
    help: str
    house: bool
    on: bool
    choices: tuple[Choice, ...] = ()

    @property
    def said(self) -> str:
        """The present value in words."""
        if self.choices:
            return next(choice.label for choice in self.choices if choice.chosen)
        return _("On") if self.on else _("Off")


def option_fields(options: dict[str, Any]) -> tuple[OptionField, ...]:
    """Every option that can be chosen, in the order of the form and in the language active now."""
    return (
        _choice(
            options, "rounds", _("Number of rounds"), _("How many rounds make a game. 20 is a whole evening.")
        ),
        _choice(
            options,
            "turnSeconds",
            _("Turn time"),
            _("When it runs out you pass; a leader plays their weakest number."),
        ),
        _choice(
            options,
            "scoring",
            _("Final ranking"),
            _("By the points of all rounds, or by the places of the last one."),
        ),
        _choice(
            options,
            "firstRanking",
            _("First titles"),
            _("How titles are decided before the first round. A lower card is better."),
        ),
        _switch(options, "revolution", _("Revolution rule"), _("Holder of both jesters may cancel taxes")),
        _switch(
            options,
            "firstRoundTax",
            _("Tax in the first round"),
            _("Off: nobody pays tax until the second round"),
        ),
        _switch(
            options,
            "jesterTaxable",
            _("Jesters are taxable"),
            _("Jesters count as best cards"),
            house=True,
        ),
        _switch(
            options,
            "passLocksOut",
            _("Pass locks you out"),
            _("After a pass you wait for the next trick"),
            house=True,
        ),
        _switch(options, "removeHighCards", _("Remove 9–12"), _("A short game with 38 cards"), house=True),
    )


def spectators_field(on: bool) -> OptionField:
    """Whether people without a seat may watch: the room's own switch beside those of the match."""
    return OptionField(
        "spectators",
        _("Spectators"),
        _("Off: people without a seat see nothing of a running game"),
        house=False,
        on=on,
    )


def pace_field(pace: str) -> OptionField:
    """How quickly bots play, in words that name no seconds: those are the site's."""
    labels = {"slow": _("Slow"), "normal": _("Normal"), "quick": _("Quick")}
    choices = tuple(Choice(value, label, chosen=value == pace) for value, label in labels.items())
    text = _("How long bots wait before they play.")
    return OptionField("pace", _("Bot pace"), text, house=False, on=False, choices=choices)


def kids_field(on: bool) -> OptionField:
    """Whether the room is for children."""
    return OptionField("kids", _("Kids’ room"), _("Gentle wording, preset chat only"), house=False, on=on)


def practice_field(on: bool) -> OptionField:
    """Whether somebody alone with bots may ask for advice at their turn."""
    text = _("Ideas at your turn, while you play with bots only and nobody else is in the room")
    return OptionField("practice", _("Practice"), text, house=False, on=on)


def orders_field(on: bool) -> OptionField:
    """Whether playful orders may be given at the table: the room's own switch too."""
    return OptionField(
        "orders",
        _("Playful orders"),
        _("Higher titles may give lower ones funny ready-made orders, and bots show how they feel"),
        house=False,
        on=on,
    )


def _label(key: str, value: Any) -> str:
    match key, value:
        case "turnSeconds", seconds:
            return _("{n}s").format(n=seconds)
        case "scoring", "rank-points":
            return _("Sum of points")
        case "scoring", "last-round":
            return _("Last round")
        case "firstRanking", "draw":
            return _("Draw cards")
        case "firstRanking", "random":
            return _("Random")
    return str(value)


def _choice(options: dict[str, Any], key: str, label: str, text: str) -> OptionField:
    choices = tuple(
        Choice(str(value), _label(key, value), chosen=options[key] == value) for value in CHOICES[key]
    )
    return OptionField(key, label, text, house=False, on=False, choices=choices)


def _switch(options: dict[str, Any], key: str, label: str, text: str, *, house: bool = False) -> OptionField:
    return OptionField(key, label, text, house=house, on=bool(options[key]))
