"""Why a room says no.

RoomError
├── NoSuchRoom            404   no such room, or it is none of your business
│   └── NotAMember        404   the room exists; to a stranger it looks the same
├── NotTheHost            403
├── GuestsCannotHost      403
├── NotAPlayer            403
│   └── GuestsCannotShare
├── Banned                403
├── TooManyGuesses        429
├── TooOften              429
├── BadRoomName           400
├── BadOptions            400
├── NoSuchSeat            400
├── NoSuchLevel           400
├── NotSaid               400   a line of chat that is not taken
│   ├── EmptyLine
│   ├── LineTooLong
│   ├── NoSuchPhrase
│   ├── PresetsOnly
│   ├── Silenced
│   ├── TooQuick
│   ├── EmoteTooSoon
│   ├── NoOrders
│   └── NotBelow
└── Conflict              409   the room is not in a state for it
    ├── MatchRunning
    ├── RoomFull
    ├── SeatTaken
    ├── NotABot
    ├── EmptySeat
    ├── TooFewPlayers
    ├── NoMatchRuns
    ├── NoWatching
    ├── PersonGone
    ├── HostStays
    └── TooManyRooms

A RoomError never reaches a person as a stack trace: `sentence()` is what they read.
"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop


class RoomError(Exception):
    """A refused change. `code` is stable, `params` fill the sentence, `status` is the HTTP answer."""

    code = "room_error"
    status = 400
    text = gettext_noop("Something went wrong. Please try again.")

    def __init__(self, **params: str | int) -> None:
        self.params = params
        super().__init__(self.code, params)

    def sentence(self) -> str:
        """The reason in the language active now."""
        return _(self.text).format(**self.params)


class NoSuchRoom(RoomError):
    """No open room has this code or token."""

    code = "no_such_room"
    status = 404
    text = gettext_noop("No room with that code. Check the spelling.")


class NotAMember(NoSuchRoom):
    """The room exists, this person is no member. Told to nobody: it reads like `NoSuchRoom`."""


class NotTheHost(RoomError):
    """Only the host may do this."""

    code = "not_the_host"
    status = 403
    text = gettext_noop("Only the host can do that.")


class GuestsCannotHost(RoomError):
    """Who came with a nickname only cannot be asked back: a room needs somebody who stays."""

    code = "guests_cannot_host"
    status = 403
    text = gettext_noop("Guests cannot host a room before they sign up.")


class NotAPlayer(RoomError):
    """Only who holds a seat of a match decides whether others may see it, and whether it ends early."""

    code = "not_a_player"
    status = 403
    text = gettext_noop("Only those who played can do that.")


class GuestsCannotShare(NotAPlayer):
    """Who came with a nickname only could not take a link back later."""

    code = "guests_cannot_share"
    text = gettext_noop("Guests cannot share a game before they sign up.")


class Banned(RoomError):
    """The host has banned this person from the room."""

    code = "banned"
    status = 403
    text = gettext_noop("The host does not let you into this room any more.")


class TooManyGuesses(RoomError):
    """Too many wrong codes in a short time. `minutes`: how long to wait."""

    code = "too_many_guesses"
    status = 429
    text = gettext_noop("Too many wrong codes. Try again in {minutes} minutes, or ask for the link.")


class TooOften(RoomError):
    """More wishes than one person may have in so short a time."""

    code = "too_fast"
    status = 429
    text = gettext_noop("Slow down a little")


class BadRoomName(RoomError):
    """The name is empty, too long, or has characters nobody can see."""

    code = "bad_room_name"
    text = gettext_noop("A room name has 1 to {limit} visible characters.")


class BadOptions(RoomError):
    """An option has a value the rules do not know. `key`, `allowed`: which, and what it may be."""

    code = "bad_options"
    text = gettext_noop("The option {key} can only be one of: {allowed}.")


class NoSuchSeat(RoomError):
    """Seats are numbered 0 to 7."""

    code = "no_such_seat"
    text = gettext_noop("There is no such seat.")


class NoSuchLevel(RoomError):
    """No bot plays at this level."""

    code = "no_such_level"
    text = gettext_noop("There is no bot of that level.")


class Conflict(RoomError):
    """The room is not in a state in which this can be done."""

    code = "conflict"
    status = 409


class MatchRunning(Conflict):
    """Seats, bots and options rest while a match runs."""

    code = "match_running"
    text = gettext_noop("A game is running. Try again when it is over.")


class RoomFull(Conflict):
    """All eight seats are taken."""

    code = "room_full"
    text = gettext_noop("All seats are taken.")


class SeatTaken(Conflict):
    """Somebody else sits there."""

    code = "seat_taken"
    text = gettext_noop("Somebody has just taken that seat.")


class NotABot(Conflict):
    """No bot sits there."""

    code = "not_a_bot"
    text = gettext_noop("There is no bot in that seat.")


class EmptySeat(Conflict):
    """Nobody sits there."""

    code = "empty_seat"
    text = gettext_noop("Nobody sits there any more.")


class TooFewPlayers(Conflict):
    """A match needs four players. `seated`: how many there are."""

    code = "too_few_players"
    text = gettext_noop("Need 4 players (now {seated})")


class NoMatchRuns(Conflict):
    """There is no match that could end, or none that goes on here."""

    code = "no_match_runs"
    text = gettext_noop("No game is running any more.")


class NoWatching(Conflict):
    """A match runs, this person has no seat of it, and the room lets nobody watch."""

    code = "no_watching"
    text = gettext_noop("A game is running and this room has no spectators. Come back when it is over.")


class PersonGone(Conflict):
    """Whoever was meant is no person of this room (any more)."""

    code = "person_gone"
    text = gettext_noop("They are no longer in this room.")


class HostStays(Conflict):
    """The host cannot be sent away, not even by themselves."""

    code = "host_stays"
    text = gettext_noop("The host cannot be removed. Hand the room over first.")


class TooManyRooms(Conflict):
    """This person is host of `limit` open rooms already."""

    code = "too_many_rooms"
    text = gettext_noop("You host {limit} rooms already. Leave one of them first.")


class NotSaid(RoomError):
    """A line of chat that is not taken. Its `code` goes to the sender with the sentence."""

    code = "not_said"


class EmptyLine(NotSaid):
    """Nothing in it that could be seen."""

    code = "empty_line"
    text = gettext_noop("Write something first")


class LineTooLong(NotSaid):
    """`limit`: how many characters a line may have."""

    code = "line_too_long"
    text = gettext_noop("A message has {limit} characters at most")


class NoSuchPhrase(NotSaid):
    """No preset, emote or order has this key, or not for this title."""

    code = "no_such_phrase"


class PresetsOnly(NotSaid):
    """Children play here: nobody writes freely."""

    code = "presets_only"
    text = gettext_noop("In a kids’ room you choose from the phrases")


class Silenced(NotSaid):
    """The host has silenced this person."""

    code = "silenced"
    text = gettext_noop("The host asked you to rest from the chat for now. You can go on playing.")


class TooQuick(NotSaid):
    """More lines than one person may say in so short a time."""

    code = "chat_too_fast"
    text = gettext_noop("Please write a little more slowly")


class EmoteTooSoon(NotSaid):
    """Emotes and orders have a rest between them."""

    code = "emote_too_soon"
    text = gettext_noop("One moment, then you can react again")


class NoOrders(NotSaid):
    """No match runs in which this person has a seat, or the room does without orders."""

    code = "no_orders"
    text = gettext_noop("Orders are given at the table while a game runs")


class NotBelow(NotSaid):
    """An order goes to a seat of lower standing only."""

    code = "not_below"
    text = gettext_noop("Orders go to lower titles only")
