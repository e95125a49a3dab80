"""The seed that nobody chose, and the links of a log; the fixed values are what a browser must compute as well."""

from hashlib import sha256

import pytest

from game.engine.fairness import commitment, first_link, head_of, next_link, seed_of
from game.engine.options import Options, options_dict
from game.engine.record import Opening, replay

SECRET = bytes(range(32))
NONCES = (bytes([7]) * 16, b"", bytes([9]) * 16, b"")


def action(**changes: object) -> dict[str, object]:
    return {
        "version": 1,
        "seat": 2,
        "type": "confirmHand",
        "payload": {"declareRevolution": False},
        "origin": "player",
        "at": 1764460800123,
        **changes,
    }


@pytest.mark.rule("9-fair")
def test_the_seed_is_made_of_the_secret_and_every_nonce() -> None:
    seed = seed_of(SECRET, NONCES)
    assert (
        seed
        == sha256(b"kings.seed.1\0" + SECRET + b"\x10" + NONCES[0] + b"\0\x10" + NONCES[2] + b"\0").digest()
    )
    others = [
        seed_of(bytes(32), NONCES),
        seed_of(SECRET, NONCES[::-1]),
        seed_of(SECRET, NONCES[:3]),
        seed_of(SECRET, (bytes([8]) * 16, *NONCES[1:])),
    ]
    assert len({seed, *others}) == 5


@pytest.mark.rule("9-fair")
@pytest.mark.parametrize(("secret", "nonces"), [(b"x", ()), (SECRET, (b"x",)), (SECRET, (bytes(17),))])
def test_parts_of_a_wrong_length_make_no_seed(secret: bytes, nonces: tuple[bytes, ...]) -> None:
    with pytest.raises(ValueError, match="bytes"):
        seed_of(secret, nonces)


@pytest.mark.rule("9-fair")
def test_a_match_shows_the_commitment_to_the_secret() -> None:
    opening = Opening(4, Options(), seed_of(SECRET, NONCES), 0, SECRET, NONCES)
    assert replay(opening, ()).setup.commitment == commitment(SECRET) == sha256(SECRET).hexdigest()


@pytest.mark.rule("9-links")
def test_every_part_of_an_action_and_of_what_came_before_is_in_its_link() -> None:
    start = first_link("ab" * 16, commitment(SECRET), options_dict(Options()), 4)
    link = next_link(start, action())
    assert len(start) == len(link) == 64
    changed = [
        next_link(start, action(**{key: value}))
        for key, value in {
            "version": 2, "seat": 3, "type": "pass", "payload": {}, "origin": "bot", "at": 1764460800124,
        }.items()
    ]  # fmt: skip
    others = [
        first_link("ac" * 16, commitment(SECRET), options_dict(Options()), 4),
        first_link("ab" * 16, commitment(bytes(32)), options_dict(Options()), 4),
        first_link("ab" * 16, commitment(SECRET), options_dict(Options(rounds=1)), 4),
        first_link("ab" * 16, commitment(SECRET), options_dict(Options()), 5),
    ]
    assert len({start, link, *changed, *others}) == 12
    assert next_link(link, action()) != link


@pytest.mark.rule("9-links")
def test_the_head_is_the_link_of_the_last_action() -> None:
    start = first_link("ab" * 16, commitment(SECRET), options_dict(Options()), 4)
    actions = [action(version=n, seat=n % 4) for n in range(1, 6)]
    assert head_of(start, ()) == start
    assert head_of(start, actions) == next_link(head_of(start, actions[:4]), actions[4])


@pytest.mark.rule("9-links")
def test_the_texts_that_are_hashed_stay_what_they_are() -> None:
    """Golden: a link of a stored log must be the same for ever, and the same in a browser."""
    start = first_link("0f" * 16, "11" * 32, {"rounds": 3, "revolution": True}, 4)
    assert start == sha256(
        b'kings.log.1\0{"commitment":"' + b"11" * 32 + b'","match":"' + b"0f" * 16
        + b'","options":{"revolution":true,"rounds":3},"players":4}'
    ).hexdigest()  # fmt: skip
    assert (
        next_link(start, action())
        == sha256(
            bytes.fromhex(start)
            + b'{"at":1764460800123,"origin":"player","payload":{"declareRevolution":false},'
            b'"seat":2,"type":"confirmHand","version":1}'
        ).hexdigest()
    )
