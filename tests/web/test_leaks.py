"""Nobody learns what is hidden: of two worlds that look the same to somebody, every byte that comes to him is the same.

Random games are worked out first, in the rules alone, with a twin in which hidden tiles or cards lie elsewhere and which
goes the same way for one viewer. Both are then played on a real server, over sockets and HTTP.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from plyyard.core import registry
from plyyard.core.errors import PlyError
from plyyard.core.game import CHANCE, Event, Happened, Moved
from plyyard.games.dominoes.state import NAMES as TILES
from tests.web.test_hidden import fields, known, tiles
from tests.web.worlds import Person, Site, World, a_person, a_site

DOMINOES, SPIDER = registry.game("dominoes"), registry.game("spider")
RUNNERS = ("1", "2")
LOOKS = (("de", 1), ("en", 0), ("en", 1), ("de", 0))
TWIN_TRIES, MOVES_IN_A_RACE = 60, 24
NUMBER = 987_654_321  # of the deal: it would tell all cards

Step = tuple[str, Any, Any]
"""Who acts, and the move or the outcome in the one world and in the other."""


async def play_both(
    worlds: Sequence[World], steps: Iterable[Callable[[World, int], Any]], role: str, choose: random.Random
) -> None:
    """The same steps in both; whoever may not know which is which asks about everything on the way."""
    for language, scene in choose.sample(LOOKS, 4 if role == "watcher" else 1):
        for world in worlds:
            await world.look(role, language, scene)
    others = [other for other in worlds[0].people if other != role]
    for world in worlds:
        for other in others:
            await world.look(other, "en", 0)
    for count, step in enumerate(steps):
        told = [await step(world, number) for number, world in enumerate(worlds)]
        assert "refused" not in {answer["t"] for answer in told}, told
        if choose.random() < 0.15 or count == 0:
            seed = choose.random()
            for world in worlds:
                await ask_everything(world, role, random.Random(seed), f"{count}")
        if role == "watcher" and count % 8 == 5:  # one more, who has missed something
            language, scene = choose.choice(LOOKS)
            for world in worlds:
                await world.look(role, language, scene, since=count)
        same(*(world.received(role) for world in worlds))
    for world in worlds:
        for told_apart in (json.loads(text) for eye in world.eyes[role] for text in eye.presence):
            assert set(told_apart) == {"t", "presence", "watchers", "watching", "claim", "now"}
            for seat in told_apart["presence"].values():
                assert set(seat) <= {"here", "since", "left", "until"}


def same(told: Sequence[str], otherwise: Sequence[str]) -> None:
    """Or the first place where they differ."""
    for one, other in zip(told, otherwise, strict=True):
        if one != other:
            place = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
            raise AssertionError(
                (one[:60], one[max(0, place - 80) :][:200], other[max(0, place - 80) :][:200])
            )


async def ask_everything(world: World, role: str, choose: random.Random, name: str) -> None:
    """Every call that tells something of a room, and commands and questions of which most are refused."""
    language = choose.choice(("de", "en"))
    state = json.loads((await world.ask(role, "GET", "/api/rooms/{room}?scene=1&lang=" + language)).text)
    before = choose.randrange(state["head"] + 1)
    for path in (
        f"/api/rooms/{{room}}?scene=0&at={before}&lang={language}",
        f"/api/rooms/{{room}}?facing=flip&lang={language}",
        f"/api/rooms/{{room}}/events?since={before}&lang={language}",
        "/api/rooms/{room}/record",
        "/spiel/{room}" if language == "de" else "/en/game/{room}",
        "/api/rooms/{room}?at=x",
        "/api/rooms/{room}/nothing",
    ):
        await world.ask(role, "GET", path)
    hidden = [*TILES, *(f"{tile}>{end}" for tile in TILES for end in "lr")]
    columns = [f"{choose.randint(1, 10)}>{choose.randint(1, 10)}:{choose.randint(1, 3)}" for _ in range(9)]
    texts = choose.sample(hidden if state["game"] == "dominoes" else [*columns, "deal"], 6)
    for number, text in enumerate(text for text in texts if text not in state["legal"]):
        ident = f"{name}.{number}"
        await world.send(role, language, t="why", id=ident, move=text)
        await world.send(role, language, t="move", id=ident, on=state["head"], move=text)
    tile = f"hand-{choose.choice(TILES)}"
    await world.send(role, language, t="why", id=name, picked=tile, target=choose.choice("lr"))
    for command in (
        {"t": "steps", "on": state["head"]},
        {"t": "steps", "on": state["head"], "taken": [choose.choice(texts)]},
        {"t": "roll", "on": before},
        {"t": "claim", "do": "win"},
        {"t": "back", "do": "accept"},
        {"t": "draw", "do": "accept"},
    ):
        if not (command["t"] == "roll" and state["can"].get("roll")):
            await world.send(role, language, id=f"{name}.{command['t']}", **command)


# ---- dominoes ----


def random_game(choose: random.Random) -> tuple[list[Any], list[Event]]:
    """States before and after each event of a whole game, from the deal on."""
    states, events = [DOMINOES.start({})], []
    while (actor := DOMINOES.actor(states[-1])) is not None:
        event: Event
        if actor is CHANCE:
            lot = DOMINOES.lot(states[-1])
            event = Happened(
                tuple(choose.sample(range(28), 28)) if lot.shuffle else choose.choice(lot.outcomes)
            )
        else:
            event = Moved(str(actor), choose.choice(list(DOMINOES.legal_moves(states[-1]))))
        events.append(event)
        states.append(DOMINOES.apply(states[-1], event).state)
    return states, events


def twin_of(
    states: Sequence[Any], events: Sequence[Event], viewer: str | None, choose: random.Random
) -> list[Event]:
    """The first events of another world that ``viewer`` cannot tell from this one, as many as chance finds."""
    length = len(events) - 1
    while length > 1:
        seen = {tile for state in states[: length + 1] for tile in visible(state, viewer)}
        unseen = [tile for tile in range(28) if tile not in seen]
        for _ in range(TWIN_TRIES):
            moved = dict(zip(unseen, choose.sample(unseen, len(unseen)), strict=True))
            if found := followed(states[: length + 1], events[:length], viewer, moved):
                return found
        length = length * 2 // 3
    return []


def visible(state: Any, viewer: str | None) -> set[int]:
    view = DOMINOES.observe(state, viewer)
    return known_tiles(DOMINOES.notation.format_position(view)) if not state.is_undealt else set()


def known_tiles(position: str) -> set[int]:
    return {TILES.index("-".join(tile)) for tile in known(position)}


def followed(
    states: Sequence[Any], events: Sequence[Event], viewer: str | None, moved: dict[int, int]
) -> list[Event]:
    """The events with hidden tiles exchanged, if they are legal and look the same; else none."""
    state, found, differs = states[0], [], False
    try:
        for before, after, event in zip(states, states[1:], events, strict=False):
            if isinstance(event, Happened):
                drawn: Any = event.outcome
                if DOMINOES.actor(state) is not CHANCE:
                    return []
                exchanged = [
                    moved.get(tile, tile) for tile in (drawn if isinstance(drawn, tuple) else (drawn,))
                ]
                event = Happened(tuple(exchanged) if isinstance(drawn, tuple) else exchanged[0])
            effects = DOMINOES.apply(before, events[len(found)]).effects
            worked = DOMINOES.apply(state, event)
            state = worked.state
            found.append(event)
            looks = [DOMINOES.observe(one, viewer) for one in (state, after)]
            if worked.effects != effects or looks[0] != looks[1] or looks[0].must_draw != looks[1].must_draw:
                return []
            differs = differs or state.hands != after.hands
    except PlyError:
        return []
    return found if differs else []


def numbers(state: Any, event: Event) -> list[int]:
    """What the dice have to give so that this happens."""
    if not isinstance(event, Happened):
        return []
    outcome: Any = event.outcome
    if not isinstance(outcome, tuple):
        return [DOMINOES.lot(state).outcomes.index(outcome)]
    order, found = list(range(28)), []
    for last in range(27, 0, -1):
        other = order.index(outcome[last])
        found.append(other)
        order[last], order[other] = order[other], order[last]
    return found


async def dominoes(site: Site, persons: Sequence[Person], seed: int) -> int:
    """One random game and its twin; how many events both have."""
    choose = random.Random(seed)
    viewer = (None, "black", "white")[seed % 3]
    role = viewer or "watcher"
    states, events = random_game(choose)
    twins = twin_of(states, events, viewer, choose)
    if not twins:
        return 0
    lines = (events, [*twins, None])
    worlds = [
        await World.founded(
            site, persons, DOMINOES.sides, numbers(states[0], line[0]), game="dominoes", kind="live"
        )
        for line in lines
    ]
    courses = [list(states)]
    other = [states[0]]
    for event in twins:
        other.append(DOMINOES.apply(other[-1], event).state)
    courses.append(other)

    def step(place: int) -> Callable[[World, int], Any]:
        async def act(world: World, number: int) -> dict[str, Any]:
            return await done(world, courses[number][place], lines[number][place])

        return act

    await play_both(worlds, [step(place) for place in range(1, len(twins))], role, choose)
    await finish(worlds[0], states, events, len(twins))
    for world in worlds:
        await world.close()
    return len(twins)


async def done(world: World, state: Any, event: Any) -> dict[str, Any]:
    """One act of a game of dominoes, by whoever is on turn."""
    world.chance.extend(numbers(state, event))
    head = world.site.hub._live[world.room].room.head
    acting = str(DOMINOES.turn(state))
    if isinstance(event, Moved):
        text = DOMINOES.notation.format_move(event.move)
        return await world.send(acting, t="move", id=f"act{head}", on=head, move=text)
    return await world.send(acting, t="roll", id=f"act{head}", on=head)


async def finish(world: World, states: Sequence[Any], events: Sequence[Event], place: int) -> None:
    """Play the world that is a whole game to its end: until then nobody was told a tile that he may not know."""
    for at in range(place, len(events)):
        assert (await done(world, states[at], events[at]))["t"] == "event"
    for role, eyes in world.eyes.items():
        viewer = None if role == "watcher" else role
        may_know = list(itertools.accumulate((visible(state, viewer) for state in states), set.union))
        for eye in eyes:
            *before, last = [json.loads(frame) for frame in eye.frames]
            for frame in before:
                at = max(0, frame.get("head", frame.get("seq")) - opening(world))
                told = {TILES.index("-".join(tile)) for tile in tiles(json.dumps(frame))}
                assert at >= len(events) or told <= may_know[at], (role, frame)
            assert last["kind"] == "revealed" and "?" not in last["position"]
            assert fields(last["position"])["black"] + fields(last["position"])["white"]


def opening(world: World) -> int:
    """The seq of the last event before the deal."""
    entries = world.site.hub._live[world.room].room.entries
    return next(entry.seq for entry in entries if entry.kind == "began")


# ---- Spider, two at the same deal ----


def exchanged(state: Any, choose: random.Random, places: Sequence[tuple[int, int]]) -> Any:
    """The same start with the cards at these places in another order; column -1 is the stock."""
    cards = [(state.stock if column < 0 else state.columns[column])[row] for column, row in places]
    columns, stock = [list(column) for column in state.columns], list(state.stock)
    for (column, row), card in zip(places, choose.sample(cards, len(cards)), strict=True):
        (stock if column < 0 else columns[column])[row] = card
    return replace(state, columns=tuple(map(tuple, columns)), stock=tuple(stock), number=None)


def hidden_places(state: Any, kept: int) -> list[tuple[int, int]]:
    """Where cards lie face down, but for those that come to light first: ``kept`` of each column, and of the deals."""
    down = [(column, row) for column, count in enumerate(state.down) for row in range(count - kept)]
    return down + [(-1, row) for row in range(10 * kept, len(state.stock))]


def raced(
    start: Any, twin: Any, viewer: str | None, choose: random.Random
) -> tuple[list[Step], list[list[Any]]]:
    """Moves of both runners in both worlds: the viewer's own are the same and look the same, of others the score is equal."""
    boards = {runner: [start, twin] for runner in RUNNERS}
    steps: list[Step] = []
    for _ in range(MOVES_IN_A_RACE):
        runner = choose.choice(RUNNERS)
        here, there = boards[runner]
        legal = [list(SPIDER.legal_moves(one)) for one in (here, there)]
        if not all(legal):
            continue
        move = choose.choice(legal[0])
        after = SPIDER.apply(here, Moved("player", move)).state
        own = runner == viewer
        for other in (
            (move,) if own and move in legal[1] else () if own else choose.sample(legal[1], len(legal[1]))
        ):
            otherwise = SPIDER.apply(there, Moved("player", other)).state
            views = [SPIDER.observe(one, runner) for one in (after, otherwise)]
            open_score = SPIDER.score(after) == SPIDER.score(otherwise)
            if open_score and (runner != viewer or views[0] == views[1]) and SPIDER.actor(otherwise):
                steps.append((runner, move, other))
                boards[runner] = [after, otherwise]
                break
    return steps, list(boards.values())


