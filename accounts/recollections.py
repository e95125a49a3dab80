"""Takes somebody's name out of texts that keep it: what administrators did to them, and titles made of a name."""

import re

from django.contrib.admin.models import LogEntry
from django.db.models import Q

from accounts.models import User


def without_name(text: str, names: tuple[str, ...], instead: str) -> str:
    """The text with each of these names replaced where it stands as a word; Korean endings may follow it."""
    for name in names:
        after = r"(?![A-Za-z0-9])" if name[-1:].isascii() else ""
        text = re.sub(rf"(?<!\w){re.escape(name)}{after}", lambda _: instead, text)
    return text


def forget_in_admin_log(user: User, instead: str) -> None:
    """Puts `instead` in the place of every label of the administrators' log that has a name of this account in it.

    Which thing an entry is about, who did what when and with which words stays: nobody can change that.
    """
    names = tuple(filter(None, (user.email, user.username, user.display_name)))
    labelled = Q()
    for name in names:
        labelled |= Q(object_repr__contains=name)
    for entry in LogEntry.objects.filter(labelled):
        if without_name(entry.object_repr, names, instead) != entry.object_repr:
            LogEntry.objects.filter(pk=entry.pk).update(object_repr=instead)
