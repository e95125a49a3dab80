"""Names of eight syllables, the longest there are, where room is short: they are shown whole."""

from collections.abc import Callable

from tests.browser.backstage import Backstage
from tests.browser.person import PHONE, SMALL, Person

CUT = """[...document.querySelectorAll('.wseat b')].filter(name => name.scrollWidth > name.clientWidth
    || name.closest('div').querySelector('small').getClientRects().length > 1).map(name => name.textContent)"""


def test_a_host_reads_every_name_whole_on_a_phone(
    person: Callable[..., Person], backstage: Backstage
) -> None:
    session = backstage("user", username="longhost", name="방주인여덟글자님")
    backstage("user", username="longguest", name="가나다라마바사아")
    code = backstage("room", name="이름방", host="longhost", members=["longguest"])["code"]
    host = person(session=session, size=PHONE)
    host.go(f"/r/{code}/")
    for size in (PHONE, SMALL):
        host.page.set_viewport_size({"width": size[0], "height": size[1]})
        assert host.page.locator(".wseat b").all_inner_texts() == ["방주인여덟글자님", "가나다라마바사아"]
        assert host.page.evaluate(CUT) == []
