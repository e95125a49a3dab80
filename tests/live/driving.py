"""Plays matches through sockets: each driver answers what its own view asks, as a person would."""

import asyncio
import json
from typing import Any

from tests.sockets import Page


def answer_to(view: dict[str, Any]) -> dict[str, Any] | None:
    """A legal answer to what this view asks of its viewer, or None: the first legal set, the first cards."""
    me = view["me"]
    if me is None or me["owes"] is None:
        return None
    message: dict[str, Any] = {"decision": view["decision"]}
    match me["owes"]["kind"]:
        case "confirm":
            return {**message, "type": "confirmHand"}
        case "returnTax":
            return {**message, "type": "returnTax", "cardIds": me["hand"][-me["owes"]["count"] :]}
        case "next":
            return {**message, "type": "next"}
        case _:
            if not me["legal"]:
                return {**message, "type": "pass"}
            return {**message, "type": "play", **me["legal"][-1]}


async def drive(page: Page) -> dict[str, Any]:
    """Answer everything this page is asked until the match is finished. Returns the last view."""
    answered = 0
    while True:
        message = json.loads(await page.receive())
        assert message["type"] != "rejected", message
        if message["type"] != "view":
            continue
        view = message["view"]
        if view["status"] == "finished":
            return view
        if view["decision"] > answered and (answer := answer_to(view)) is not None:
            answered = view["decision"]
            await page.say(**answer, id=f"{view['me']['seat']}-{answered}")


async def play_to_the_end(*players: Page) -> list[dict[str, Any]]:
    """Drive all these pages until their match is finished. Returns their last views."""
    return list(await asyncio.gather(*(drive(page) for page in players)))
