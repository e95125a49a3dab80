"""What makes an admin class one for looking."""

from typing import Any

from django.http import HttpRequest


class ReadOnly:
    """Mixed into an admin class: its rows are looked at and nothing else, whoever asks."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody adds rows here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody changes rows here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes rows here, one by one or by an action on many."""
        return False
