"""Every fragment is one element named like its key; frames carry the out-of-band flag, the stage does not."""

import re
from itertools import pairwise

import pytest

from game.engine.events import RoundDealt, SetPlayed, events_for
from game.engine.observation import observe_public
from game.rendering import private_fragments, public_fragments, stage
from game.words import titles
from tests.rendering.markup import only, read, text_of
from tests.rendering.scenes import first, steps, table_for

SCENES = """
    draw follow wait watch lead five seven eight twenty many stuck out away
    revolution plain declared tax taxed round ready final final20
"""


def frame_of(scene, language="ko"):
    table = table_for(scene.match)
    public = public_fragments(scene.public, table, events_for(scene.events, None), language)
    return {**public, **private_fragments(scene.own, scene.public, table, language)}


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("name", SCENES.split())
def test_a_fragment_is_one_element_whose_id_is_its_name(scenes, name, language):
    for key, html in frame_of(scenes[name], language).items():
        element = only(html)
        assert element.id == key
        assert element.attributes["hx-swap-oob"] == ("beforeend" if key == "log" else "true")


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("name", SCENES.split())
def test_a_stage_holds_every_fragment_once_and_no_flag_inside(scenes, name, language):
    scene = scenes[name]
    html = stage(scene.public, scene.own, table_for(scene.match), language)
    root = only(html)
    ids = [element.id for element in root.walk() if element.id]
    assert len(ids) == len(set(ids))
    assert {"roundlabel", "seats", "pile", "status", "log", "result", "hand", "controls"} <= set(ids)
    assert "hx-swap-oob" not in html
    assert root.attributes["data-me"] == ("" if scene.viewer is None else str(scene.viewer))


def test_a_stage_sent_over_the_socket_is_out_of_band_as_a_whole(scenes):
    scene = scenes["follow"]
    html = stage(scene.public, scene.own, table_for(scene.match), "ko", oob=True)
    assert only(html).attributes["hx-swap-oob"] == "true"
    assert html.count("hx-swap-oob") == 1


def test_a_page_shows_what_frames_would_have_built(scenes):
    scene = scenes["follow"]
    table = table_for(scene.match)
    page = stage(scene.public, scene.own, table, "ko")
    frame = public_fragments(scene.public, table, (), "ko") | private_fragments(
        scene.own, scene.public, table, "ko"
    )
    for html in frame.values():
        assert html.replace(' hx-swap-oob="true"', "").strip() in page


def test_nothing_scripted_or_styled_beyond_numbers(scenes):
    for scene in scenes.values():
        html = stage(scene.public, scene.own, table_for(scene.match), "ko")
        assert "<script" not in html and "<style" not in html and " on" not in html.replace(' on"', "")
        for element in read(html).walk():
            style = element.attributes.get("style") or ""
            assert all(part.strip().startswith("--") for part in style.split(";") if part)


def test_seats_come_in_standing_order_with_one_on_turn(scenes):
    scene = scenes["follow"]
    seats = only(frame_of(scene)["seats"]).find(class_="seat")
    assert [int(seat.attributes["data-slot"]) for seat in seats] == list(scene.public.order)
    turn = [seat for seat in seats if seat.attributes.get("aria-current") == "true"]
    assert [int(seat.attributes["data-slot"]) for seat in turn] == [scene.public.current]
    assert len(turn[0].find(class_="ring")) == 1


def test_the_pile_says_what_must_be_beaten(scenes):
    top = scenes["follow"].public.top
    pile = only(frame_of(scenes["follow"], "en")["pile"])
    assert (pile.attributes["data-rank"], pile.attributes["data-count"]) == (str(top.rank), str(top.count))
    last = pile.find(class_="last")[0]
    assert len(last.find(class_="card")) == top.count
    assert f"{top.rank} × {top.count}" in text_of(pile)


def test_the_set_on_top_keeps_its_id_through_passes(scenes):
    """Otherwise its cards would fly in again after every pass."""
    from tests.rendering.scenes import steps

    ids = []
    for match, events in steps(6):
        public = public_fragments(frame_public(match), table_for(match), events_for(events, None), "ko")
        lasts = only(public["pile"]).find(class_="last")
        if lasts and lasts[0].id:
            ids.append((lasts[0].id, [type(event).__name__ for event in events]))
    assert all(new == old for (old, _), (new, names) in pairwise(ids) if names == ["Passed"])
    played = [name for name, names in ids if "SetPlayed" in names]
    assert len(set(played)) == len(played) > 50


def frame_public(match):
    from game.engine.observation import observe_public

    return observe_public(match)


def test_taxes_are_counts_for_everybody(scenes):
    pile = only(frame_of(scenes["tax"])["pile"])
    flows = pile.find(class_="flow")[0].children
    assert [len(flow.find(class_="card")) for flow in flows] == [2, 1]
    faces = {use.attributes["href"] for flow in flows for use in flow.find(tag="use")}
    assert not any(href.startswith("#c") and href != "#cb" for href in faces)


