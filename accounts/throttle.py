"""How often somebody may try a door: a sliding window, counted in the database for all processes."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Attempt


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `count` tries within `window`."""

    count: int
    window: timedelta


# Low for one account from one address, high for an address: a household or a school shares one.
PAIR_LIMITS = {
    Attempt.Door.LOGIN: Limit(5, timedelta(minutes=5)),
    Attempt.Door.RESET: Limit(3, timedelta(hours=1)),
    Attempt.Door.SIGNUP: Limit(40, timedelta(hours=1)),
    Attempt.Door.DATA: Limit(5, timedelta(hours=1)),
}
ADDRESS_LIMITS = {
    Attempt.Door.LOGIN: Limit(60, timedelta(minutes=5)),
    Attempt.Door.RESET: Limit(20, timedelta(hours=1)),
    Attempt.Door.SIGNUP: Limit(40, timedelta(hours=1)),
    Attempt.Door.DATA: Limit(60, timedelta(hours=1)),
}
KEPT = max(limit.window for limit in (*PAIR_LIMITS.values(), *ADDRESS_LIMITS.values()))


class TooManyTries(Exception):
    """The door stays shut for `seconds` more (at least 1)."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} s")
        self.seconds = seconds


def knock(door: Attempt.Door, account: str, address: str, *, now: datetime | None = None) -> Attempt:
    """Counts one try and returns it; call `forgive` when it turned out well.

    The try is written first and counted afterwards: of many at the same moment none slips through uncounted.
    A refused try is taken back, so that trying again too early does not make the wait longer.

    Raises: TooManyTries.
    """
    now = now or timezone.now()
    Attempt.objects.filter(at__lt=now - KEPT).delete()
    attempt = Attempt.objects.create(door=door, account=account_digest(account), address=address, at=now)
    mine = Attempt.objects.filter(door=door, address=address)
    wait = max(
        _wait(mine.filter(account=attempt.account), PAIR_LIMITS[door], now),
        _wait(mine, ADDRESS_LIMITS[door], now),
    )
    if wait > timedelta(0):
        attempt.delete()
        raise TooManyTries(max(1, -(-wait // timedelta(seconds=1))))
    return attempt


def forgive(attempt: Attempt) -> None:
    """Forgets the tries of this account from this address; those of others there still count."""
    Attempt.objects.filter(door=attempt.door, account=attempt.account, address=attempt.address).delete()


def account_digest(account: str) -> str:
    """A keyed digest of what was typed: people type passwords into the wrong field."""
    return salted_hmac("accounts.throttle", account, algorithm="sha256").hexdigest()


def client_address(request: HttpRequest) -> str:
    """The address the request came from; an IPv6 network of one household (/64) counts as one.

    The forwarded address is believed only behind our own proxy, which appends it last.
    """
    address = request.META.get("REMOTE_ADDR") or ""
    if settings.SECURE_PROXY_SSL_HEADER:
        address = request.headers.get("X-Forwarded-For", address).rpartition(",")[2].strip()
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed)


def wait_sentence(seconds: int) -> str:
    """What somebody is told who has to wait, in the language of the request."""
    if seconds < 60:
        wait = ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
    else:
        minutes = -(-seconds // 60)
        wait = ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    return _("Too many tries. Please wait %(wait)s and try again.") % {"wait": wait}


def _wait(attempts: QuerySet[Attempt], limit: Limit, now: datetime) -> timedelta:
    """How long until the newest of `attempts` would be within `limit`; zero when it is."""
    recent = attempts.filter(at__gt=now - limit.window).order_by("-at", "-id")
    blocking = recent.values_list("at", flat=True)[limit.count : limit.count + 1].first()
    return blocking + limit.window - now if blocking else timedelta(0)
