"""What is stored of a match: its frozen facts, its seats, and the append-only log that is the truth."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from game.names import shown_name


def new_public_id() -> str:
    """An unguessable name for a match, 32 hex digits."""
    return uuid.uuid4().hex


class Match(models.Model):
    """A match. Everything from `version` on is derived from the log and written in the transaction that appends to it.

    Times are milliseconds since the epoch. `seed` is secret while the match is played.
    """

    class Status(models.TextChoices):
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")
        ENDED = "ended", _("ended early")
        ANNULLED = "annulled", _("annulled")

    class Pace(models.TextChoices):
        SLOW = "slow", _("slow")
        NORMAL = "normal", _("normal")
        QUICK = "quick", _("quick")

    public_id = models.CharField(max_length=32, unique=True, default=new_public_id, editable=False)
    room_code = models.CharField(max_length=12, blank=True, db_index=True)
    room_name = models.CharField(max_length=60, blank=True)
    engine = models.CharField(max_length=12)
    options = models.JSONField()
    players = models.PositiveSmallIntegerField()
    people = models.PositiveSmallIntegerField(default=0, help_text="players that are no bots")
    seed = models.BinaryField(max_length=32)
    secret = models.BinaryField(
        max_length=32, null=True, help_text="what the server committed to; null in old matches"
    )
    nonces = models.JSONField(default=list, help_text="by seat, in hex; empty where a seat gave none")
    commitment = models.CharField(max_length=64)
    opened_at = models.BigIntegerField()
    pace = models.CharField(max_length=8, choices=Pace.choices, default=Pace.NORMAL, help_text="of its bots")
    kids = models.BooleanField(default=False, help_text="kind words at the table")
    practice = models.BooleanField(default=False, help_text="advice for one person among bots")

    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PLAYING)
    version = models.PositiveIntegerField(default=0)
    decision = models.PositiveIntegerField(default=0)
    owing = models.PositiveSmallIntegerField(default=0, help_text="one bit a seat that owes an answer")
    deadline = models.BigIntegerField(null=True)
    extra_ms = models.PositiveIntegerField(default=0, help_text="time given back to the open decision")
    graced = models.PositiveIntegerField(default=0, help_text="the decision that already got its grace")
    due_at = models.BigIntegerField(null=True, help_text="when something next happens without a person")
    result = models.JSONField(null=True)
    finished_at = models.BigIntegerField(null=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(fields=["due_at"], name="match_due", condition=models.Q(due_at__isnull=False)),
            models.Index(fields=["status", "id"], name="match_by_status"),
            models.Index(fields=["opened_at"], name="match_by_opening"),
            models.Index(fields=["room_name"], name="match_by_room"),
            # All that statistics ask of a match, beside the wide rows.
            models.Index(fields=["id", "status", "people", "players", "finished_at"], name="match_in_short"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def is_cut(self) -> bool:
        """Whether it was ended early or annulled; what the log says of it stands."""
        return self.status in (self.Status.ENDED, self.Status.ANNULLED)


class Hold(models.Model):
    """Time stands still in a match for seats (one bit each) that a planned restart cut off (`game.holds`).

    `since` is the moment up to which it was given back, `until` when it goes on without them; in ms.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True)
    seats = models.PositiveSmallIntegerField()
    since = models.BigIntegerField()
    until = models.BigIntegerField()

    class Meta:
        verbose_name = _("hold")
        verbose_name_plural = _("holds")

    def __str__(self) -> str:
        return f"{self.match_id}: {self.seats:b}"


class Seat(models.Model):
    """Who holds a seat of a match. `index` is the engine's seat; `user` is None for a bot or a deleted account.

    `place` and `points` are the seat's line of a finished match's result, kept apart so that the database can add up.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="match_seats",
        db_index=False,  # `seat_of_user` begins with it
    )
    name = models.CharField(max_length=24)
    bot = models.CharField(max_length=12, null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True)
    points = models.PositiveIntegerField(null=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="seat_once"),
            models.UniqueConstraint(fields=["match", "user"], name="seat_one_a_user"),
        ]
        indexes = [
            models.Index(fields=["name"], name="seat_by_name", condition=models.Q(bot__isnull=True)),
            models.Index(fields=["user", "match", "place"], name="seat_of_user"),
        ]
        ordering = ["match", "index"]

    def __str__(self) -> str:
        return shown_name(self.name, self.bot)


class SeatRound(models.Model):
    """How a seat fared in a round of a finished match: derived from the log (`game.engine.facts`), for statistics.

    Written in the transaction that ends the match; `manage.py rebuild_facts` makes them again. `match` and `user` are
    those of the seat, kept here so that all rounds of a person lie side by side in one index.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="rounds", db_index=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
    )
    round = models.PositiveSmallIntegerField()
    players = models.PositiveSmallIntegerField()
    standing = models.PositiveSmallIntegerField(help_text="the round was dealt to, from 1")
    place = models.PositiveSmallIntegerField(help_text="the round ended with, from 1")
    revolution = models.PositiveSmallIntegerField(default=0, help_text="1 declared, 2 a great one")
    mixed = models.PositiveSmallIntegerField(default=0, help_text="jesters laid down among others")
    alone = models.PositiveSmallIntegerField(default=0, help_text="jesters laid down as 13")
    kept = models.PositiveSmallIntegerField(default=0, help_text="jesters in the hand at the end")
    timeouts = models.PositiveSmallIntegerField(default=0, help_text="answers the deadline gave")

    class Meta:
        verbose_name = _("round of a seat")
        verbose_name_plural = _("rounds of a seat")
        constraints = [models.UniqueConstraint(fields=["seat", "round"], name="seat_round_once")]
        indexes = [
            models.Index(
                fields=["user", "match", "round", "players", "standing", "place", "revolution", "mixed", "alone",
                        "kept", "timeouts"],
                name="rounds_of_user",
            )
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.round}"