def test_drawn_cards_lie_open_until_the_hands_are_seen(scenes):
    scene = scenes["draw"]
    seats = only(frame_of(scene, "en")["seats"]).find(class_="seat")
    for seat in seats:
        draw = scene.public.draws[int(seat.attributes["data-slot"])]
        drawn = seat.find(class_="drawn")[0]
        faces = [use.attributes["href"] for use in drawn.find(tag="use")]
        assert faces == [f"#c{rank}" for rank in draw]
        assert len(drawn.find(class_="tie")) == len(draw) - 1
    assert not only(frame_of(scenes["follow"])["seats"]).find(class_="drawn")


def test_status_names_whose_turn_it_is_twice_for_two_kinds_of_reader(scenes):
    scene = scenes["follow"]
    status = only(frame_of(scene)["status"])
    current = str(scene.public.current)
    assert status.attributes["data-slot"] == current
    mine, others = status.find(class_="if-me")[0], status.find(class_="if-not")[0]
    assert mine.attributes["data-slot"] == others.attributes["data-slot"] == current
    assert text_of(mine) == "내 차례예요"
    assert table_for(scene.match).name(scene.public.current) in text_of(others)


def test_a_clock_carries_the_absolute_deadline(scenes):
    scene = scenes["follow"]
    table = table_for(scene.match)
    clock = only(frame_of(scene)["status"]).find(class_="secs")[0]
    assert clock.attributes["data-deadline"] == str(table.deadline)
    assert text_of(clock) == "14초"


def test_what_happened_is_said_once_in_one_sentence(scenes):
    scene = scenes["follow"]
    assert only(frame_of(scene, "en")["status"]).attributes["data-say"]
    quiet = public_fragments(scene.public, table_for(scene.match), (), "en")
    assert only(quiet["status"]).attributes["data-say"] == ""
    assert "log" not in quiet


def test_cues_are_seats_places_and_counts_and_nothing_of_a_card(scenes):
    told = set()
    for match, events in steps(6, seed=3):
        public = events_for(events, None)
        frame = public_fragments(observe_public(match), table_for(match), public, "ko")
        cues = only(frame["status"]).attributes.get("data-cues") or ""
        told |= {re.sub(r"\d+", "N", cue) for cue in cues.split()}
        laid = [f"play-{event.seat}" for event in events if isinstance(event, SetPlayed)]
        assert [cue for cue in cues.split() if cue.startswith("play")] == laid
    names = {"play-N", "pass-N", "out-N-N", "trick-N", "tax-N-N-N", "deal", "end", "over"}
    assert told - {"rev-N", "great-N"} == names
    assert "data-cues" not in public_fragments(observe_public(match), table_for(match), (), "ko")["status"]


def test_the_result_is_hidden_while_a_round_is_played(scenes):
    scene = scenes["follow"]
    whole = stage(scene.public, scene.own, table_for(scene.match), "ko")
    assert '<section id="result" class="result" hidden></section>' in whole
    assert "result" not in frame_of(scene), "a play changes nothing of it"
    dealt = (RoundDealt(2, scene.public.order),)
    again = public_fragments(scene.public, table_for(scene.match), dealt, "ko")
    assert "hidden" in only(again["result"]).attributes
    assert "hidden" not in only(frame_of(scenes["round"])["result"]).attributes


def test_a_round_result_tells_place_points_total_and_next_title(scenes):
    scene = scenes["round"]
    result = only(frame_of(scene, "en")["result"])
    rows = [row for row in result.find(tag="tr") if row.attributes.get("data-slot")]
    order = scene.public.results[-1].order
    assert [int(row.attributes["data-slot"]) for row in rows] == list(order)
    for index, row in enumerate(rows):
        words = text_of(row)
        assert f"+{5 - index}" in words and str(scene.public.totals[order[index]]) in words
    assert "King" in text_of(rows[0]) and "Serf" in text_of(rows[-1])
    assert "Next round is yours!" in text_of(rows[-1])


def test_a_final_result_tells_every_round_and_the_ranking(scenes):
    scene = scenes["final"]
    result = only(frame_of(scene, "en")["result"])
    rows = [row for row in result.find(tag="tr") if row.attributes.get("data-slot")]
    ranking = sorted(scene.public.ranking, key=lambda line: line.rank)
    assert [int(row.attributes["data-slot"]) for row in rows] == [line.seat for line in ranking]
    for row, line in zip(rows, ranking, strict=True):
        assert all(f"#{place}" in text_of(row) for place in line.places)
    assert len(result.find(class_="chart")) == 2


