"""How somebody likes the site to look, sound and play: a small typed set, stored with the account as JSON.

Each preference is a `data-*` attribute of `<html>` of the same name; "" is the default and is written nowhere. Not
here: the language, which an account has anyway.
"""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec


class BadPreference(ValueError):
    """There is no such preference, or it has no such value."""


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What may be chosen. A value that is not "" is what the stylesheets and scripts look for."""

    theme: Literal["", "light", "dark"] = ""
    contrast: Literal["", "more"] = ""
    size: Literal["", "large"] = ""
    motion: Literal["", "less"] = ""
    sound: Literal["", "off"] = ""
    vib: Literal["", "off"] = ""
    notify: Literal["", "on"] = ""
    cards: Literal["", "classic"] = ""
    autopass: Literal["", "on"] = ""
    keys: Literal["", "off"] = ""
    tips: Literal["", "off"] = ""


NAMES = Preferences.__struct_fields__

# What a form says by leaving a switch out, where that is not the default.
_UNTICKED = {"sound": "off", "vib": "off", "keys": "off", "tips": "off"}


def stored_preferences(stored: Any) -> Preferences:
    """What an account has stored; `None` is nothing, and a value of another version of this site counts as nothing."""
    chosen = Preferences()
    for name, value in stored.items() if isinstance(stored, dict) else ():
        try:
            chosen = changed(chosen, {name: value})
        except BadPreference:
            continue
    return chosen


def changed(preferences: Preferences, changes: Mapping[str, Any]) -> Preferences:
    """The preferences with some of them changed. Raises: BadPreference."""
    try:
        return msgspec.convert({**msgspec.to_builtins(preferences), **changes}, Preferences)
    except msgspec.ValidationError as error:
        raise BadPreference(str(error)) from error


def to_store(preferences: Preferences) -> dict[str, str]:
    """What is written for an account: the values that are not the default."""
    values: dict[str, str] = msgspec.to_builtins(preferences)
    return values


def changes_in(posted: Mapping[str, str]) -> dict[str, str]:
    """The preferences a script has posted: those it names."""
    return {name: posted[name] for name in NAMES if name in posted}


def whole_form(posted: Mapping[str, str]) -> dict[str, str]:
    """All preferences, as the form of the settings page posts them: a switch that is off is left out."""
    return {name: posted.get(name, _UNTICKED.get(name, "")) for name in NAMES}
