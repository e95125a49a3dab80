"""What rooms tell the rest of the server."""

from django.dispatch import Signal

room_changed = Signal()
"""Sent after commit with `code`: something a member sees of this room has changed."""

chat_said = Signal()
"""Sent after commit with `code`: lines were added to this room's chat."""

mutes_changed = Signal()
"""Sent after commit with `user_id`: this person muted somebody, or hears somebody again."""
