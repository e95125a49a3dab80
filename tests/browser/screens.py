"""Every screen of the product and how to get there: for accessibility, for layout, for pictures."""

from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from tests.browser.backstage import Backstage
from tests.browser.person import LOST, Person

# A server for screens: bots never act, so that nothing moves while one looks.
STILL = {"BOT_DELAY_MS": str(24 * 3_600_000), "BOT_DELAY_ALONE_MS": str(24 * 3_600_000)}
HOST, REGULAR, NEWCOMER, GUEST = "minjun", "seoa", "saessak", "sonnim"
NAMELESS = "guest0k3v"  # came by a link with a nickname only


class Stage:
    """The people and rooms the screens need, on one server. Matches are prepared when first asked for."""

    def __init__(self, browser: Browser, url: str, backstage: Backstage) -> None:
        self.browser, self.url, self.backstage = browser, url, backstage
        self._scenes: dict[str, str] = {}
        self._visitors: dict[tuple[str | None, tuple[int, int], str], Person] = {}
        self._language = ""
        people = {HOST: "민준", REGULAR: "서아", NEWCOMER: "새싹이", GUEST: "지민", NAMELESS: "다온"}
        self.sessions = {
            username: backstage(
                "user", username=username, name=name, password=username == REGULAR, guest=username == NAMELESS
            )
            for username, name in people.items()
        }
        self.room = backstage("room", name="주말 가족방", host=REGULAR, members=[GUEST, NAMELESS], bots=1)
        backstage("room", name="화요일 보드게임", host=REGULAR, bots=4, options={"rounds": 5})
        self._scenes["turn"] = backstage("scene", name="choice", viewer=REGULAR, room_name="점심시간")
        self._scenes["done"] = backstage("scene", name="final", viewer=REGULAR, room_name="명절 대회")
        self.empty_room = backstage("room", name="조용한 방", host=REGULAR)
        self.busy_room = backstage("room", name="바쁜 방", host=REGULAR, bots=3)
        backstage("lock_out_watchers", code=self.busy_room["code"])
        backstage("start", code=self.busy_room["code"])
        self.deputys_room = backstage("room", name="부방장 방", host=HOST, members=[GUEST], bots=3)
        self.kids_room = backstage("room", name="꼬마 왕국", host=REGULAR, members=[GUEST], bots=2)
        backstage("make_kind", code=self.kids_room["code"])
        self.talk(self.room["code"], GUEST, REGULAR)
        for preset in ("hi", "again"):
            backstage("say", username=GUEST, code=self.kids_room["code"], preset=preset)

    def talk(self, code: str, one: str, other: str) -> None:
        """A few lines of two members of a room."""
        self.backstage("say", username=one, code=code, text="안녕하세요! 오늘은 몇 판 할까요? 😄")
        self.backstage("say", username=other, code=code, text="세 판만 해요")
        self.backstage("say", username=one, code=code, preset="thanks")
        self.backstage("say", username=one, code=code, emote="clap")

    def code(self, scene: str) -> str:
        """The room whose match is at that moment, seen by the host; `kids:` before it makes the table a kind one."""
        if scene not in self._scenes:
            kind, _, name = scene.rpartition(":")
            self._scenes[scene] = self.backstage(
                "scene", name=name, viewer=HOST, bots=True, kids=kind == "kids"
            )
            if scene == "choice":
                self.talk(self._scenes[scene], "extra1", HOST)
        return self._scenes[scene]

    def played_room(self) -> str:
        """A waiting room that has finished a match: some of those who played are here, one has left."""
        if "played" not in self._scenes:
            code = self.backstage("scene", name="final", viewer=HOST, room_name="명절 대회", bots=True)
            self.backstage("clear", code=code)
            self.backstage("leave", username="extra2", code=code)
            self._scenes["played"] = code
        return self._scenes["played"]

    def past(self) -> None:
        """Two people have played many matches with each other."""
        if "past" not in self._scenes:
            self.backstage("past", people=[HOST, GUEST], matches=24)
            self._scenes["past"] = ""

    def speak(self, language: str) -> None:
        """Everybody speaks this language from now on."""
        if language != self._language:
            self.backstage("speak_all", language=language)
            self._language = language

    def visit(self, screen: "Screen", *, size: tuple[int, int], language: str, dark: bool = False) -> Person:
        """Somebody who looks at a screen; the same browser for the same person each time. Do not close it."""
        self.speak(language)
        who = (screen.who, size, language)
        if who not in self._visitors:
            session = self.sessions[screen.who] if screen.who else None
            self._visitors[who] = Person(
                self.browser, self.url, size=size, language=language, session=session
            )
            # Pages that say no answer with a status of their own; a browser mentions that.
            self._visitors[who].excuse(r"status of 4\d\d", *LOST)
        person = self._visitors[who]
        person.frames.clear()
        person.context.set_offline(False)
        person.page.set_viewport_size({"width": size[0], "height": size[1]})
        person.page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
        screen.show(person, self)
        return person

    def close(self) -> None:
        """End all browsers."""
        for person in self._visitors.values():
            person.context.close()


