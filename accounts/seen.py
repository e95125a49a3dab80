"""When somebody was last here: noted at most once a day, so that looking at a page writes next to nothing."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import User

NOTED_EVERY = timedelta(days=1)


def is_due(user: User) -> bool:
    """Whether a day has passed since it was noted that `user` is here."""
    return timezone.now() - user.last_seen >= NOTED_EVERY


def note_seen(user: User) -> bool:
    """Notes that `user` is here, if that is due; says whether it was."""
    if not is_due(user):
        return False
    user.last_seen = timezone.now()
    User.objects.filter(pk=user.pk).update(last_seen=user.last_seen)
    return True
