"""Fixtures of the rooms' tests that these tests need, too."""

from tests.rooms.conftest import writing

__all__ = ["writing"]
