"""The tables of rooms: written by `rooms.services` alone, opened to people by `rooms.access`."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from game.engine.options import Options, options_dict
from game.models import Match
from rooms.codes import new_code, new_token

SEATS = 8
NAME_LENGTH = 30


def default_options() -> dict[str, Any]:
    """The options of a new room, complete, under their keys of the rules."""
    return options_dict(Options())


class Room(models.Model):
    """A private table that lives on between matches; `match` is the current one, or the last still shown."""

    code = models.CharField(_("code"), max_length=6, unique=True, default=new_code)
    token = models.CharField(_("token"), max_length=43, unique=True, default=new_token)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="hosted_rooms",
        verbose_name=_("host"),
    )
    options = models.JSONField(_("options"), default=default_options)
    spectators_allowed = models.BooleanField(_("spectators allowed"), default=True)
    kids = models.BooleanField(_("kid-friendly"), default=False)
    orders = models.BooleanField(_("playful orders"), default=True)
    practice = models.BooleanField(_("practice"), default=False)
    pace = models.CharField(
        _("bot pace"), max_length=8, choices=Match.Pace.choices, default=Match.Pace.NORMAL
    )
    match = models.ForeignKey(
        "game.Match", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("match")
    )
    shuffle = models.ForeignKey(
        "game.Shuffle",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("next shuffle"),
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("room")
        verbose_name_plural = _("rooms")

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"


class Membership(models.Model):
    """A person or a bot in a room; a person without a seat watches.

    `present_until`: lease of open tabs; `present_since`: when the first of them came.
    """

    room = models.ForeignKey(Room, models.CASCADE, related_name="memberships", verbose_name=_("room"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="memberships",
        verbose_name=_("user"),
    )
    bot = models.CharField(_("bot level"), max_length=10, null=True, blank=True)
    bot_name = models.CharField(_("bot name"), max_length=20, blank=True, default="")
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now)
    present_until = models.DateTimeField(_("present until"), null=True, blank=True)
    present_since = models.DateTimeField(_("present since"), null=True, blank=True)

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        constraints = [
            models.UniqueConstraint(fields=["room", "user"], name="rooms_one_membership_a_user"),
            models.UniqueConstraint(fields=["room", "seat"], name="rooms_one_member_a_seat"),
            models.CheckConstraint(condition=Q(seat=None) | Q(seat__lt=SEATS), name="rooms_seat_in_range"),
            models.CheckConstraint(
                condition=Q(user=None, bot__isnull=False, seat__isnull=False)
                | Q(user__isnull=False, bot=None),
                name="rooms_a_person_or_a_seated_bot",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} @ {self.room_id}"

    @property
    def name(self) -> str:
        """The name others see."""
        return self.bot_name if self.user is None else self.user.display_name


class Ban(models.Model):
    """Somebody the host lets into this room no more; other rooms do not know of it."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="bans", verbose_name=_("room"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="room_bans", verbose_name=_("user")
    )
    banned_at = models.DateTimeField(_("banned"), default=timezone.now)

    class Meta:
        verbose_name = _("ban")
        verbose_name_plural = _("bans")
        constraints = [models.UniqueConstraint(fields=["room", "user"], name="rooms_one_ban_a_user")]

    def __str__(self) -> str:
        return f"{self.user} × {self.room_id}"


