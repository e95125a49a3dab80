"""The room of the live tests serves here too."""

from tests.live.conftest import match, room

__all__ = ["match", "room"]
