"""The page of how somebody's games alone have ended, the same as files, and forgetting it. What counts: rooms/alone.py."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from typing import Any, cast

import msgspec
from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect, Response, Template

from plyyard.core import registry
from plyyard.core.errors import quoted
from plyyard.core.game import Option
from plyyard.core.words import LANGUAGES, Words, words
from plyyard.rooms.keep import Ended
from plyyard.rooms.statistics import Figures, figures
from plyyard.store import results
from plyyard.store.keep import DatabaseKeep
from plyyard.web.auth import guest_of
from plyyard.web.page import AnyRequest, form_of, game_url, language_of, page

ADDRESS = {"de": "/statistik", "en": "/en/statistics"}
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A text that begins so would be computed by a spreadsheet."""
NOTHING = "–"

Row = tuple[str, list[str]]
Game = tuple[str, Ended]


def statistics_url(game: registry.AnyGame, language: str) -> str:
    """Where the statistics of a game stand; empty for games that nobody plays alone."""
    return f"{ADDRESS[language]}/{game.slugs[language]}" if len(game.sides) == 1 else ""


def _game_at(slug: str, language: str) -> registry.AnyGame:
    for game in registry.games():
        if game.slugs[language] == slug and statistics_url(game, language):
            return game
    raise NotFoundException()


async def _ended(request: AnyRequest, game: registry.AnyGame) -> list[Game]:
    keep: DatabaseKeep = request.app.state.keep
    return await keep.read(results.of, guest_of(request).id, game.name)


# ---- the page ----


@get(["/statistik/{slug:str}", "/en/statistics/{slug:str}"])
async def statistics_page(request: AnyRequest, slug: FromPath[str]) -> Template:
    """``?suits=4``: only games with this option. ``?forgotten=1``: after they were forgotten."""
    language = language_of(request)
    game = _game_at(slug, language)
    t = words(language, game.name)
    ended = [one for _, one in await _ended(request, game)]
    choices = [option for option in game.options if option.choices]
    asked = {one.name: request.query_params.get(one.name, "") for one in choices}
    unknown = [one for one in choices if asked[one.name] not in {"", *_texts(one)}]
    wanted = {name: value for name, value in asked.items() if value and name not in {o.name for o in unknown}}
    shown = [one for one in ended if _fits(one.variant, wanted)]
    parts = (shown, [one for one in shown if not one.backs], [one for one in shown if one.backs])
    context = {
        "title": t.say(game.title),
        "game_url": game_url(game, language),
        "games": len(ended),
        "shown": len(shown),
        "rows": _rows([figures(part) for part in parts], t),
        "variants": _variants(ended, choices, t),
        "filters": [_filter(option, wanted, t) for option in choices],
        "refusals": [
            t(
                "{label}: there is no {value}. Shown are the games with any.",
                label=one.label,
                value=quoted(asked[one.name]),
            )
            for one in unknown
        ],
        "forgotten": "forgotten" in request.query_params,
        "csv_url": f"{statistics_url(game, language)}/plyyard-{game.name}.csv",
        "json_url": f"{statistics_url(game, language)}/plyyard-{game.name}.json",
    }
    others = {other: statistics_url(game, other) for other in LANGUAGES}
    return page(request, "statistics.html", context, others=others, game=game)


def _texts(option: Option) -> list[str]:
    return [str(value) for value, _ in option.choices]


def _filter(option: Option, wanted: Mapping[str, str], t: Words) -> dict[str, Any]:
    return {
        "name": option.name,
        "label": t.say(option.label),
        "value": wanted.get(option.name, ""),
        "choices": [(str(value), t.say(label)) for value, label in option.choices],
    }


def _fits(variant: str, wanted: Mapping[str, str]) -> bool:
    options = _options(variant) if wanted else {}
    return all(str(options.get(name)) == value for name, value in wanted.items())


def _options(variant: str) -> dict[str, Any]:
    return cast("dict[str, Any]", msgspec.json.decode(variant))


def _rows(parts: Sequence[Figures], t: Words) -> list[Row]:
    """Label and a value for each part."""

    def number(value: float | None, places: int = 0) -> str:
        return NOTHING if value is None else t.number(value, places)

    def row(label: str, of: Any) -> Row:
        return label, [of(one) for one in parts]

    return [
        row(t("Games"), lambda one: number(one.games)),
        row(t("Won"), lambda one: number(one.won)),
        row(t("Win rate"), lambda one: _percent(one.rate, t)),
        row(t("Best score"), lambda one: number(one.best)),
        row(t("Mean score"), lambda one: number(one.mean, 1)),
        row(t("Wins in a row, at best"), lambda one: number(one.longest)),
        row(t("Wins in a row now"), lambda one: number(one.streak)),
        row(t("Fewest moves of a win"), lambda one: number(one.moves)),
        row(t("Fastest win"), lambda one: _clock(one.ms)),
        row(t("Lost: nothing more could be done"), lambda one: number(one.stuck)),
        row(t("Lost: given up"), lambda one: number(one.given_up)),
        row(t("Lost: abandoned"), lambda one: number(one.abandoned)),
    ]