class RoomMatch(models.Model):
    """The matches of a room in order; `number` counts from 1."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="room_matches", verbose_name=_("room"))
    match = models.OneToOneField(
        "game.Match", models.CASCADE, related_name="room_match", verbose_name=_("match")
    )
    number = models.PositiveIntegerField(_("number"))

    class Meta:
        verbose_name = _("match of a room")
        verbose_name_plural = _("matches of a room")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["room", "number"], name="rooms_matches_are_numbered")]

    def __str__(self) -> str:
        return f"#{self.number}"


class Share(models.Model):
    """A finished match that anybody may see who has this link; whoever wants it no more deletes the row.

    `by` switched it on. A link that is switched on again is a new one.
    """

    match = models.OneToOneField("game.Match", models.CASCADE, related_name="share", verbose_name=_("match"))
    token = models.CharField(_("token"), max_length=43, unique=True, default=new_token)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("shared by"),
    )
    shared_at = models.DateTimeField(_("shared"), default=timezone.now)

    class Meta:
        verbose_name = _("shared match")
        verbose_name_plural = _("shared matches")

    def __str__(self) -> str:
        return f"{self.match_id} {self.shared_at:%Y-%m-%d}"


class Closing(models.Model):
    """An administrator's word: pages of this account, or of this room, that were open at `at` close."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    room = models.ForeignKey(Room, models.CASCADE, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(user=None, room__isnull=False) | Q(user__isnull=False, room=None),
                name="rooms_closing_of_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id or self.room_id} {self.at:%Y-%m-%d %H:%M:%S}"


class Person(User):
    """An account as an administrator sees it who looks at who is connected. No table of its own."""

    class Meta:
        proxy = True
        verbose_name = _("connection")
        verbose_name_plural = _("connections")


class Silence(models.Model):
    """Somebody the host lets say nothing in this room until it is lifted, also after leaving and coming back."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="silences", verbose_name=_("room"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="room_silences", verbose_name=_("user")
    )
    silenced_at = models.DateTimeField(_("silenced"), default=timezone.now)

    class Meta:
        verbose_name = _("silence")
        verbose_name_plural = _("silences")
        constraints = [models.UniqueConstraint(fields=["room", "user"], name="rooms_one_silence_a_user")]

    def __str__(self) -> str:
        return f"{self.user} … {self.room_id}"


class Mute(models.Model):
    """`by` does not want to see what `user` says, in any room. Nobody else hears of it."""

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes", verbose_name=_("by")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="muted_by", verbose_name=_("user")
    )
    muted_at = models.DateTimeField(_("muted"), default=timezone.now)

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints = [models.UniqueConstraint(fields=["by", "user"], name="rooms_one_mute_a_pair")]

    def __str__(self) -> str:
        return f"{self.by_id} × {self.user_id}"


class Line(models.Model):
    """One line of a room's chat. Rows are only ever added; their order is that of the commits in their room.

    `text` is what somebody wrote, or the key of a preset, an emote, an order or a system line; `data` are the facts
    such a line is said with. A system line has no `sender`; its `name` is whom it is about. `match`: the one on the
    table when it was said, `seat` the sender's in it. What stands before a system line `cleared` is shown no more.
    """

    class Audience(models.TextChoices):
        ROOM = "room", _("the room")
        WATCHERS = "watchers", _("people without a seat")

    class Kind(models.TextChoices):
        TEXT = "text", _("text")
        PRESET = "preset", _("preset")
        EMOTE = "emote", _("emote")
        ORDER = "order", _("order")
        SYSTEM = "system", _("system")

    room = models.ForeignKey(Room, models.CASCADE, related_name="lines", verbose_name=_("room"))
    match = models.ForeignKey(
        "game.Match",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="chat_lines",
        verbose_name=_("match"),
    )
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="chat_lines",
        verbose_name=_("sender"),
    )
    name = models.CharField(_("name"), max_length=24, blank=True)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    audience = models.CharField(_("audience"), max_length=8, choices=Audience.choices, default=Audience.ROOM)
    kind = models.CharField(_("kind"), max_length=6, choices=Kind.choices)
    text = models.CharField(_("text"), max_length=300)
    data = models.JSONField(_("facts"), default=dict, blank=True)
    key = models.CharField(max_length=48, null=True, blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        ordering = ["pk"]
        permissions = [("read_chat", "Can read what people said")]
        indexes = [models.Index(fields=["room", "id"], name="rooms_lines_in_order")]
        constraints = [
            models.UniqueConstraint(fields=["sender", "key"], name="rooms_a_line_is_said_once"),
            models.UniqueConstraint(
                fields=["room", "key"], condition=Q(kind="system"), name="rooms_a_fact_is_told_once"
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.kind}"
