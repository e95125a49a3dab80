"""The options of a match as a room keeps them and as its form sends them."""

from collections.abc import Mapping
from typing import Any

from game.engine.options import CHOICES, OptionError, options_dict, parse_options
from rooms.errors import BadOptions


def checked_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """All options under their keys, missing ones at their default.

    Raises: BadOptions.
    """
    try:
        return options_dict(parse_options(options))
    except OptionError as error:
        raise BadOptions(key=error.key, allowed=", ".join(str(value) for value in error.allowed)) from error


def options_from_form(form: Mapping[str, str]) -> dict[str, Any]:
    """What a posted form says, ready for `checked_options`. A switch that is not sent is off.

    Values the rules do not know pass through as text, to be refused there.
    """
    options: dict[str, Any] = {}
    for key, values in CHOICES.items():
        if set(values) == {True, False}:
            options[key] = is_on(form, key)
        elif key in form:
            options[key] = next((value for value in values if str(value) == form[key]), form[key])
    return options


def is_on(form: Mapping[str, str], key: str) -> bool:
    """What a posted form says of a switch."""
    return form.get(key, "") in {"on", "true", "1"}
