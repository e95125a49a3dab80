"""A short storm, another one every day; docs/fuzz.md tells of the long one."""

from django.utils import timezone

from tests.fuzz.sockets import storm


def test_no_message_breaks_a_server_an_innocent_or_a_match(tmp_path, say) -> None:
    seed = timezone.now().toordinal()
    faults, figures = storm(tmp_path / "var", messages=2000, seed=seed, tables=2)
    say(
        f"fuzz of sockets, seed {seed}: {figures['messages']} messages, {figures['innocent actions']} innocent actions"
    )
    assert not faults, "\n".join(faults[:5])
    assert figures["frames to watchers"] > 10, "the matches went on"
