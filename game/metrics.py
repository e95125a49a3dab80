"""What is counted and timed while the server runs, for Prometheus.

Labels are words of the program, never a player, a room, a match or a card: who reads the metrics learns nothing of any
game. Each process counts for itself. `docs/operations.md` says what each one means.
"""

from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


def _counter(name: str, about: str, label: str = "") -> Counter:
    return Counter(f"kings_{name}", about, [label] if label else [], registry=REGISTRY)


def _gauge(name: str, about: str) -> Gauge:
    return Gauge(f"kings_{name}", about, registry=REGISTRY)


actions = Counter("kings_actions", "Committed actions.", ["type", "origin"], registry=REGISTRY)
action_seconds = Histogram(
    "kings_action_seconds",
    "How long a stage of an action took.",
    ["stage"],
    buckets=_SECONDS,
    registry=REGISTRY,
)
THINK, PARSE, JUDGE, COMMIT, TELL = map(action_seconds.labels, ("think", "parse", "judge", "commit", "tell"))
refusals = _counter("refusals", "Messages of sockets that were refused.", "code")
bot_replacements = _counter("bot_replacements", "Bots whose place another choice took.", "reason")
hints = _counter("hints", "Hints for other processes.", "result")
connections_refused = _counter(
    "connections_refused", "Sockets that were turned away or closed by us.", "reason"
)
slow_readers = _counter("slow_readers", "Sockets that were cut off because they did not read.")

sockets = _gauge("sockets", "Room pages open here.")
rooms = _gauge("rooms", "Rooms with a page open here.")
matches = _gauge("matches", "Matches with a page open here.")
writer_waiting = _gauge("writer_waiting", "Actions that wait to be written.")
clock_lag = _gauge("clock_lag_seconds", "How much later than it should the clock looks for due matches.")
clock_drift = _gauge("clock_drift_seconds", "This machine's clock less the database's.")
stuck_matches = _gauge("stuck_matches", "Running matches that stand still or contradict their log.")
draining = _gauge("draining", "1 while this process is going down.")


class Stopwatch:
    """Times the stages of one action, one after another."""

    __slots__ = ("_at",)

    def __init__(self) -> None:
        self._at = perf_counter()

    def lap(self, stage: Histogram) -> None:
        """Note what passed since the last stage ended."""
        now = perf_counter()
        stage.observe(now - self._at)
        self._at = now
