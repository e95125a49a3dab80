"""Every test of the coach asks the same untrained network: what it judges is no matter here, how it does is."""

from collections.abc import Iterator

import pytest

from game.bots import expert
from tests.coach.networks import untrained


@pytest.fixture(scope="package", autouse=True)
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    known = untrained(tmp_path_factory.mktemp("network"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(expert, "expert", lambda: known)
        yield