async def spider(site: Site, persons: Sequence[Person], seed: int) -> int:
    """One random race and its twin; how many moves both have."""
    choose = random.Random(seed)
    viewer = (None, "1", "2")[seed % 3]
    start = SPIDER.start(SPIDER.complete({"suits": choose.choice((1, 2, 4))}, choose.randrange))
    twin = exchanged(start, choose, hidden_places(start, 0 if viewer is None else choose.randrange(3)))
    steps, _ = raced(start, twin, viewer, choose)
    worlds = [
        await World.founded(
            site, persons, RUNNERS, [NUMBER], replace(one, number=NUMBER),
            game="spider", kind="race", options={"suits": start.suits},
        )
        for one in (start, twin)
    ]  # fmt: skip

    def step(runner: str, moves: Sequence[Any]) -> Callable[[World, int], Any]:
        async def act(world: World, number: int) -> dict[str, Any]:
            head = world.site.hub._live[world.room].room.head
            text = SPIDER.notation.format_move(moves[number])
            return await world.send(runner, t="move", id=f"act{head}", on=head, move=text)

        return act

    role = viewer or "watcher"
    await play_both(worlds, [step(runner, moves) for runner, *moves in steps], role, choose)
    for world in worlds:
        told = [*world.answers[role], *(frame for eye in world.eyes[role] for frame in eye.frames)]
        assert not any(str(NUMBER) in text for text in told)
        await world.close()
    return len(steps)


