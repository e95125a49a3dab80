"""A short fuzz of pages, another one every day; docs/fuzz.md tells of the long one."""

import pytest
from django.utils import timezone

from tests.fuzz.pages import fuzz_pages


@pytest.mark.django_db(transaction=True)
def test_no_request_breaks_the_site_or_tells_or_changes_what_it_may_not(say) -> None:
    seed = timezone.now().toordinal()
    faults, figures = fuzz_pages(requests=600, seed=seed)
    say(f"fuzz of pages, seed {seed}: {figures['requests']} requests")
    assert not faults, "\n".join(faults[:5])
