"""Names of players in the language active now: people's as they are, those of bots and of who is gone translated."""

from django.utils.translation import gettext

from game.words import ALL_BOT_NAMES, BOT_LEVELS, DEPARTED


def shown_name(stored: str, bot: str | None) -> str:
    """The name of a seat as it is shown; `bot` is the level of a bot, None for a person."""
    is_spoken = stored == DEPARTED or (bot is not None and stored in ALL_BOT_NAMES)
    return gettext(stored) if is_spoken else stored


def level_name(level: str) -> str:
    """What a level of bots is called; one that there no longer is, by its key."""
    return gettext(BOT_LEVELS[level]) if level in BOT_LEVELS else level
