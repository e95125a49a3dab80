"""Refusals: one class for every code of rules section 10. They carry codes and numbers, never sentences.

    Refusal
    ├── Malformed           not an action at all
    ├── MatchOver           the match has ended
    ├── StaleTurn           the question was answered already, or another one is open
    ├── Paused              the match is paused
    ├── NotPaused           there is no pause to end, or wish for one to take back
    ├── WrongPhase          not what is being asked now
    ├── NotYourTurn         another seat has the turn
    ├── LockedOut           passed in this trick, and `passLocksOut` is on
    ├── MustLead            a leader cannot pass
    ├── AlreadyConfirmed    this seat has confirmed (or pressed next) before
    ├── NeedsBothJesters    a revolution needs both jesters
    ├── NoTaxOwed           this seat has nothing (more) to give back
    ├── WrongTaxCount       params: count, how many cards to give back
    ├── EmptySet            no cards given
    ├── DuplicateCards      a card was named twice
    ├── NotInHand           a card is not in this seat's hand
    ├── MixedRanks          number cards of more than one rank
    ├── CountMismatch       params: count, how many cards to lay down
    └── RankTooHigh         params: below, the rank that must be undercut

No refusal tells anything that its receiver could not know already.
"""

from typing import ClassVar


class Refusal(Exception):
    """An action the rules do not allow; nothing has changed. `params` fill the sentence shown for `code`."""

    code: ClassVar[str]

    def __init__(self, **params: int | str) -> None:
        super().__init__(self.code, params)
        self.params: dict[str, int | str] = params

    def __str__(self) -> str:
        """The code, with its parameters where there are any."""
        return " ".join([self.code, *(f"{name}={value}" for name, value in self.params.items())])


class Malformed(Refusal):
    """The message is not an action."""

    code = "malformed"


class MatchOver(Refusal):
    """The match has ended."""

    code = "match_over"


class StaleTurn(Refusal):
    """The action answers a question that is no longer open: late, or sent twice."""

    code = "stale_turn"


class Paused(Refusal):
    """The match is paused: every question waits."""

    code = "paused"


class NotPaused(Refusal):
    """There is no pause to end, and no wish of this seat for one to take back."""

    code = "not_paused"


class WrongPhase(Refusal):
    """Such an action is not what the match asks for now."""

    code = "wrong_phase"


class NotYourTurn(Refusal):
    """Another seat has the turn."""

    code = "not_your_turn"


class LockedOut(Refusal):
    """The seat passed earlier in this trick and stays out of it."""

    code = "locked_out"


class MustLead(Refusal):
    """A leader must lay down a set."""

    code = "must_lead"


class AlreadyConfirmed(Refusal):
    """The seat has answered this question before."""

    code = "already_confirmed"


class NeedsBothJesters(Refusal):
    """A revolution is declared by the holder of both jesters only."""

    code = "needs_both_jesters"


class NoTaxOwed(Refusal):
    """The seat has no cards to give back, or has given them."""

    code = "no_tax_owed"


class WrongTaxCount(Refusal):
    """`params["count"]` cards must be given back."""

    code = "wrong_tax_count"


class EmptySet(Refusal):
    """No cards were given."""

    code = "empty_set"


class DuplicateCards(Refusal):
    """A card was named more than once."""

    code = "duplicate_cards"


class NotInHand(Refusal):
    """A card is not in the seat's hand."""

    code = "not_in_hand"


class MixedRanks(Refusal):
    """The number cards of a set must share one rank."""

    code = "mixed_ranks"


class CountMismatch(Refusal):
    """A follow needs exactly `params["count"]` cards."""

    code = "count_mismatch"


class RankTooHigh(Refusal):
    """A follow needs a rank below `params["below"]`."""

    code = "rank_too_high"
