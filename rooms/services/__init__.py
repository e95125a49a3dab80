"""Everything that changes a room. Each service is one transaction and tells the room's viewers on commit."""

from rooms.services.chat import (
    clear_chat,
    emote,
    give_order,
    lift_silence,
    mute,
    note_going_on,
    note_pause,
    note_results,
    note_ruling,
    say,
    say_preset,
    show_mood,
    silence,
    unmute,
)
from rooms.services.closing import close_pages_in, close_pages_of, close_room_by_admin
from rooms.services.lifetime import (
    close_room,
    close_unused_room,
    create_room,
    join_room,
    leave_room,
    settle_host,
    unused_rooms,
)
from rooms.services.matches import FEWEST_PLAYERS, clear_table, quick_start, start_match, want_to_end
from rooms.services.people import ban, hand_over, kick, unban
from rooms.services.prospects import REFUSALS, Prospect, prospect_for
from rooms.services.restarts import note_restart
from rooms.services.seats import add_bot, change_bot, leave_seat, remove_bot, swap_seats, take_seat
from rooms.services.settings import rename_room, renew_token, set_options
from rooms.services.shares import share_match, stop_sharing, stop_sharing_by_admin
from rooms.services.shuffles import contribute

__all__ = [
    "FEWEST_PLAYERS",
    "REFUSALS",
    "Prospect",
    "add_bot",
    "ban",
    "change_bot",
    "clear_chat",
    "clear_table",
    "close_pages_in",
    "close_pages_of",
    "close_room",
    "close_room_by_admin",
    "close_unused_room",
    "contribute",
    "create_room",
    "emote",
    "give_order",
    "hand_over",
    "join_room",
    "kick",
    "leave_room",
    "leave_seat",
    "lift_silence",
    "mute",
    "note_going_on",
    "note_pause",
    "note_restart",
    "note_results",
    "note_ruling",
    "prospect_for",
    "quick_start",
    "remove_bot",
    "rename_room",
    "renew_token",
    "say",
    "say_preset",
    "set_options",
    "settle_host",
    "share_match",
    "show_mood",
    "silence",
    "start_match",
    "stop_sharing",
    "stop_sharing_by_admin",
    "swap_seats",
    "take_seat",
    "unban",
    "unmute",
    "unused_rooms",
    "want_to_end",
]