async def play(
    database: str, game: Callable[[Site, Sequence[Person], int], Any], seeds: Iterable[int]
) -> list[int]:
    async with a_site(database) as site:
        persons = [await a_person(site, name) for name in ("Amsel", "Bussard", "Gaffer")]
        lengths = [await game(site, persons, seed) for seed in seeds]
        for person in persons:
            await person.http.aclose()
        written = "\n".join(site.log.lines)
    assert not tiles(written) and not re.search(r"[0-9a-f]{64}|\b[A23456789TJQK][CSHD]\b", written)
    return lengths


@pytest.mark.slow
@pytest.mark.parametrize("game", [dominoes, spider])
def test_worlds_that_look_the_same_sound_the_same(database: str, game: Any) -> None:
    """do-view-opponent"""
    games = 3 if database.startswith("postgresql") else 9  # each viewer once, or three times
    lengths = asyncio.run(play(database, game, range(games)))
    assert sum(length >= 8 for length in lengths) >= games - 1, lengths


@pytest.mark.nightly
@pytest.mark.parametrize("game", [dominoes, spider])
def test_three_hundred_worlds_that_look_the_same_sound_the_same(database: str, game: Any) -> None:
    lengths = asyncio.run(play(database, game, range(300)))
    assert sum(length >= 8 for length in lengths) >= 240, lengths
