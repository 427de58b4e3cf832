"""Watching a game in a real browser: by keyboard, at every width, as a frame, from a file."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from engine.dominion.replay import seen_by
from tests.browser.steps import (
    ALL_LOOKS,
    LEAST_TARGET,
    PHONE,
    finished_match,
    suits_everybody,
)
from tests.engine.test_replay import followed
from tests.patience import PROMPT
from tests.tooling.processes import within
from website.games.registry import site_game
from website.matches.result import Place, game_result
from website.site.plain_text import minus

pytestmark = [pytest.mark.browser, pytest.mark.jail]


# As the handbook says
FITTED_FRAME = """<iframe src="{address}?theme=dark&autoplay=1" width="900"></iframe><script>
  addEventListener("message", ({{ data, source }}) => {{
    if (data?.type !== "kingsbench:height") return;
    for (const frame of document.querySelectorAll("iframe"))
      if (frame.contentWindow === source) frame.height = data.height;
  }});
</script>"""


def watch(page: Page, game: str, start: str = "") -> str:
    """Open the replay of a finished match's first game; return its address."""
    address = f"{finished_match(page, game)}games/1/replay/"
    page.goto(address + start)
    expect(page.locator(".replay.ready")).to_be_visible()
    return address


def shown(page: Page) -> int:
    """Return the replay's current event."""
    text = page.locator("[data-part=count]").text_content() or ""
    found = re.search(r"\d+", text)
    assert found, text
    return int(found[0])


def test_a_game_is_watched_by_keyboard_alone(quiet_page: Page) -> None:
    page = quiet_page
    watch(page, "dominion")
    sentence = page.locator("[data-part=sentence]")
    assert shown(page) == 0
    page.keyboard.press("ArrowRight")
    assert shown(page) == 1
    expect(sentence).to_contain_text("shuffles")
    page.keyboard.press("Shift+ArrowRight")
    expect(sentence).to_contain_text("turn 1")
    first_turn = shown(page)
    page.keyboard.press("PageDown")
    assert shown(page) > first_turn
    page.keyboard.press("PageUp")
    assert shown(page) == first_turn
    page.keyboard.press("End")
    expect(sentence).to_contain_text("The game ends")
    # Which match ends first depends on the machine: its game may be a tie, or be lost below zero.
    result = re.compile(r"( wins|^A tie,) \S?\d+ : \S?\d+")
    expect(page.locator("[data-part=result]")).to_have_text(result)
    last = shown(page)
    page.keyboard.press("ArrowLeft")
    assert shown(page) < last
    expect(page.locator("[data-part=result]")).to_be_empty()
    page.keyboard.press("Home")
    assert shown(page) == 0
    page.keyboard.press("9")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator("[data-part=count]")).to_have_text(re.compile(r"Event ([2-9]|\d\d+) of"))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys.get_by_text("play and pause")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    slider = page.get_by_role("slider", name="Current position")
    slider.focus()
    before = shown(page)
    page.keyboard.press("ArrowRight")
    assert shown(page) > before
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^Event \d+ of \d+: \w"))


def test_a_link_leads_to_an_event_and_the_log_to_every_other(quiet_page: Page) -> None:
    page = quiet_page
    address = watch(page, "dominion", "#e=30")
    assert 25 <= shown(page) <= 30
    marked = page.locator("[data-part=log] [aria-current]")
    expect(marked).to_have_count(1)
    expect(page.locator("[data-part=sentence]")).to_have_text(marked.text_content() or "")
    line = page.locator("[data-part=log] a").nth(40)
    line.click()
    expect(line).to_have_attribute("aria-current", "step")
    expect(page.locator("[data-part=sentence]")).to_have_text(line.text_content() or "")
    expect(page).to_have_url(re.compile(rf"#e={shown(page)}$"))
    page.goto(f"{address}?at=20")
    expect(page.locator(".replay.ready")).to_be_visible()
    assert 15 <= shown(page) <= 20


