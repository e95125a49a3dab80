"""Options: keys, values, defaults."""

import pytest

from game.engine.options import CHOICES, DEFAULTS, OptionError, Options, options_dict, parse_options

from .positions import fresh, time_out_to_end

TABLE = {
    "rounds": (1, 3, 5, 7, 20),
    "scoring": ("rank-points", "last-round"),
    "firstRanking": ("draw", "random"),
    "revolution": (True, False),
    "jesterTaxable": (True, False),
    "passLocksOut": (True, False),
    "removeHighCards": (True, False),
    "turnSeconds": (15, 20, 30, 45),
    "firstRoundTax": (True, False),
}


@pytest.mark.rule("2-values")
@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in TABLE.items() for value in values]
)
def test_every_listed_value_is_taken(key, value):
    assert options_dict(parse_options({key: value})) == {**DEFAULTS, key: value}


@pytest.mark.rule("2-values")
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("rounds", 2),
        ("rounds", True),
        ("rounds", "3"),
        ("rounds", 3.0),
        ("rounds", None),
        ("scoring", "points"),
        ("revolution", 1),
        ("revolution", "true"),
        ("turnSeconds", 0),
        ("firstRanking", ["draw"]),
    ],
)
def test_other_values_are_refused_with_the_key_and_the_list(key, value):
    with pytest.raises(OptionError) as refused:
        parse_options({key: value})
    assert refused.value.key == key
    assert refused.value.allowed == TABLE[key]
    assert key in str(refused.value)
    assert repr(TABLE[key][0]) in str(refused.value)


@pytest.mark.rule("2-values")
@pytest.mark.parametrize("key", ["Rounds", "first_ranking", "cheat", ""])
def test_unknown_keys_are_refused_with_the_known_ones(key):
    with pytest.raises(OptionError) as refused:
        parse_options({key: 1})
    assert (refused.value.key, refused.value.allowed) == (key, tuple(CHOICES))


@pytest.mark.rule("2-defaults")
def test_a_missing_key_takes_its_default():
    assert parse_options({}) == Options()
    assert options_dict(Options()) == {
        "rounds": 3,
        "scoring": "rank-points",
        "firstRanking": "draw",
        "revolution": True,
        "jesterTaxable": False,
        "passLocksOut": False,
        "removeHighCards": False,
        "turnSeconds": 20,
        "firstRoundTax": True,
        "commonerTrade": False,
        "leftoverCards": "rank-order",
        "lateJoin": False,
    }


@pytest.mark.rule("2-reserved")
@pytest.mark.parametrize(
    ("key", "value", "default"),
    [("commonerTrade", True, False), ("leftoverCards", "dalmuti", "rank-order"), ("lateJoin", True, False)],
)
def test_options_of_later_rules_accept_their_default_only(key, value, default):
    assert parse_options({key: default}) == Options()
    with pytest.raises(OptionError) as refused:
        parse_options({key: value})
    assert refused.value.allowed == (default,)


@pytest.mark.rule("2-frozen")
def test_a_match_keeps_its_options_to_the_end():
    options = Options(rounds=1, turn_seconds=45)
    assert time_out_to_end(fresh(options=options)).setup.options == options
    with pytest.raises(AttributeError):
        options.rounds = 3