class Screen(NamedTuple):
    """One screen: who looks at it (a username, or nobody logged in), and what leads there."""

    name: str
    who: str | None
    show: Callable[[Person, Stage], Any]


def path(address: str) -> Callable[[Person, Stage], None]:
    """A plain address."""
    return lambda person, stage: person.go(address)


def submit(address: str, **fields: str) -> Callable[[Person, Stage], None]:
    """A form that is refused for what is in it."""

    def show(person: Person, stage: Stage) -> None:
        person.go(address)
        for name, text in fields.items():
            person.page.locator(f"main [name={name}]").first.fill(text)
        with person.page.expect_navigation():
            person.page.locator(
                "main form:has([name=csrfmiddlewaretoken]):has(.input) button:not([data-reveal])"
            ).first.click()

    return show


def in_step(person: Person) -> None:
    """Wait until the room's socket answered."""
    person.until(lambda: any('id="pong"' in frame for frame in person.frames), "the socket in step")


def at(scene: str, *then: Callable[[Page], Any]) -> Callable[[Person, Stage], None]:
    """A table at a moment, and what is done there. Its clock shows a usual number of seconds."""

    def show(person: Person, stage: Stage) -> None:
        person.go(f"/r/{stage.code(scene)}/")
        in_step(person)
        person.page.evaluate(
            """() => { const c = document.querySelector('#status .secs');
            if (c) c.dataset.deadline = Date.now() + 14000; }"""
        )
        for act in then:
            act(person.page)
        person.page.wait_for_timeout(100)

    return show


def room(then: Callable[[Page], Any] | None = None) -> Callable[[Person, Stage], None]:
    """The waiting room."""

    def show(person: Person, stage: Stage) -> None:
        person.go(f"/r/{stage.room['code']}/")
        in_step(person)
        if then:
            then(person.page)

    return show


def pick(page: Page) -> None:
    """Pick the strongest set that may be laid."""
    page.locator("#hand .grp[data-ok='1']").first.click()


def refused(page: Page) -> None:
    """Press cards that cannot be laid now: a notice says why."""
    page.locator("#hand .grp[data-ok='0']").last.click(force=True)


def opened(dialog: str) -> Callable[[Page], None]:
    """Open a dialog of the page."""
    return lambda page: page.locator(f"[data-open='#{dialog}']").first.click()


def offered(page: Page) -> None:
    """A turn came while the page was out of sight, and the person is back."""
    page.evaluate(
        """() => {
          Object.defineProperty(Notification, 'permission', { value: 'default' });
          const sight = hidden => {
            Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
            document.dispatchEvent(new Event('visibilitychange'));
          };
          sight(true);
          setTimeout(() => {
            document.dispatchEvent(new CustomEvent('table:after', { detail: { text: '', cues: [] } }));
            sight(false);
          }, 500);
        }"""
    )
    page.locator(".offer").wait_for()


def open_log(page: Page) -> None:
    """The log, a sheet on a phone."""
    if page.locator(".side-open").is_visible():
        page.locator(".side-open").click()


def open_chat(page: Page) -> None:
    """The chat, a sheet on a phone."""
    if page.locator(".chat-open").is_visible():
        page.locator(".chat-open").click()


