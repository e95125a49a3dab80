"""Matches that people without an account may see: switched on and off by those who played them."""

from django.db import transaction

from accounts.models import User
from game.models import Match, Seat
from rooms.errors import GuestsCannotShare, NotAPlayer
from rooms.models import Share


def share_match(*, user: User, match: Match) -> Share:
    """The link of a finished match, made where there is none. Any player with an account may do it.

    Not checked here: `match` comes from `access.finished_match_for`. Raises: NotAPlayer, GuestsCannotShare.
    """
    _held_a_seat(user, match)
    if user.is_guest:
        raise GuestsCannotShare()
    with transaction.atomic():
        # One maker at a time: a second one would find no link to fall back on where it is taken back meanwhile.
        Match.objects.select_for_update(no_key=True).filter(pk=match.pk).first()
        share, _created = Share.objects.get_or_create(match=match, defaults={"by": user})
    return share


def stop_sharing(*, user: User, match: Match) -> None:
    """The link is none any more, at once and for good, whoever switched it on. Any player may do it, a guest too.

    Raises: NotAPlayer.
    """
    _held_a_seat(user, match)
    Share.objects.filter(match=match).delete()


def stop_sharing_by_admin(*, share: Share) -> Match:
    """The link is none any more, whoever switched it on. Returns the match. Not checked here: that somebody may."""
    Share.objects.filter(pk=share.pk).delete()
    return share.match


def _held_a_seat(user: User, match: Match) -> None:
    if not Seat.objects.filter(match=match, user=user).exists():
        raise NotAPlayer()
