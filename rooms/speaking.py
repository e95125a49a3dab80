"""From a chat command to the service that writes it. Who speaks, and where, is what the session said."""

from uuid import uuid4

from accounts.models import User
from game.tables import tables
from game.threads import in_thread
from rooms import services
from rooms.commands import ChatCommand, EmoteCommand, OrderCommand, TalkCommand


async def speak(command: TalkCommand, *, code: str, user_id: int, match_id: int | None) -> int:
    """Write what this person says; the number of the line. Raises: what the service raises (RoomError)."""
    standing: tuple[int, ...] = ()
    if isinstance(command, OrderCommand) and match_id is not None:
        public = (await tables().get(match_id)).public
        standing = public.order if public.phase != "finished" else ()
    key = command.id or uuid4().hex  # a thread may try again after the database was away
    return await in_thread(_write, command, code=code, user_id=user_id, key=key, standing=standing)


def _write(command: TalkCommand, *, code: str, user_id: int, key: str, standing: tuple[int, ...]) -> int:
    user = User.objects.get(pk=user_id)
    match command:
        case ChatCommand(preset=None):
            line = services.say(user=user, code=code, text=command.text, key=key)
        case ChatCommand():
            line = services.say_preset(user=user, code=code, preset=command.preset or "", key=key)
        case EmoteCommand():
            line = services.emote(user=user, code=code, emote=command.emote, key=key)
        case OrderCommand():
            line = services.give_order(
                user=user, code=code, order=command.order, to=command.to, standing=standing, key=key
            )
    return line.pk
