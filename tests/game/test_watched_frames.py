"""What a frame weighs on the wire tells nothing: not a compressed byte depends on cards that its reader may not see."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

from game.actor import Change
from game.broadcast import _Frames
from game.engine.observation import observe_public
from game.frame import Part, parts_of
from tests.rendering.scenes import steps, table_for
from tests.rendering.test_secrets import dealt_otherwise


def sent(match: Any, events: Any, seat: int | None, *, json: bool, language: str) -> list[bytes]:
    """The compressed parts of the frame that tells a viewer of this seat of the last change."""
    public = observe_public(match)
    actor: Any = SimpleNamespace(state=match, public=public, version=public.version, cut=None)
    viewer: Any = SimpleNamespace(seat=seat, wants_json=json, language=language, own_key=None)
    frames = _Frames(actor, Change(public.version - 1, tuple(events)), table_for(match))
    return [part.deflated for part in parts_of(frames.frame_for(viewer))]


@pytest.mark.parametrize("json", [False, True])
def test_a_watchers_frame_is_the_same_bytes_wherever_hidden_cards_lie(json: bool) -> None:
    luck, looked = random.Random(7), 0
    for match, events in list(steps(5, seed=11))[1::9]:
        other = dealt_otherwise(match, None, luck)
        looked += other.hands != match.hands
        Part("what another table was told before: " + luck.randbytes(luck.randrange(999)).hex()).deflated  # noqa: B018
        for language in ("ko", "en"):
            assert sent(match, events, None, json=json, language=language) == sent(
                other, events, None, json=json, language=language
            )
    assert looked > 5


@pytest.mark.parametrize("json", [False, True])
def test_a_players_frame_weighs_the_same_wherever_the_others_cards_lie(json: bool) -> None:
    luck = random.Random(8)
    for match, events in list(steps(5, seed=12))[1::9]:
        if observe_public(match).phase == "finished":
            continue
        other = dealt_otherwise(match, 2, luck)
        here = sent(match, events, 2, json=json, language="ko")
        assert here == sent(other, events, 2, json=json, language="ko")