class SeatReview(models.Model):
    """What the coach has to say about a seat of a finished match: derived from the log, made once somebody asks.

    `content` is a `game.coach.review.Review` as JSON, null until it is ready and where the log does not replay
    (`is_failed`). A process that works on it claims it (`claimed_at`, ms) for as long as `game.reviews` says.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, primary_key=True, related_name="review")
    claimed_at = models.BigIntegerField(null=True)
    content = models.JSONField(null=True)
    is_failed = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("review of a seat")
        verbose_name_plural = _("reviews of seats")
        indexes = [
            models.Index(
                fields=["seat"],
                name="reviews_to_make",
                condition=models.Q(content__isnull=True, is_failed=False),
            )
        ]

    def __str__(self) -> str:
        return str(self.seat_id)


class Action(models.Model):
    """One committed action. Rows are only ever added: triggers in the database refuse UPDATE and DELETE.

    UNIQUE(match, version) decides between processes; UNIQUE(match, seat, key) makes a client's action happen once.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="actions")
    version = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    type = models.CharField(max_length=12)
    payload = models.JSONField()
    origin = models.CharField(max_length=8)
    key = models.CharField(max_length=36, null=True)
    at = models.BigIntegerField()
    link = models.CharField(max_length=64, default="", help_text="of the chain of the log; empty in old rows")

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("actions")
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="action_version"),
            models.UniqueConstraint(fields=["match", "seat", "key"], name="action_key"),
        ]
        ordering = ["match", "version"]

    def __str__(self) -> str:
        return f"{self.version}: {self.seat} {self.type}"


class Shuffle(models.Model):
    """A secret the server has committed to, for a match to come. The match that takes it keeps it; the row goes."""

    secret = models.BinaryField(max_length=32)
    commitment = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("shuffle")
        verbose_name_plural = _("shuffles")

    def __str__(self) -> str:
        return self.commitment


class Nonce(models.Model):
    """What one person's browser put into a shuffle, in hex; the first one stands."""

    shuffle = models.ForeignKey(Shuffle, on_delete=models.CASCADE, related_name="nonces")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    value = models.CharField(max_length=32)

    class Meta:
        verbose_name = _("nonce")
        verbose_name_plural = _("nonces")
        constraints = [models.UniqueConstraint(fields=["shuffle", "user"], name="nonce_one_a_user")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.value}"


class Ruling(models.Model):
    """What was decided about a match beside its log, and why. Rows are only ever added, by the database's own word.

    `at` in ms. Players are told the kind, the reason and the moment; `by`, an administrator, is for administrators.
    OPENED lets `by`, and nobody else, see the hands of a running match. AGREED is the players' own (`game.endwishes`).
    """

    class Kind(models.TextChoices):
        OPENED = "opened", _("hands opened")
        ENDED = "ended", _("ended early")
        AGREED = "agreed", _("ended by its players")
        ANNULLED = "annulled", _("annulled")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rulings")
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(_("reason"), max_length=200)
    at = models.BigIntegerField()

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ["pk"]
        permissions = [
            ("open_hands", "Can open the hands of a running match"),
            ("end_matches", "Can end and annul matches"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.reason}"


CUTS: dict[str, tuple[str, ...]] = {
    Match.Status.ENDED: (Ruling.Kind.ENDED, Ruling.Kind.AGREED),
    Match.Status.ANNULLED: (Ruling.Kind.ANNULLED,),
}
"""Status of a match that was cut off → the kinds of ruling that do that."""


class EndWish(models.Model):
    """Players of a running match want it to end now: their `seats`, in the order in which they said so.

    The first of them said so at `since` (ms). How long it stands is said by `game.store.wishes_of`.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True)
    round = models.PositiveSmallIntegerField()
    since = models.BigIntegerField()
    seats = models.JSONField()

    class Meta:
        verbose_name = _("wish to end a match")
        verbose_name_plural = _("wishes to end a match")

    def __str__(self) -> str:
        return f"{self.match_id}: {self.seats}"


class ConnectionEvent(models.Model):
    """Somebody's page at the table of a running match opened or closed, or they came or went. Only ever added.

    `pages`: how many pages of theirs the process had open afterwards. `seat` is None for who watches. `at` in ms.
    CAME and WENT are moments of the lease (`rooms.presence`), told by whichever process notices first.
    """

    class Kind(models.TextChoices):
        OPENED = "opened", _("opens a page")
        CLOSED = "closed", _("closes a page")
        CAME = "came", _("is here")
        WENT = "went", _("is away")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="connections")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=6, choices=Kind.choices)
    pages = models.PositiveSmallIntegerField(default=0)
    at = models.BigIntegerField()

    class Meta:
        verbose_name = _("connection event")
        verbose_name_plural = _("connection events")
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "user", "kind", "at"],
                name="connection_told_once",
                condition=models.Q(kind__in=["came", "went"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.at}: {self.user_id} {self.kind}"