def open_reactions(page: Page) -> None:
    """The emotes over the field of the chat."""
    open_chat(page)
    page.locator("#react summary").click()


def open_orders(page: Page) -> None:
    """The orders one may give now."""
    open_reactions(page)
    page.locator("[data-orders]").click()
    page.locator("#orders[open]").wait_for()


def ask_about(page: Page) -> None:
    """What can be done about somebody who said something."""
    open_chat(page)
    page.locator("[data-who]").last.click()


def kids_room(person: Person, stage: Stage) -> None:
    """The chat of a room for children."""
    person.go(f"/r/{stage.kids_room['code']}/")
    in_step(person)
    open_chat(person.page)


def dressed(**settings: str) -> Callable[[Page], None]:
    """With settings of the viewer, for this page load only."""
    return lambda page: page.evaluate("all => Object.assign(document.documentElement.dataset, all)", settings)


def pass_ahead(page: Page) -> None:
    """Choose to pass the next turn."""
    page.locator("#controls button[value=pass]").click()


def previous_trick(page: Page) -> None:
    """The trick before, in its dialog."""
    page.locator("[data-trick]").click()
    page.locator("#trick[open]").wait_for()


def kids(scene: str, *then: Callable[[Page], Any]) -> Callable[[Person, Stage], None]:
    """A moment of a kind table."""
    return at(f"kids:{scene}", *then)


def offline(page: Page) -> None:
    """The network goes away."""
    page.context.set_offline(True)
    page.locator("html[data-net=off]").wait_for()


def _deputy(person: Person, stage: Stage) -> None:
    """The waiting room of whoever starts in an absent host's place."""
    code = stage.deputys_room["code"]
    stage.backstage("gone", username=HOST, code=code, minutes=5)
    person.go(f"/r/{code}/")
    in_step(person)
    person.page.locator("#start").wait_for()


def _people(person: Person, stage: Stage) -> None:
    person.go(f"/r/{stage.room['code']}/people/")
    person.page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true; })")


def _standings(person: Person, stage: Stage) -> None:
    person.go(f"/r/{stage.played_room()}/standings/")


def past(
    path: str = "", *then: Callable[[Page], Any], scene: str = "final"
) -> Callable[[Person, Stage], None]:
    """A page of a finished match; the one of `scene`, whose host looks."""

    def show(person: Person, stage: Stage) -> None:
        match = stage.backstage("match_of", code=stage.code(scene))
        person.go(f"/m/{match}/{path}")
        for act in then:
            act(person.page)
        person.page.wait_for_timeout(100)

    return show


def coached(
    path: str = "", *then: Callable[[Page], Any], scene: str = "final"
) -> Callable[[Person, Stage], None]:
    """A page of a finished match of the host's about which the coach has spoken."""

    def show(person: Person, stage: Stage) -> None:
        name = f"coached:{scene}"
        if name not in stage._scenes:
            kind, _, moment = scene.rpartition(":")
            code = stage.backstage("scene", name=moment, viewer=HOST, kids=kind == "kids")
            stage.backstage("coach", code=code, viewer=HOST)
            stage._scenes[name] = code
        person.go(f"/m/{stage.backstage('match_of', code=stage._scenes[name])}/{path}")
        for act in then:
            act(person.page)
        person.page.wait_for_timeout(100)

    return show


def practising(scene: str, *then: Callable[[Page], Any]) -> Callable[[Person, Stage], None]:
    """A table at a moment where the host practises alone with bots."""

    def show(person: Person, stage: Stage) -> None:
        name = f"practice:{scene}"
        if name not in stage._scenes:
            code = stage.backstage("scene", name=scene, viewer=HOST, room_name="연습방")
            stage.backstage("practise", code=code)
            stage._scenes[name] = code
        person.go(f"/r/{stage._scenes[name]}/")
        in_step(person)
        for act in then:
            act(person.page)
        person.page.wait_for_timeout(100)

    return show


