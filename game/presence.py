"""Which seats of a match have somebody at the table. The rooms app writes it; it is a hint, never a rule."""

_present: dict[int, frozenset[int]] = {}


def set_present(match_id: int, seats: frozenset[int]) -> bool:
    """Remember the seats with an open table. Returns whether that is news."""
    if _present.get(match_id) == seats:
        return False
    _present[match_id] = seats
    return True


def present_at(match_id: int) -> frozenset[int] | None:
    """The seats with somebody at the table, or None when nobody here knows."""
    return _present.get(match_id)


def forget(match_id: int) -> None:
    """The match has no viewers here any more."""
    _present.pop(match_id, None)