def test_what_a_seat_did_not_see_is_hidden_and_what_was_not_taken_is_shown(
    quiet_page: Page,
) -> None:
    page = quiet_page
    address = watch(page, "dominion")
    replay_data = page.request.get(address.replace("replay/", "replay.json")).json()
    buys = [one for one in replay_data["questions"] if one["kind"] == "buy" and one["picks"]]
    page.goto(f"{address}#e={replay_data['frames'][buys[0]['frame'] - 1][0]}")
    page.reload()
    expect(page.locator(".replay.ready")).to_be_visible()
    picked = page.locator(".option.picked")
    expect(picked).to_have_count(1)
    expect(page.locator(".option:not(.picked)").first).to_be_visible()
    page.keyboard.press("Home")
    for _ in range(2):  # to the second turn: every seat holds cards
        page.keyboard.press("PageDown")
    hidden = page.get_by_text(re.compile(r"^\d hidden$"))
    expect(hidden).to_have_count(0)
    show = page.get_by_role("combobox", name="Show")
    show.select_option("1")
    expect(hidden).to_have_count(len(replay_data["names"]) - 1)
    show.select_option("public")
    expect(hidden).to_have_count(len(replay_data["names"]))
    draws = page.locator("[data-part=log] a").filter(has_text="draws").first
    expect(draws).to_contain_text("draws 5 cards")
    show.select_option("0")
    expect(draws).to_contain_text(re.compile("Coppers?"))
    show.select_option("public")
    page.get_by_text("Position as text").click()
    text = page.locator("[data-part=text]")
    expect(text).to_contain_text("hidden cards")
    expect(text).to_contain_text("Supply: ")
    face = page.locator(".pile").first
    page.mouse.move(0, 0)  # else it may cover a card, where the page scrolls to the face
    face.focus()
    expect(page.get_by_role("tooltip")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_be_hidden()


RESULTS = """async ([address, outcomes]) => {
  const { resultOf } = await import("/static/js/replay/result.js");
  const { loadBoard } = await import("/static/js/board/load.js");
  const { words } = await loadBoard(address);
  return outcomes.map((outcome) => resultOf({ names: ["A", "B", "C"], data: { outcome } }, words));
}"""


def test_the_page_says_who_won_as_the_match_page_does(quiet_page: Page) -> None:
    page = quiet_page
    page.goto("/replay/")
    cases = [
        ([30, -2, 9], [1, 3, 2], []),
        ([30, 30, 9], [2, 1, 3], []),
        ([30, 30, 9], [1, 1, 3], []),
        ([30, 30, 30], [1, 1, 1], []),
        ([30, 20, 9], [3, 1, 2], [0]),
        ([], [], []),
    ]
    outcomes = [{"scores": one[0], "ranks": one[1], "faulted": one[2]} for one in cases]
    *sound, _unknown = cases
    places = [
        [Place(name, rank, minus(score)) for name, score, rank in zip("ABC", *one[:2], strict=True)]
        for one in sound
    ]
    with translation.override("en"):
        tie_break = str(site_game("dominion").tie_break)
        told = [
            game_result(one, tie_break=tie_break, by_fault=bool(faulted))
            for one, (_scores, _ranks, faulted) in zip(places, sound, strict=True)
        ]
    assert page.evaluate(RESULTS, ["/matches/words/dominion/", outcomes]) == [*told, ""]


def test_a_phone_has_the_controls_at_the_thumb_and_all_kingdoms_in_one_view(
    new_context: CreateContextCallback, platform: str
) -> None:
    page = new_context(base_url=platform, **PHONE).new_page()
    watch(page, "kingdomino", "?at=60")
    for court in page.locator(".court .board").all():
        expect(court).to_be_in_viewport(ratio=0.99)
    before = shown(page)
    swipe(page, -80)
    assert shown(page) > before
    swipe(page, 80)
    assert shown(page) == before
    bar = page.locator(".player-bar")
    for name in ("Previous turn", "Previous event", "Play", "Next event", "Next turn", "More"):
        button = bar.get_by_role("button", name=name, exact=True)
        expect(button).to_be_in_viewport(ratio=1)
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= LEAST_TARGET
    bar.get_by_role("button", name="More").tap()
    for control in (page.get_by_label("Speed"), page.get_by_role("button", name="Copy link")):
        expect(control).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Game 2").tap()
    expect(page).to_have_url(re.compile("/games/2/replay/"))


def swipe(page: Page, by: int) -> None:
    """Swipe over the board."""
    page.locator("[data-part=board]").evaluate(
        """(board, by) => {
          const at = { identifier: 1, target: board, clientY: 300 };
          const touch = (clientX) => new Touch({ ...at, clientX });
          board.dispatchEvent(new TouchEvent("touchstart", { touches: [touch(180)] }));
          board.dispatchEvent(new TouchEvent("touchend", { changedTouches: [touch(180 + by)] }));
        }""",
        by,
    )


@pytest.mark.parametrize("game", ["dominion", "kingdomino"])
def test_watching_suits_a_phone_and_a_desk_by_day_and_by_night(page: Page, game: str) -> None:
    watch(page, game, "?at=60")
    suits_everybody(page, ALL_LOOKS)


def test_an_area_is_lit_from_the_keyboard(quiet_page: Page) -> None:
    page = quiet_page
    watch(page, "kingdomino")
    page.keyboard.press("End")
    area = page.locator(".area").first
    area.focus()
    expect(page.locator(".square.lit").first).to_be_visible()
    squares = int(re.findall(r"\d+", area.text_content() or "")[0])
    expect(page.locator(".square.lit")).to_have_count(squares)


def test_a_replay_that_cannot_be_loaded_leaves_the_words(page: Page) -> None:
    address = finished_match(page, "dominion") + "games/1/replay/?at=12"
    page.route("**/replay.json", lambda route: route.abort())
    page.goto(address)
    expect(page.get_by_role("alert")).to_contain_text("could not be loaded")
    expect(page.get_by_text("Supply", exact=True)).to_be_visible()


SEEN = """async ([data, frame, seat]) => {
  const { Replay } = await import("/static/js/replay/replay.js");
  const { seenBy } = await import("/static/js/games/dominion.js");
  return seenBy(new Replay(data).position(frame), seat);
}"""


def test_the_page_hides_what_the_engine_hides(quiet_page: Page) -> None:
    page = quiet_page
    match = finished_match(page, "dominion")
    page.goto(match)
    replay_data = page.request.get(f"{match}games/1/replay.json").json()
    position, last = replay_data["start"], len(replay_data["frames"])
    for frame, (_, _, steps, *_) in enumerate(replay_data["frames"], 1):
        position = followed(position, steps)
        if frame in (1, 9, 30, last // 2, last):
            for seat in (None, 0, 1):
                assert page.evaluate(SEEN, [replay_data, frame, seat]) == seen_by(position, seat)


AS_TEXT = """async ([address, game, data, events]) => {
  const { Replay } = await import("/static/js/replay/replay.js");
  const { loadBoard } = await import("/static/js/board/load.js");
  const [board, replay] = [await loadBoard(address), new Replay(data)];
  return events.map((event) => {
    const frame = replay.frameOf(event);
    const options = { names: replay.names, words: board.words, scores: replay.scores(frame) };
    return board.asText(replay.position(frame), options);
  });
}"""


@pytest.mark.parametrize("game", ["dominion", "kingdomino"])
def test_the_page_with_javascript_and_without_says_the_same(
    game: str, quiet_page: Page, browser: Any, platform: str
) -> None:
    """A position's text, and the question after it."""
    page = quiet_page
    address = watch(page, game)
    replay_data = page.request.get(address.replace("replay/", "replay.json")).json()
    last = replay_data["frames"][-1][0]
    events = [0, 9, 30, 60, last // 2, last]
    with_script = page.evaluate(AS_TEXT, [f"/matches/words/{game}/", game, replay_data, events])
    plain = browser.new_context(java_script_enabled=False, base_url=platform).new_page()
    for event, rows in zip(events, with_script, strict=True):
        plain.goto(f"{address}?at={event}")
        labels = plain.locator(".position-rows dt").all_text_contents()
        texts = plain.locator(".position-rows dd").all_text_contents()
        assert [[label, text] for label, text in zip(labels, texts, strict=True)] == rows
        page.goto(f"{address}?at={event}")
        expect(page.locator(".replay.ready")).to_be_visible()
        options = plain.locator(".asked-options li").all_text_contents()
        assert sorted(asked_options(page)) == sorted(set(options))
    plain.context.close()


def asked_options(page: Page) -> list[str]:
    """The options of the first question that the page shows, each once."""
    shown = page.locator(".question").first.locator(".option")
    found = shown.all_text_contents() if page.locator(".question").count() else []
    texts = [re.sub(r"^(Picked|Not chosen): (✓ )?| \S \d+$", "", text) for text in found]
    return sorted({text for text in texts if text != "nothing"})


def test_a_replay_from_ones_own_disk_is_watched_and_never_sent(
    quiet_page: Page, tmp_path: Path
) -> None:
    page = quiet_page
    address = finished_match(page, "dominion") + "games/1/replay.json"
    good = tmp_path / "game.json"
    good.write_bytes(page.request.get(address).body())
    page.goto("/replay/")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    field = page.get_by_label("Replay", exact=True)
    problem = page.get_by_role("alert")
    for text, words in broken(json.loads(good.read_text())):
        bad = tmp_path / "bad.json"
        bad.write_text(text)
        field.set_input_files(bad)
        expect(problem).to_contain_text(words)
        field.set_input_files([])
    field.set_input_files(good)
    expect(page.locator(".replay.ready")).to_be_visible()
    expect(problem).to_be_hidden()
    page.keyboard.press("End")
    expect(page.locator("[data-part=sentence]")).to_contain_text("The game ends")
    assert set(sent) <= {"GET"}
    assert page.evaluate("window.hurt === undefined")


def broken(replay_data: dict[str, Any]) -> list[tuple[str, str]]:
    """Broken files and the error shown for each."""
    path = ["__proto__", "hurt"]
    return [
        ("not json <b>", "is not JSON"),
        ("[1, 2]", "not a replay"),
        (json.dumps({**replay_data, "replay": 99}), "newer version"),
        (json.dumps({**replay_data, "game": "chess"}), "not known here"),
        (json.dumps({**replay_data, "frames": "x"}), "not a replay"),
        (json.dumps({**replay_data, "frames": [[1, "x", [], 0, "y"]]}), "not a replay"),
        (
            json.dumps({**replay_data, "frames": [[1, "x", [[["seats", 99, "hand"], 1]]]]}),
            "damaged",
        ),
        (json.dumps({**replay_data, "frames": [[1, "x", [[[*path, "a", "b"], 1]]]]}), "damaged"),
    ]


@contextmanager
def foreign_page(html: str) -> Iterator[str]:
    """Serve a page on another server; yield its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_a_game_can_be_framed_by_any_page(page: Page, platform: str) -> None:
    address = platform + finished_match(page, "dominion") + "games/1/embed/"
    html = f'<iframe src="{address}" width="900" height="700"></iframe>'
    page.context.clear_cookies()
    with foreign_page(html) as elsewhere:
        page.goto(elsewhere)
        step_in_the_frame(page)
    assert page.context.cookies() == []


def test_a_frame_tells_its_height_and_plays_at_once(page: Page, platform: str) -> None:
    address = platform + finished_match(page, "dominion") + "games/1/embed/"
    page.emulate_media(color_scheme="light")
    with foreign_page(FITTED_FRAME.format(address=address)) as elsewhere:
        page.goto(elsewhere)
        frame = page.frame_locator("iframe")
        expect(frame.locator("[data-part=play]")).to_have_class(re.compile("playing"))
        expect(frame.locator("[data-part=sentence]")).to_contain_text("shuffles")
        for width in (900, 360):
            page.locator("iframe").evaluate("(frame, width) => { frame.width = width }", width)
            assert within(PROMPT, lambda: cut_off(page) == 0), (width, cut_off(page))
        ground = frame.locator("html").evaluate("page => getComputedStyle(page).backgroundColor")
        assert sum(map(int, re.findall(r"\d+", ground)[:3])) < 3 * 80  # dark


def cut_off(page: Page) -> int:
    """Return how many pixels of the framed page its frame hides, or is too high for it."""
    body = page.frame_locator("iframe").locator("body")
    inside = body.evaluate("body => Math.ceil(body.getBoundingClientRect().height)")
    return abs(int(inside) - int(page.locator("iframe").evaluate("frame => frame.clientHeight")))


def step_in_the_frame(page: Page) -> None:
    frame = page.frame_locator("iframe")
    expect(frame.locator(".replay.ready")).to_be_visible()
    frame.get_by_role("button", name="Next event").click()
    expect(frame.locator("[data-part=sentence]")).to_contain_text("shuffles")


def test_a_position_is_read_and_stepped_without_javascript(
    page: Page, browser: Any, platform: str
) -> None:
    address = finished_match(page, "dominion") + "games/1/replay/?at=12"
    plain = browser.new_context(java_script_enabled=False, base_url=platform).new_page()
    plain.goto(address)
    expect(plain.get_by_text("Supply", exact=True)).to_be_visible()
    plain.get_by_role("link", name="Next event").click()
    expect(plain.get_by_text(re.compile(r"Event 1[3-9] of"))).to_be_visible()
    plain.context.close()
