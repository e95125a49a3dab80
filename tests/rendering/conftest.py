"""The screens of the table, driven once for all tests of the rendering."""

import pytest

from tests.rendering.scenes import Scene, named_scenes


@pytest.fixture(scope="session")
def scenes() -> dict[str, Scene]:
    return named_scenes()
