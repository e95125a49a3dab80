"""The pages of rooms and the posts that change them: parse, one service, answer."""

from rooms.views.changes import (
    add_bot,
    change_bot,
    clear,
    end,
    leave,
    leave_seat,
    options,
    remove_bot,
    rename,
    start,
    take_seat,
)
from rooms.views.chat import clear_chat, lift_silence, mute, orders, silence, unmute
from rooms.views.doors import invitation, join
from rooms.views.hosting import ban, close, hand_over, kick, renew_link, room_people, swap_seats, unban
from rooms.views.lobby import lobby, mine, new_room, quick
from rooms.views.matches import coach, match, share, unshare
from rooms.views.page import last_trick, room, standings, watch
from rooms.views.profiles import my_profile, profile
from rooms.views.records import record_json, record_text, records
from rooms.views.replays import replay, replay_step
from rooms.views.shares import shared, shared_replay, shared_step
from rooms.views.shuffles import shuffle

__all__ = [
    "add_bot",
    "ban",
    "change_bot",
    "clear",
    "clear_chat",
    "close",
    "coach",
    "end",
    "hand_over",
    "invitation",
    "join",
    "kick",
    "last_trick",
    "leave",
    "leave_seat",
    "lift_silence",
    "lobby",
    "match",
    "mine",
    "mute",
    "my_profile",
    "new_room",
    "options",
    "orders",
    "profile",
    "quick",
    "record_json",
    "record_text",
    "records",
    "remove_bot",
    "rename",
    "renew_link",
    "replay",
    "replay_step",
    "room",
    "room_people",
    "share",
    "shared",
    "shared_replay",
    "shared_step",
    "shuffle",
    "silence",
    "standings",
    "start",
    "swap_seats",
    "take_seat",
    "unban",
    "unmute",
    "unshare",
    "watch",
]
