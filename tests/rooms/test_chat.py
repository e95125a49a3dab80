"""What members say: who may, how often, to whom; and what hosts and hearers can do about it."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounts.models import User
from game.models import Match
from rooms import chat, pace, services
from rooms.chat_rendering import lines_html
from rooms.errors import (
    EmoteTooSoon,
    EmptyLine,
    HostStays,
    NoOrders,
    NoSuchPhrase,
    NotAMember,
    NotBelow,
    NotTheHost,
    PersonGone,
    PresetsOnly,
    RoomError,
    Silenced,
    TooQuick,
)
from rooms.models import Line, Room, Silence
from rooms.phrases import EMOTES, KIND_ANSWERS, KIND_ORDERS, ORDERS, PRESETS
from tests.rooms.conftest import finish


@pytest.fixture(autouse=True)
def quiet() -> None:
    """Nobody has said anything yet."""
    pace.forget_everybody()


@pytest.fixture
def match(room: Room, gale: User) -> Match:
    """Gale in seat 0, Pia in 1, bots in 2 and 3; Wim watches."""
    return services.start_match(user=gale, code=room.code)


def texts(room: Room, user: User) -> list[str]:
    return [line.text for line in chat.recent(room.code, user.pk) if line.kind != Line.Kind.SYSTEM]


def facts(room: Room, user: User) -> list[tuple[str, str]]:
    lines = chat.recent(room.code, user.pk)
    return [(line.text, line.name) for line in lines if line.kind == Line.Kind.SYSTEM]


def test_a_line_keeps_who_where_and_when_from_the_session_not_from_the_message(
    room: Room, pia: User, match: Match
) -> None:
    line = services.say(user=pia, code=room.code, text="  안녕  하세요 ", key="1")
    assert (line.sender, line.name, line.seat, line.text) == (pia, "피아", 1, "안녕 하세요")
    assert (line.room, line.match, line.audience) == (room, match, Line.Audience.ROOM)


def test_only_members_say_something_and_read_it(room: Room, gale: User, xan: User) -> None:
    for act in (
        lambda: services.say(user=xan, code=room.code, text="나도"),
        lambda: services.say_preset(user=xan, code=room.code, preset="hi"),
        lambda: services.emote(user=xan, code=room.code, emote="clap"),
        lambda: services.give_order(user=xan, code=room.code, order="tea", to=1, standing=[0, 1]),
        lambda: services.clear_chat(user=xan, code=room.code),
    ):
        with pytest.raises(NotAMember):
            act()
    services.say(user=gale, code=room.code, text="우리끼리")
    told = chat.news(room.code, 0)
    assert told.for_viewer(xan.pk, frozenset()) == []
    assert told.for_viewer(gale.pk, frozenset())


def test_the_same_id_of_the_same_person_is_one_line(room: Room, gale: User, pia: User) -> None:
    first = services.say(user=gale, code=room.code, text="한 번", key="k")
    assert services.say(user=gale, code=room.code, text="두 번?", key="k") == first
    services.say(user=pia, code=room.code, text="나도", key="k")
    assert texts(room, gale) == ["한 번", "나도"]
    with pytest.raises(IntegrityError), transaction.atomic():
        Line.objects.create(room=room, sender=gale, kind="text", text="억지로", key="k")


def test_who_watches_a_running_match_is_read_by_watchers_only_until_it_is_over(
    room: Room, gale: User, pia: User, wim: User, match: Match
) -> None:
    services.say(user=wim, code=room.code, text="비밀 응원")
    services.say(user=pia, code=room.code, text="모두에게")
    assert texts(room, wim) == ["비밀 응원", "모두에게"]
    for player in (gale, pia):
        assert texts(room, player) == ["모두에게"]
        heard = chat.news(room.code, 0).for_viewer(player.pk, frozenset())
        assert "비밀 응원" not in [line.text for line in heard]
    finish(match, [0, 1, 2, 3])
    for everybody in (gale, pia, wim):
        assert texts(room, everybody) == ["비밀 응원", "모두에게"]


def test_a_player_without_a_seat_in_the_room_still_hears_no_watchers(
    room: Room, pia: User, wim: User, match: Match
) -> None:
    room.memberships.filter(user=pia).update(seat=None)  # the match's own roster decides
    services.say(user=wim, code=room.code, text="비밀 응원")
    assert texts(room, pia) == []
    assert services.say(user=pia, code=room.code, text="저는 자리에 있어요").audience == Line.Audience.ROOM


def test_s78_chat_is_kept_with_the_match_and_shown_to_its_players(
    room: Room, gale: User, pia: User, wim: User, match: Match
) -> None:
    services.say(user=gale, code=room.code, text="시작!")
    services.say(user=wim, code=room.code, text="관전석")
    finish(match, [0, 1, 2, 3])
    services.clear_table(user=gale, code=room.code)
    services.say(user=gale, code=room.code, text="다음 판")
    kept = [line.text for line in match.chat_lines.exclude(kind=Line.Kind.SYSTEM)]
    assert kept == ["시작!", "관전석"]
    assert texts(room, pia) == ["시작!", "관전석", "다음 판"]


def test_presets_and_emotes_are_kept_as_keys(room: Room, gale: User) -> None:
    services.say_preset(user=gale, code=room.code, preset="hi")
    services.emote(user=gale, code=room.code, emote="clap")
    assert texts(room, gale) == ["hi", "clap"]
    with pytest.raises(NoSuchPhrase):
        services.say_preset(user=gale, code=room.code, preset="<b>")
    with pytest.raises(NoSuchPhrase):
        services.emote(user=gale, code=room.code, emote="bomb")


def test_in_a_kids_room_nobody_writes_freely(room: Room, gale: User) -> None:
    room.kids = True
    room.save()
    with pytest.raises(PresetsOnly):
        services.say(user=gale, code=room.code, text="내 주소는…")
    services.say_preset(user=gale, code=room.code, preset="again")
    services.emote(user=gale, code=room.code, emote="laugh")
    assert texts(room, gale) == ["again", "laugh"]


def test_who_talks_too_quickly_is_told_and_may_go_on_later(
    room: Room, gale: User, pia: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr("rooms.pace.time.monotonic", lambda: now)
    for number in range(6):
        services.say(user=gale, code=room.code, text=f"{number}", key=f"{number}")
    with pytest.raises(TooQuick):
        services.say(user=gale, code=room.code, text="또", key="6")
    services.say(user=gale, code=room.code, text="0", key="0")  # asked again: answered as it was
    services.say(user=pia, code=room.code, text="나는 처음")
    now += 1.5
    services.say(user=gale, code=room.code, text="또", key="6")
    assert texts(room, gale) == ["0", "1", "2", "3", "4", "5", "나는 처음", "또"]


def test_a_refused_line_costs_nothing(room: Room, gale: User) -> None:
    for _ in range(20):
        with pytest.raises(EmptyLine):
            services.say(user=gale, code=room.code, text=" ")
    services.say(user=gale, code=room.code, text="이제")


def test_emotes_rest_between_two(room: Room, gale: User, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("rooms.pace.time.monotonic", lambda: now)
    services.emote(user=gale, code=room.code, emote="clap")
    with pytest.raises(EmoteTooSoon):
        services.emote(user=gale, code=room.code, emote="clap")
    now += 3
    services.emote(user=gale, code=room.code, emote="wow")
    assert texts(room, gale) == ["clap", "wow"]


class TestOrders:
    """The standing is Pia, bot 2, Gale, bot 3: king, noble, tenant, serf."""

    standing = (1, 2, 0, 3)

    def give(self, room: Room, user: User, order: str, to: int | None) -> Line:
        return services.give_order(user=user, code=room.code, order=order, to=to, standing=self.standing)

    def test_an_order_goes_to_a_lower_seat_and_names_it(self, room: Room, pia: User, match: Match) -> None:
        line = self.give(room, pia, "tea", 0)
        assert (line.kind, line.text, line.seat) == (Line.Kind.ORDER, "tea", 1)
        assert line.data == {"to": 0, "name": "게일", "bot": False}

    @pytest.mark.parametrize("to", [1, 2, None, 7])
    def test_never_to_a_higher_seat_to_oneself_or_to_nobody(
        self, room: Room, gale: User, match: Match, to: int | None
    ) -> None:
        with pytest.raises(NotBelow):
            services.give_order(
                user=gale, code=room.code, order="together", to=0 if to == 7 else to, standing=self.standing
            )

    def test_everybody_has_the_orders_of_their_title_only(self, room: Room, gale: User, match: Match) -> None:
        with pytest.raises(NoSuchPhrase):
            self.give(room, gale, "tea", 3)
        assert self.give(room, gale, "worksong", 3).text == "worksong"

    def test_the_last_seat_answers_anybody(self, room: Room, gale: User, match: Match) -> None:
        line = services.give_order(user=gale, code=room.code, order="yesyes", to=1, standing=(1, 2, 3, 0))
        assert line.data["name"] == "피아"

    def test_no_orders_outside_a_match_without_a_seat_or_where_they_are_off(
        self, room: Room, gale: User, pia: User, wim: User
    ) -> None:
        with pytest.raises(NoOrders):
            services.give_order(user=pia, code=room.code, order="tea", to=0, standing=())
        services.start_match(user=gale, code=room.code)
        with pytest.raises(NoOrders):
            self.give(room, wim, "tea", 0)
        Room.objects.update(orders=False)
        with pytest.raises(NoOrders):
            self.give(room, pia, "tea", 0)

    def test_kids_have_orders_of_their_own(self, room: Room, gale: User, pia: User, match: Match) -> None:
        Room.objects.update(kids=True)
        with pytest.raises(NoSuchPhrase):
            self.give(room, pia, "tea", 0)
        assert self.give(room, pia, "dance", 0).text == "dance"
        line = services.give_order(user=gale, code=room.code, order="mynext", to=1, standing=(1, 2, 3, 0))
        assert line.text == "mynext"

    def test_every_key_is_used_once(self) -> None:
        sets = [*ORDERS.values(), KIND_ORDERS, KIND_ANSWERS]
        keys = [key for orders in sets for key in orders]
        assert len(keys) == len(set(keys))
        assert all(3 <= len(orders) <= 5 for orders in sets)
        assert 8 <= len(EMOTES) <= 10 and len(PRESETS) == 6


def test_the_host_lets_somebody_rest_until_it_is_lifted(room: Room, gale: User, pia: User) -> None:
    with pytest.raises(NotTheHost):
        services.silence(user=pia, code=room.code, person=gale.pk)
    with pytest.raises(HostStays):
        services.silence(user=gale, code=room.code, person=gale.pk)
    services.silence(user=gale, code=room.code, person=pia.pk)
    services.silence(user=gale, code=room.code, person=pia.pk)
    services.leave_room(user=pia, code=room.code)
    services.join_room(user=pia, code=room.code)
    for act in (
        lambda: services.say(user=pia, code=room.code, text="왜?"),
        lambda: services.say_preset(user=pia, code=room.code, preset="hi"),
        lambda: services.emote(user=pia, code=room.code, emote="tear"),
    ):
        with pytest.raises(Silenced):
            act()
    services.lift_silence(user=gale, code=room.code, silence=Silence.objects.get().pk)
    services.say(user=pia, code=room.code, text="고마워요")
    assert texts(room, gale) == ["고마워요"]


def test_somebody_who_left_is_not_silenced(room: Room, gale: User, xan: User) -> None:
    with pytest.raises(PersonGone):
        services.silence(user=gale, code=room.code, person=xan.pk)


def test_what_was_written_before_a_room_became_a_kids_room_is_shown_no_more(
    room: Room, gale: User, pia: User
) -> None:
    services.say(user=pia, code=room.code, text="이런 말")
    services.set_options(user=gale, code=room.code, options={}, kids=True)
    assert texts(room, pia) == [] and facts(room, pia) == [("kids", "")]
    services.say_preset(user=pia, code=room.code, preset="hi")
    services.set_options(user=gale, code=room.code, options={}, kids=True)
    assert texts(room, pia) == ["hi"], "it is said once, when it changes"


def test_the_host_clears_the_chat_for_everybody_and_nothing_is_lost(
    room: Room, gale: User, pia: User
) -> None:
    services.say(user=pia, code=room.code, text="지워질 말")
    with pytest.raises(NotTheHost):
        services.clear_chat(user=pia, code=room.code)
    services.clear_chat(user=gale, code=room.code)
    services.say(user=pia, code=room.code, text="새로운 말")
    for member in (gale, pia):
        assert texts(room, member) == ["새로운 말"]
        assert facts(room, member) == [("cleared", "게일")]
    assert Line.objects.filter(text="지워질 말").exists()


def test_s76_a_muted_person_is_hidden_from_me_alone_then_and_now_and_in_every_room(
    room: Room, gale: User, pia: User, wim: User
) -> None:
    services.say(user=pia, code=room.code, text="전에 한 말")
    services.mute(user=wim, person=pia.pk)
    services.mute(user=wim, person=pia.pk)
    services.say(user=pia, code=room.code, text="새로 한 말")
    other = services.create_room(host=pia, name="다른 방")
    services.join_room(user=wim, code=other.code)
    services.say(user=pia, code=other.code, text="여기서도")
    assert texts(room, wim) == [] and texts(other, wim) == []
    assert chat.mutes_of([wim.pk, gale.pk]) == {wim.pk: frozenset({pia.pk}), gale.pk: frozenset()}
    assert texts(room, gale) == texts(room, pia) == ["전에 한 말", "새로 한 말"]
    services.unmute(user=wim, person=pia.pk)
    assert texts(room, wim) == ["전에 한 말", "새로 한 말"] and texts(other, wim) == ["여기서도"]


def test_nobody_mutes_themselves_or_nobody(wim: User) -> None:
    for person in (wim.pk, 10**9):
        with pytest.raises(PersonGone):
            services.mute(user=wim, person=person)


def test_comings_and_goings_are_told_as_facts(
    room: Room, gale: User, pia: User, wim: User, xan: User
) -> None:
    services.join_room(user=xan, code=room.code)
    services.join_room(user=xan, code=room.code)
    services.kick(user=gale, code=room.code, member=room.memberships.get(user=xan).pk)
    services.hand_over(user=gale, code=room.code, member=room.memberships.get(user=pia).pk)
    services.leave_room(user=pia, code=room.code)
    assert facts(room, wim) == [
        ("joined", "피아"),
        ("joined", "빔"),
        ("joined", "Xan"),
        ("removed", "Xan"),
        ("host", "피아"),
        ("left", "피아"),
        ("host", "게일"),
    ]


def test_results_are_told_once_whoever_notices_them(room: Room, gale: User, match: Match) -> None:
    told: dict[str, Any] = {
        "match_id": match.pk,
        "names": ["게일", "피아", "Tofu", "콩떡"],
        "bots": ["Tofu", "콩떡"],
        "rounds": [(1, 0, 3, 2)],
        "ranking": None,
    }
    services.note_results(**told)
    services.note_results(**told)
    services.note_results(
        **{**told, "rounds": [(1, 0, 3, 2), (0, 1, 2, 3)], "ranking": [(0, 1, 5), (1, 2, 4)]}
    )
    assert [fact for fact, _ in facts(room, gale)][-4:] == ["started", "round", "round", "ended"]
    line = chat.recent(room.code, gale.pk)[-3]
    assert (line.data["n"], line.data["names"]) == (1, ["피아", "게일", "콩떡", "Tofu"])
    korean, english = (lines_html([line], language, mine=False) for language in ("ko", "en"))
    assert "1등 <bdi>피아</bdi> 님 (왕)" in korean and "<bdi>두부</bdi>" in korean
    assert "1. <bdi>피아</bdi> (King)" in english and "<bdi>두부</bdi>" not in english
    services.close_room(user=gale, code=room.code)
    services.note_results(**told)  # nobody is left to be told


def test_the_last_fifty_lines_are_shown(room: Room, gale: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rooms.pace.LINES", 100.0)
    pace.forget_everybody()
    for number in range(60):
        services.say(user=gale, code=room.code, text=str(number))
    shown = chat.recent(room.code, gale.pk)
    assert [line.text for line in shown] == [str(number) for number in range(10, 60)]


@pytest.mark.django_db(transaction=True)
def test_what_was_said_is_told_after_the_commit_only(room: Room, gale: User) -> None:
    from rooms.signals import chat_said

    heard: list[str] = []

    def hear(code: str, **_: Any) -> None:
        heard.append(code)

    chat_said.connect(hear)
    try:
        with transaction.atomic():
            services.say(user=gale, code=room.code, text="아직")
            assert heard == []
        assert heard == [room.code]
        with pytest.raises(RoomError):
            services.say(user=gale, code=room.code, text="")
        assert heard == [room.code]
    finally:
        chat_said.disconnect(hear)


def test_ids_that_deleted_people_chose_stand_in_the_way_of_nothing(
    room: Room, gale: User, pia: User, match: Match
) -> None:
    """Lines stay when an account goes; then they have no sender, as system lines have none."""
    fact = f"round-{match.pk}-1"
    for name in ("하나", "둘"):
        guest = User.objects.create_user(f"guest{name}", name, is_guest=True)
        services.join_room(user=guest, code=room.code)
        services.say(user=guest, code=room.code, text="저는 곧 가요", key=fact)
        services.leave_room(user=guest, code=room.code)
        guest.delete()
    order = [[0, 1, 2, 3]]
    for _ in range(2):
        services.note_results(
            match_id=match.pk, names=["게일", "피아", "두부", "감자"], bots=[], rounds=order, ranking=None
        )
    assert [text for text, _ in facts(room, gale)].count("round") == 1
