"""Figures of many rounds: how long they are and who stays on top, with standard errors."""

from collections.abc import Iterable
from math import sqrt
from typing import Any

from game.engine.cards import Seat
from game.engine.events import Event, Passed, RevolutionDeclared, RoundDealt, RoundEnded, SetPlayed


class Mean:
    """A running mean of numbers and its standard error."""

    def __init__(self) -> None:
        self.count = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, value: float) -> None:
        """Takes one more number in."""
        self.count += 1
        self._sum += value
        self._squares += value * value

    @property
    def mean(self) -> float:
        """The mean; 0 before the first number."""
        return self._sum / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 for fewer than two numbers."""
        if self.count < 2:
            return 0.0
        variance = max(self._squares / self.count - self.mean**2, 0.0)
        return sqrt(variance / (self.count - 1))

    def as_dict(self) -> dict[str, float]:
        """Mean and standard error, rounded to five digits after the point."""
        return {"mean": round(self.mean, 5), "standardError": round(self.error, 5)}


class Figures:
    """What the events of many matches add up to. Feed every match's events in order."""

    def __init__(self) -> None:
        self.actions = 0
        self.turns = Mean()
        self.passes = Mean()
        self.stays = Mean()
        self.revolutions = Mean()
        self.great_revolutions = Mean()
        self._turns = 0
        self._passes = 0
        self._revolution: RevolutionDeclared | None = None
        self._order: tuple[Seat, ...] = ()

    @property
    def rounds(self) -> int:
        """How many rounds have ended."""
        return self.turns.count

    def add(self, events: Iterable[Event]) -> None:
        """Takes the events of one step in."""
        for event in events:
            match event:
                case SetPlayed():
                    self._turns += 1
                case Passed():
                    self._turns += 1
                    self._passes += 1
                case RoundDealt():
                    self._turns = self._passes = 0
                    self._revolution, self._order = None, event.order
                case RevolutionDeclared():
                    self._revolution = event
                case RoundEnded():
                    self._end_round(event.order)

    def _end_round(self, finish: tuple[Seat, ...]) -> None:
        self.turns.add(self._turns)
        self.passes.add(self._passes)
        # The one who was greater dalmuti when the cards were dealt, also after a greater revolution.
        self.stays.add(finish[0] == self._order[0])
        self.revolutions.add(self._revolution is not None and not self._revolution.great)
        self.great_revolutions.add(self._revolution is not None and self._revolution.great)

    def as_dict(self) -> dict[str, Any]:
        """The figures as plain values, keys in camelCase."""
        return {
            "rounds": self.rounds,
            "actions": self.actions,
            "turnsPerRound": self.turns.as_dict(),
            "passesPerRound": self.passes.as_dict(),
            "greaterDalmutiStays": self.stays.as_dict(),
            "revolutions": self.revolutions.as_dict(),
            "greatRevolutions": self.great_revolutions.as_dict(),
        }