def test_the_log_of_a_page_is_the_log_of_the_frames(scenes):
    """Whoever joins late reads what the others read; the round's start is where the page begins."""
    from game.engine.events import RoundDealt
    from tests.rendering.scenes import steps

    lines = ""
    for match, events in steps(6, seed=3):
        if any(isinstance(event, RoundDealt) for event in events):
            lines = ""
        public = frame_public(match)
        table = table_for(match)
        new = public_fragments(public, table, events_for(events, None), "ko").get("log", "")
        lines += new.removeprefix('<ol id="log" hx-swap-oob="beforeend">').removesuffix("</ol>\n")
        if public.phase in ("playing", "finished"):
            page = stage(public, None, table, "ko")
            log = page.split('aria-label="기록" tabindex="0">\n', 1)[1].split("\n</ol>", 1)[0]
            assert text_lines(log) == text_lines(lines)


def text_lines(html):
    """The lines, with those of the taxes in a fixed order: the page cannot know which gift came first."""
    lines = [text_of(item) for item in read(html).children]
    taxes = [line for line in lines if line.startswith("→")]
    return lines[:1] + sorted(taxes) + [line for line in lines[1:] if line not in taxes]


def test_the_podium_carries_the_titles_of_this_number_of_players(scenes):
    for scene in (scenes["final"], scenes["final20"]):
        names = titles(scene.public.players)
        emblems = [
            use.attributes["href"]
            for use in only(frame_of(scene)["result"]).find(class_="crownrow")[0].find(tag="use")
        ]
        assert emblems == [f"#t-{names[place]}" for place in (1, 0, 2)]


def test_a_leader_reads_that_it_is_theirs_to_lead(scenes):
    pile = only(frame_of(scenes["lead"])["pile"])
    mine, others = pile.find(class_="if-me")[0], pile.find(class_="if-not")[0]
    assert text_of(mine) == "새로 시작할 차례예요"
    assert mine.attributes["data-slot"] == others.attributes["data-slot"] == str(scenes["lead"].viewer)


def test_notes_of_the_first_draw_are_lines_of_their_own(scenes):
    notes = only(frame_of(scenes["draw"])["pile"]).find(tag="small")
    assert len(notes) == 2
    assert not any("·" in text_of(note) for note in notes)


def log_of(scene, language="ko"):
    page = only(stage(scene.public, scene.own, table_for(scene.match), language))
    return page.find(id="log")[0].find(tag="li")


@pytest.mark.parametrize("name", ["tax", "taxed", "watch"])
def test_a_tax_is_one_line_for_everybody_and_names_the_cards_for_its_two(scenes, name):
    scene = scenes[name]
    moves = [line for line in log_of(scene) if "→" in text_of(line)]
    seen = [
        line for line in moves if str(scene.viewer) not in line.attributes.get("data-told-more", "").split()
    ]
    happened = sum(1 + tax.returned for tax in scene.public.taxes)
    assert len(seen) == happened, "the page hides what the viewer's own line says better"
    own = [text_of(line) for line in seen if "data-told-more" not in line.attributes]
    assert bool(own) is (scene.viewer is not None and scene.own.tax is not None)
    assert all(" 한 장" in line or " 두 장" in line for line in own)
    assert not any("×" in line for line in own)


def test_the_log_names_a_jester_that_was_played():
    played = first(lambda m: bool(m.table.top and m.table.top.jesters == 1 and m.table.top.rank < 13))
    top = played.public.top
    lines = [text_of(line) for line in log_of(played)]
    assert any(line.endswith(f"{top.rank} × {top.count}장 (광대 1)") for line in lines)


def test_a_bot_that_plays_for_somebody_can_be_sent_away_in_two_places(scenes):
    page = only(stage(scenes["away"].public, scenes["away"].own, table_for(scenes["away"].match), "ko"))
    assert "봇이 대신 하고 있어요" in text_of(page.find(class_="away")[0])
    toggle = page.find(class_="auto")[0]
    assert toggle.attributes["data-bot"] == "on"
    assert toggle.find(name="on")[0].attributes["value"] == "false"
    assert text_of(toggle.find(class_="while-on")[0]) == "제가 할게요"
    other = only(stage(scenes["wait"].public, scenes["wait"].own, table_for(scenes["wait"].match), "ko"))
    assert other.find(class_="auto")[0].find(name="on")[0].attributes["value"] == "true"
    done = scenes["final"]
    assert not only(stage(done.public, done.own, table_for(done.match), "ko")).find(class_="auto")


def test_without_a_playable_card_passing_is_the_main_button(scenes):
    controls = only(frame_of(scenes["stuck"])["controls"])
    assert "낼 수 있는 카드가 없어요" in text_of(controls.find(id="go")[0])
    assert "alt" not in controls.find(id="no")[0].attributes["class"].split()
    usual = only(frame_of(scenes["follow"])["controls"])
    assert "alt" in usual.find(id="no")[0].attributes["class"].split()


@pytest.mark.parametrize(("name", "leads"), [("final", True), ("final20", True), ("round", False)])
def test_the_final_result_leads_to_the_standings_of_the_room(scenes, name, leads):
    assert ('href="/r/K7MW3D/standings/"' in frame_of(scenes[name])["result"]) is leads