def ending(
    *then: Callable[[Page], Any], by: str = "extra1", path: str = ""
) -> Callable[[Person, Stage], None]:
    """A page of a room whose match somebody would like to end now."""

    def show(person: Person, stage: Stage) -> None:
        if "ending" not in stage._scenes:
            stage._scenes["ending"] = stage.backstage(
                "scene", name="choice", viewer=HOST, room_name="늦은 밤"
            )
        code = stage._scenes["ending"]
        stage.backstage("want_to_end", code=code, usernames=[by])
        person.go(f"/r/{code}/{path}")
        for act in then:
            act(person.page)
        person.page.wait_for_timeout(100)

    return show


def ended(path: str) -> Callable[[Person, Stage], None]:
    """A page of a room or its last match (`m/`): its players ended that, an administrator those before."""

    def show(person: Person, stage: Stage) -> None:
        if "ended" not in stage._scenes:
            code = stage.backstage("scene", name="final", viewer=HOST, room_name="늦은 밤", bots=True)
            stage.backstage("rule", code=code, act="annul", reason="두 사람이 짜고 했어요")
            stage.backstage("start", code=code)
            stage.backstage("rule", code=code, act="end_early", reason="모두가 부탁했어요")
            stage.backstage("start", code=code)
            stage.backstage("want_to_end", code=code)
            stage._scenes["ended"] = code
        code = stage._scenes["ended"]
        match = stage.backstage("match_of", code=code)
        person.go(f"/m/{match}/" if path == "m/" else f"/r/{code}/{path}")

    return show


def ask_for_ideas(page: Page) -> None:
    """Ask what a good player would do, and wait for it."""
    if not page.locator("#advice li").count():
        page.locator("form:has([value=advice]) button").click()
    page.locator("#advice li").first.wait_for()


def unfold(page: Page) -> None:
    """Everything that is folded away on the page."""
    page.evaluate("document.querySelectorAll('main details').forEach(details => { details.open = true; })")


def first_mark(page: Page) -> None:
    """The first moment that the coach marks on a replay."""
    page.locator("[data-mark]").first.click()
    page.locator("[data-mark][aria-current]").wait_for()


def _second(person: Person, stage: Stage) -> None:
    """A player's second page, for a big screen."""
    person.go(f"/r/{stage.code('choice')}/watch/")
    in_step(person)


def _shared(path: str) -> Callable[[Person, Stage], None]:
    """A page of a match that is shared, for whoever has the link."""

    def show(person: Person, stage: Stage) -> None:
        person.go(stage.backstage("share", code=stage.code("final")) + path)

    return show


def _profile(person: Person, stage: Stage) -> None:
    stage.past()
    person.go("/p/me/")
    person.page.evaluate(
        "document.querySelectorAll('main details').forEach(details => { details.open = true; })"
    )


def _other_profile(person: Person, stage: Stage) -> None:
    stage.past()
    person.go("/p/me/")
    person.page.locator(".rivals a").first.click()


def _played(person: Person, stage: Stage) -> None:
    """A waiting room with standings."""
    person.go(f"/r/{stage.played_room()}/")
    in_step(person)


def _new_password(person: Person, stage: Stage) -> None:
    person.go(stage.backstage("reset_path", username=REGULAR))


def _invitation(person: Person, stage: Stage) -> None:
    person.go(stage.empty_room["invitation"])


def _invitation_behind(person: Person, stage: Stage) -> None:
    """A match runs, and nobody may watch."""
    person.go(stage.busy_room["invitation"])


def _banned(person: Person, stage: Stage) -> None:
    stage.backstage("ban", username=GUEST, code=stage.empty_room["code"])
    person.go(stage.empty_room["invitation"])


def _invitation_refused(person: Person, stage: Stage) -> None:
    submit(stage.empty_room["invitation"], display_name="서아")(person, stage)


def _shuffle(person: Person, stage: Stage) -> None:
    played = stage.backstage("played_match", viewer=REGULAR, nonce="5e" * 16)
    person.go(f"/m/{played['match']}/shuffle/")
    person.page.locator("#verdict.good").wait_for()
    person.page.locator(".values summary").click()