def _percent(rate: float | None, t: Words) -> str:
    return NOTHING if rate is None else f"{t.number(100 * rate, 1)}\N{NO-BREAK SPACE}%"


def _clock(ms: int | None) -> str:
    """
    >>> _clock(61_000), _clock(3_661_000)
    ('1:01', '1:01:01')
    """
    if ms is None:
        return NOTHING
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _variants(ended: Sequence[Ended], choices: Sequence[Option], t: Words) -> dict[str, Any] | None:
    """A table with a row for each choice of options that was played; None where there is but one."""
    played: dict[str, list[Ended]] = {}
    for one in ended:
        played.setdefault(one.variant, []).append(one)
    if len(played) < 2:
        return None
    options = {variant: _options(variant) for variant in played}
    varied = [one for one in choices if len({str(found.get(one.name)) for found in options.values()}) > 1]
    order = sorted(played, key=lambda variant: [_place(one, options[variant]) for one in varied])
    rows = []
    for variant in order:
        total = figures(played[variant])
        names = [dict(option.choices).get(options[variant].get(option.name)) for option in varied]
        rows.append(
            (
                [t.say(name) if name else NOTHING for name in names],
                [
                    t.number(total.games),
                    t.number(total.won),
                    _percent(total.rate, t),
                    t.number(total.best or 0),
                    t.number(total.mean or 0, 1),
                ],
            )
        )
    return {"heads": [t.say(option.label) for option in varied], "rows": rows}


def _place(option: Option, options: Mapping[str, Any]) -> int:
    values = [value for value, _ in option.choices]
    value = options.get(option.name)
    return values.index(value) if value in values else len(values)


# ---- files ----


@get(["/statistik/{slug:str}/{name:str}", "/en/statistics/{slug:str}/{name:str}"])
async def statistics_file(request: AnyRequest, slug: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """All games that count, as CSV or as JSON."""
    game = _game_at(slug, language_of(request))
    ending = name.removeprefix(f"plyyard-{game.name}")
    if ending not in {".csv", ".json"}:
        raise NotFoundException()
    keep: DatabaseKeep = request.app.state.keep
    ended = await _ended(request, game)
    chosen = await keep.read(results.options_of, guest_of(request).id, game.name)
    games = [_told(room, one, chosen[room]) for room, one in ended]
    disposition = {"content-disposition": f'attachment; filename="{name}"'}
    if ending == ".csv":
        content = _csv(games, [option.name for option in game.options])
        return Response(content, media_type="text/csv", headers=disposition)
    told = {
        "plyyard": "statistics/1",
        "game": game.name,
        "figures": asdict(figures([one for _, one in ended])),
        "games": games,
    }
    text = msgspec.json.format(msgspec.json.encode(told), indent=1)
    return Response(text, media_type="application/json", headers=disposition)


def _told(room: str, one: Ended, options: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "room": room,
        "ended": datetime.fromtimestamp(one.ended / 1000, UTC).isoformat(timespec="seconds"),
        "result": one.kind,
        "won": one.won,
        "points": one.points,
        "moves": one.moves,
        "seconds": one.ms // 1000,
        "taken_back": one.backs,
        "options": options,
    }


def _csv(games: Sequence[Mapping[str, Any]], options: Sequence[str]) -> bytes:
    heads = ["room", "ended", "result", "won", "points", "moves", "seconds", "taken_back"]
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(heads + list(options))
    for one in games:
        values = [int(one[head]) if head == "won" else one[head] for head in heads]
        writer.writerow(
            [safe(value) for value in [*values, *(one["options"].get(name, "") for name in options)]]
        )
    return file.getvalue().encode()


def safe(value: Any) -> Any:
    """A text that no spreadsheet takes for a formula; a number as it is.

    >>> safe("=1+1"), safe("stuck"), safe(-5)
    ("'=1+1", 'stuck', -5)
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


# ---- forgetting ----


@post(["/statistik/{slug:str}", "/en/statistics/{slug:str}"])
async def forget(request: AnyRequest, slug: FromPath[str]) -> Redirect:
    """What has ended up to now counts no more."""
    language = language_of(request)
    game = _game_at(slug, language)
    await form_of(request)
    keep: DatabaseKeep = request.app.state.keep
    await keep.write(partial(results.forget, person=guest_of(request).id, game=game.name))
    return Redirect(f"{statistics_url(game, language)}?forgotten=1", status_code=303)


ROUTES: list[HTTPRouteHandler] = [statistics_page, statistics_file, forget]
