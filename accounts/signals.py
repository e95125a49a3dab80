"""What accounts tell the rest of the site, which they do not know."""

from django.dispatch import Signal

guest_registered = Signal()
"""Sent after commit with `user`: a guest has become a registered account."""

account_leaving = Signal()
"""Sent with `user` while the account still exists: somebody goes and cannot come back."""

account_forgotten = Signal()
"""Sent with `user` in the transaction that takes an account's name away: whoever has a copy of it replaces it now."""