SCREENS = [
    Screen("welcome", None, path("/")),
    Screen("login", None, path("/accounts/login/")),
    Screen("login-refused", None, submit("/accounts/login/", account="seoa", password="틀린 비밀번호")),
    Screen("signup", None, path("/accounts/signup/")),
    Screen(
        "signup-refused",
        None,
        submit("/accounts/signup/", display_name="서", username="Ab", password="1", email="x@"),
    ),
    Screen("reset", None, path("/accounts/password/reset/")),
    Screen("reset-refused", None, submit("/accounts/password/reset/", email="아무개")),
    Screen("reset-sent", None, path("/accounts/password/reset/sent/")),
    Screen("new-password", None, _new_password),
    Screen("new-password-dead", None, path("/accounts/password/new/MQ/dead-link/")),
    Screen("invitation", None, _invitation),
    Screen("invitation-refused", None, _invitation_refused),
    Screen("rules", None, path("/rules/")),
    Screen("not-found", None, path("/nowhere/")),
    Screen("no-connection", None, path("/offline/")),
    Screen("lobby-empty", NEWCOMER, path("/")),
    Screen("lobby", REGULAR, path("/")),
    Screen("lobby-refused", REGULAR, submit("/", code="가나다")),
    Screen(
        "lobby-settings", REGULAR, lambda person, stage: (person.go("/"), opened("settings")(person.page))
    ),
    Screen("lobby-guest", NAMELESS, path("/")),
    Screen("account-guest", NAMELESS, path("/accounts/settings/")),
    Screen("register", NAMELESS, path("/accounts/register/")),
    Screen("register-refused", NAMELESS, submit("/accounts/register/", username="x", password="1")),
    Screen("delete-guest", NAMELESS, path("/accounts/delete/")),
    Screen("logout-guest", NAMELESS, path("/accounts/logout/")),
    Screen("new-room", REGULAR, path("/rooms/new/")),
    Screen("new-room-refused", REGULAR, submit("/rooms/new/", name=" ")),
    Screen("invited", NEWCOMER, _invitation),
    Screen("invitation-behind", None, _invitation_behind),
    Screen("invited-behind", NEWCOMER, _invitation_behind),
    Screen("invited-banned", GUEST, _banned),
    Screen("room-host", REGULAR, room()),
    Screen("room-member", GUEST, room()),
    Screen("room-deputy", GUEST, _deputy),
    Screen("room-people", REGULAR, _people),
    Screen("room-people-member", GUEST, _people),
    Screen("room-standings", HOST, _standings),
    Screen("room-standings-cut", HOST, ended("standings/")),
    Screen("room-people-playing", HOST, ending(unfold, path="people/")),
    Screen("profile", HOST, _profile),
    Screen("profile-of-another", GUEST, _other_profile),
    Screen("profile-practice", HOST, lambda person, stage: (stage.past(), person.go("/p/me/?with=bots"))),
    Screen("profile-empty", NEWCOMER, path("/p/me/")),
    Screen("room-played", HOST, _played),
    Screen("room-chat", GUEST, room(open_chat)),
    Screen("room-kids-chat", GUEST, kids_room),
    Screen("room-rules", GUEST, room(opened("rules"))),
    Screen("account", REGULAR, path("/accounts/settings/")),
    Screen(
        "account-refused", REGULAR, submit("/accounts/settings/", display_name="x", email="seoa@example.com")
    ),
    Screen("password", REGULAR, path("/accounts/password/")),
    Screen("password-refused", REGULAR, submit("/accounts/password/", current="틀림", password="123")),
    Screen("data", REGULAR, path("/accounts/data/")),
    Screen("delete", REGULAR, path("/accounts/delete/")),
    Screen("delete-refused", REGULAR, submit("/accounts/delete/", password="틀림")),
    Screen("settings", REGULAR, path("/accounts/preferences/")),
    Screen("settings-visitor", None, path("/accounts/preferences/")),
    Screen("rules-member", REGULAR, path("/rules/")),
    Screen("stranger", REGULAR, path("/r/ZZZZZZ/")),
    Screen("not-found-member", REGULAR, path("/nowhere/")),
    Screen("table-draw", HOST, at("draw")),
    Screen("table-check", HOST, at("plain")),
    Screen("table-revolution", HOST, at("revolution")),
    Screen("table-declared", HOST, at("declared")),
    Screen("table-tax", HOST, at("tax")),
    Screen("table-tax-chosen", HOST, at("tax", lambda page: page.locator("[data-suggest]").click())),
    Screen("table-taxed", HOST, at("taxed")),
    Screen("table-follow", HOST, at("choice")),
    Screen("table-chosen", HOST, at("choice", pick)),
    Screen("table-refused", HOST, at("choice", refused)),
    Screen("table-offer", HOST, at("choice", offered)),
    Screen("table-jester", HOST, at("follow")),
    Screen("table-lead", HOST, at("lead")),
    Screen("table-lead-chosen", HOST, at("lead", pick)),
    Screen("table-wait", HOST, at("wait")),
    Screen("table-eight", HOST, at("eight")),
    Screen("table-twenty", HOST, at("twenty")),
    Screen("table-out", HOST, at("out")),
    Screen("table-away", HOST, at("away")),
    Screen("table-paused", HOST, at("paused")),
    Screen("table-pause-asked", HOST, at("pauseasked")),
    Screen("table-end-asked", HOST, ending()),
    Screen("table-end-wanted", HOST, ending(by=HOST)),
    Screen("table-ended", HOST, ended("")),
    Screen("table-watch", HOST, at("watch")),
    Screen("table-second", HOST, _second),
    Screen("table-log", HOST, at("choice", open_log)),
    Screen("table-chat", HOST, at("choice", open_chat)),
    Screen("table-reactions", HOST, at("choice", open_reactions)),
    Screen("table-orders", HOST, at("choice", open_orders)),
    Screen("table-somebody", HOST, at("choice", ask_about)),
    Screen("table-rules", HOST, at("choice", opened("rules"))),
    Screen("table-settings", HOST, at("choice", opened("settings"))),
    Screen("table-large-five", HOST, at("five", dressed(size="large"))),
    Screen("table-large-eight", HOST, at("eight", dressed(size="large"))),
    Screen("table-large-twenty", HOST, at("twenty", dressed(size="large"))),
    Screen("table-large-tax", HOST, at("tax", dressed(size="large"))),
    Screen("table-contrast", HOST, at("choice", dressed(contrast="more"), pick)),
    Screen("table-ahead", HOST, at("wait", pass_ahead)),
    Screen("table-trick", HOST, at("choice", previous_trick)),
    Screen("table-tricks", HOST, at("out", previous_trick)),
    Screen("table-kids-rules", HOST, kids("choice", opened("rules"))),
    Screen("table-kids", HOST, kids("eight")),
    Screen("kids-round", HOST, kids("round")),
    Screen("table-offline", HOST, at("choice", offline)),
    Screen("round", HOST, at("round")),
    Screen("round-ready", HOST, at("ready")),
    Screen("final", HOST, at("final")),
    Screen("final-twenty", HOST, at("final20")),
    Screen("match", HOST, past()),
    Screen("match-twenty", HOST, past(scene="final20")),
    Screen("match-ended", HOST, ended("m/")),
    Screen("match-coach", HOST, coached()),
    Screen("match-coach-unfolded", HOST, coached("", unfold)),
    Screen("match-coach-kids", HOST, coached(scene="kids:final")),
    Screen("match-coach-twenty", HOST, coached(scene="final20")),
    Screen("replay-coach", HOST, coached("replay/")),
    Screen("replay-coach-mark", HOST, coached("replay/", first_mark)),
    Screen("table-practice", HOST, practising("choice")),
    Screen("table-practice-ideas", HOST, practising("choice", ask_for_ideas)),
    Screen("table-practice-tax", HOST, practising("tax")),
    Screen("replay", HOST, past("replay/?step=60")),
    Screen("replay-start", HOST, past("replay/")),
    Screen("replay-hands", HOST, past("replay/?step=60", open_log)),
    Screen("replay-seat", HOST, past("replay/?step=60&as=1")),
    Screen("replay-result", HOST, past("replay/?step=99999")),
    Screen("shared", None, _shared("")),
    Screen("shared-replay", None, _shared("replay/?step=70")),
    Screen("shuffle", REGULAR, _shuffle),
]
