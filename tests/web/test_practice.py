"""The page with all exercises, as a browser meets it: progress of guests and accounts, export, beginning anew."""

from __future__ import annotations

import asyncio
import html
import json
import re
from collections.abc import Iterator
from functools import partial

import httpx
import pytest
from litestar.datastructures import State
from sqlalchemy import func, select

from plyyard.core import registry
from plyyard.core.exercise import Generator, Number, exercise, generators
from plyyard.lessons.practice import Practice
from plyyard.lessons.practice import answered as after
from plyyard.rooms.founding import now
from plyyard.store import practice, schema
from plyyard.store.database import open_engine, reading, writing
from plyyard.store.keep import DatabaseKeep
from plyyard.web.practice import answered, overview, shown
from tests.site import Site
from tests.store.conftest import keep as keep
from tests.web.test_accounts import Browser

DAY = 24 * 3600 * 1000


@pytest.fixture
def browser(site: Site) -> Iterator[Browser]:
    one = Browser(site)
    yield one
    one.http.close()


def guest(browser: Browser) -> str:
    """The id in its cookie."""
    browser.csrf()
    return str(browser.http.cookies["guest"]).partition(".")[0]


def first() -> tuple[str, str]:
    """A game with exercises, and one of them."""
    return next((game, one.name) for game in registry.names() for one in generators(game))


def practised(site: Site, person: str, seeds: int, ago: int = 0, right: bool = True) -> None:
    """As if somebody had solved exercises ``ago`` days before."""
    game, kind = first()
    engine = open_engine(site.database)
    for seed in range(1, seeds + 1):
        change = partial(after, seed=seed, right=right, helped=False, now=now() - ago * DAY)
        with writing(engine) as connection:
            practice.change(connection, person, Practice(game, kind, 2), change)
    engine.dispose()


def kept(site: Site, person: str) -> list[Practice]:
    engine = open_engine(site.database)
    with reading(engine) as connection:
        found = practice.of(connection, person)
    engine.dispose()
    return found


def test_answers_are_counted_through_the_server(keep: DatabaseKeep) -> None:
    game, kind = first()
    state = State({"keep": keep})

    async def practise() -> None:
        told = await answered(state, "guest", game, kind, 1, 7, right=True, helped=False, now=now())
        assert (told.right, told.wrong, told.due > now()) == (1, 0, True)
        again = await answered(state, "guest", game, kind, 1, 7, right=True, helped=True, now=now())
        assert again == told
        looked = await shown(state, "guest", game, kind, 1, 8, now=now())
        solved = await answered(state, "guest", game, kind, 1, 8, right=True, helped=False, now=now())
        assert solved == looked and (looked.right, looked.wrong) == (1, 1)
        await answered(state, "guest", game, kind, 3, 7, right=False, helped=False, now=now())
        both = await overview(state, "guest", now())
        levels = both[0].steps[0][1][0].levels
        assert [level.practice and level.practice.done for level in levels] == [2, None, 1]

    asyncio.run(practise())


@pytest.mark.parametrize(
    ("path", "says"), [("/uebungen", "Bisher nichts."), ("/en/exercises", "Nothing so far.")]
)
def test_all_exercises_of_all_games_are_there(site: Site, path: str, says: str) -> None:
    page = httpx.get(site.url + path).text
    assert says in page and 'name="game"' not in page
    links = set(re.findall(r'href="((?:/en/learn|/lernen)/[^"]+/[123])"', page))
    assert len(links) == 3 * sum(len(generators(game)) for game in registry.names())


def test_what_a_guest_practised_is_told_and_what_is_due(site: Site, browser: Browser) -> None:
    practised(site, guest(browser), 3)
    page = browser.http.get("/en/exercises").text
    assert "3 done, 3 right at once" in page and "due again" not in page
    practised(site, guest(browser), 4, ago=0)
    assert "4 done, 4 right at once" in browser.http.get("/en/exercises").text
    another = Browser(site)
    practised(site, guest(another), 2, ago=400, right=False)
    page = another.http.get("/en/exercises").text
    assert "2 done, 0 right at once" in page and page.count("due again") == 1
    assert "Worth another look" in page and "one each is enough" in page
    assert "streak" not in page and "point" not in re.sub(r"<[^>]*>", "", page.lower())
    another.http.close()


