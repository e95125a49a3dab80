"""Frames in parts: whatever order their compressed parts are joined in, a page reads the text."""

import zlib

from hypothesis import given
from hypothesis import strategies as st

from game.frame import TAIL, Frame, Part, parts_of


def inflated(frame: str) -> str:
    """What a page makes of a frame's compressed parts, as RFC 7692 says."""
    payload = b"".join([part.deflated for part in parts_of(frame)])[: -len(TAIL)]
    return zlib.decompress(payload + TAIL + b"\3\0", -zlib.MAX_WBITS).decode()


@given(st.lists(st.text(), min_size=1).filter(any))
def test_parts_side_by_side_are_one_message(texts: list[str]) -> None:
    frame = Frame.of(*map(Part, texts))
    assert frame == "".join(texts)
    assert inflated(frame) == frame


def test_parts_are_read_in_any_company() -> None:
    shared, mine, yours = Part("a hundred seats " * 100), Part("<b>5</b>" * 50), Part("<b>6</b>" * 50)
    first = inflated(Frame.of(shared, mine))
    assert inflated(Frame.of(shared, yours, mine)) == shared.text + yours.text + mine.text
    assert first == shared.text + mine.text


def test_a_part_is_compressed_once() -> None:
    part = Part("seat " * 200)
    assert part.deflated is part.deflated
    assert part.deflated.endswith(TAIL)
    assert len(part.deflated) < len(part.data) / 5


def test_plain_text_is_a_frame_of_one_part() -> None:
    assert inflated("pile 파일 " * 100) == "pile 파일 " * 100
