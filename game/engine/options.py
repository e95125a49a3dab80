"""A match's options: their keys, values and defaults, and the parsing that refuses everything else."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import msgspec

OptionValue: TypeAlias = int | str | bool


class Options(msgspec.Struct, frozen=True, rename="camel"):
    """The frozen copy of its options that a match keeps.

    Not checked here: values come from `parse_options`.
    """

    rounds: int = 3
    scoring: Literal["rank-points", "last-round"] = "rank-points"
    first_ranking: Literal["draw", "random"] = "draw"
    revolution: bool = True
    jester_taxable: bool = False
    pass_locks_out: bool = False
    remove_high_cards: bool = False
    turn_seconds: int = 20
    first_round_tax: bool = True
    commoner_trade: bool = False
    leftover_cards: Literal["rank-order", "dalmuti"] = "rank-order"
    late_join: bool = False


CHOICES: Final[dict[str, tuple[OptionValue, ...]]] = {
    "rounds": (1, 3, 5, 7, 20),
    "scoring": ("rank-points", "last-round"),
    "firstRanking": ("draw", "random"),
    "revolution": (True, False),
    "jesterTaxable": (True, False),
    "passLocksOut": (True, False),
    "removeHighCards": (True, False),
    "turnSeconds": (15, 20, 30, 45),
    "firstRoundTax": (True, False),
    # Rules of rooms still to come: the keys exist, only the default is accepted.
    "commonerTrade": (False,),
    "leftoverCards": ("rank-order",),
    "lateJoin": (False,),
}
"""Every key with the values that are accepted."""


class OptionError(ValueError):
    """An option that does not exist or a value it cannot have; `allowed` lists what would do.

    For an unknown key `allowed` lists the known keys.
    """

    def __init__(self, key: str, allowed: tuple[OptionValue, ...]) -> None:
        super().__init__(f"option {key!r}: allowed are {', '.join(map(repr, allowed))}")
        self.key = key
        self.allowed = allowed


def options_dict(options: Options) -> dict[str, OptionValue]:
    """The options under their public camelCase keys."""
    values: dict[str, OptionValue] = msgspec.to_builtins(options)
    return values


DEFAULTS: Final[dict[str, OptionValue]] = options_dict(Options())
"""The value of every key that is not given."""


def parse_options(mapping: Mapping[str, object]) -> Options:
    """Options from camelCase keys; a missing key takes its default. Raises: OptionError."""
    for key, value in mapping.items():
        allowed = CHOICES.get(key)
        if allowed is None:
            raise OptionError(str(key), tuple(CHOICES))
        # Compared with its type: 1 == True, but `rounds` is no yes or no.
        if not any(type(value) is type(choice) and value == choice for choice in allowed):
            raise OptionError(key, allowed)
    return msgspec.convert({**DEFAULTS, **mapping}, Options)
