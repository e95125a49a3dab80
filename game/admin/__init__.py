"""Matches in the admin: found, looked at, ruled about; their logs are never changed."""

from game.admin.matches import MatchAdmin
from game.admin.readonly import ReadOnly

__all__ = ["MatchAdmin", "ReadOnly"]