def solvable() -> tuple[registry.AnyGame, Generator]:
    """A kind of exercise that is answered with a number."""
    return next(
        (registry.game(game), one)
        for game in registry.names()
        for one in generators(game)
        if isinstance(exercise(one, 1, 1).answer, Number)
    )


def test_answers_on_the_pages_are_counted_once(site: Site, browser: Browser) -> None:
    game, kind = solvable()

    def address(seed: int) -> str:
        return f"/en/learn/{game.slugs['en']}/{kind.name}/1/{seed}"

    def right(seed: int) -> str:
        answer = exercise(kind, 1, seed).answer
        assert isinstance(answer, Number)
        return str(answer.value)

    def counted() -> tuple[int, int]:
        rows = [(one.done, one.right) for one in kept(site, person)]
        return rows[0] if rows else (0, 0)

    person = guest(browser)
    assert browser.post(address(1), answer="nonsense").status_code == 422
    assert counted() == (0, 0), "what cannot be read is no answer"
    steps = [
        (lambda: browser.post(address(1), answer="987654"), (1, 0)),
        (lambda: browser.post(address(1), answer=right(1)), (1, 0)),
        (lambda: browser.post(address(2), answer=right(2)), (2, 1)),
        (lambda: browser.post(address(2), answer=right(2)), (2, 1)),
        (lambda: browser.http.get(address(2) + "?help=solution"), (2, 1)),
        (lambda: browser.http.get(address(3) + "?help=hint"), (2, 1)),
        (lambda: browser.http.get(address(3) + "?help=solution"), (3, 1)),
        (lambda: browser.post(address(3), answer=right(3), help="solution"), (3, 1)),
        (lambda: browser.post(address(4), answer=right(4), help="hint"), (4, 1)),
    ]
    for number, (step, expected) in enumerate(steps):
        assert step().status_code == 200
        assert counted() == expected, f"step {number}"
    assert "4 done, 1 right at once" in browser.http.get("/en/exercises").text


def test_whoever_keeps_no_cookie_leaves_nothing_behind(site: Site) -> None:
    game, kind = solvable()
    engine = open_engine(site.database)
    with reading(engine) as connection:
        before = connection.execute(select(func.count()).select_from(schema.practice)).scalar_one()
    for seed in (1, 2):
        page = httpx.get(f"{site.url}/lernen/{game.slugs['de']}/{kind.name}/1/{seed}?help=solution")
        assert page.status_code == 200
    with reading(engine) as connection:
        after = connection.execute(select(func.count()).select_from(schema.practice)).scalar_one()
    engine.dispose()
    assert after == before


def test_it_comes_along_into_an_account(site: Site, browser: Browser) -> None:
    practised(site, guest(browser), 3)
    browser.register(f"Übende {now()}")
    page = browser.http.get("/en/exercises").text
    assert "3 done" in page and "kept with your account" in page


def test_it_can_be_taken_along(site: Site, browser: Browser) -> None:
    practised(site, guest(browser), 2)
    answer = browser.http.get("/uebungen/daten")
    assert 'filename="plyyard-practice.json"' in answer.headers["content-disposition"]
    (told,) = answer.json()["practice"]
    game, kind = first()
    assert (told["game"], told["exercise"], told["difficulty"], told["numbers"]) == (game, kind, 2, [1, 2])
    assert told["right"] == 2 and told["due"] > told["last"] and told["card"]["stability"] > 0
    assert json.loads(httpx.get(f"{site.url}/en/exercises/data").text)["practice"] == []


def test_it_can_be_forgotten_after_a_warning(site: Site, browser: Browser) -> None:
    person = guest(browser)
    practised(site, person, 2)
    assert "deleted for good" in browser.http.get("/en/exercises").text
    assert browser.http.post("/en/exercises", data={"csrf": "no", "game": ""}).status_code == 403
    assert browser.post("/en/exercises", game="bridge").status_code == 404
    other = next(name for name in registry.names() if name != first()[0])
    browser.post("/en/exercises", game=other)
    assert len(kept(site, person)) == 1
    answer = browser.post("/en/exercises", game=first()[0])
    assert (answer.status_code, answer.headers["location"]) == (303, "/en/exercises?forgotten=1")
    assert kept(site, person) == []
    said = html.unescape(browser.http.get(answer.headers["location"]).text)
    assert "What you had practised is deleted." in said and "Nothing so far." in said
