"""The whole wiring of the site: database, hub, worker, routes, security headers, static files, errors."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import logging
import os
import re
import threading
import webbrowser
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any, cast

import rcssmin
import rjsmin
import uvicorn
from litestar import Litestar, Request, Response, get
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders, State
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template import TemplateConfig
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from plyyard.core import registry
from plyyard.core.errors import PlyError, Say
from plyyard.core.words import words
from plyyard.rooms.hub import Hub
from plyyard.rooms.keep import Unavailable
from plyyard.rooms.meters import Meters
from plyyard.store import queries
from plyyard.store.database import open_engine, prepare, writing
from plyyard.store.keep import DatabaseKeep
from plyyard.web import (
    accounts,
    api,
    corrections,
    editor_page,
    environment,
    exercise_page,
    garbage,
    imprint,
    lan,
    large_pages,
    logs,
    metrics,
    opening,
    pages,
    practice,
    school,
    sockets,
    statistics,
    truth_page,
    verify_page,
)
from plyyard.web.advisor import Advisor
from plyyard.web.api.asking import language_of
from plyyard.web.api.lobby import Lobby
from plyyard.web.api.problems import article_of, problem, status_of
from plyyard.web.auth import Signer, TurnedAway, guest_of, recognised, turned_away
from plyyard.web.bans import watched
from plyyard.web.environment import Environment
from plyyard.web.limits import MAX_BODY, Limits, TooFast
from plyyard.web.passwords import Passwords
from plyyard.web.study import Study
from plyyard.web.websocket import Protocol
from plyyard.web.worker import Worker

log = logging.getLogger(__name__)

HERE = Path(__file__).parent
WARM_AFTER = 2.0  # seconds after the start, which comes first
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
LAST_WORDS = 5  # seconds
KEEP_FOREVER = "public, max-age=31536000, immutable"
TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}


class Assets:
    """Static files in memory, each at an address that names its content."""

    def __init__(self) -> None:
        self._bytes: dict[str, bytes] = {}
        folder = HERE / "static"
        for path in sorted(folder.rglob("*")):
            if path.suffix in TYPES:
                name = path.relative_to(folder).as_posix()
                text = path.suffix in {".css", ".js", ".svg"}
                self._bytes[name] = (
                    _small(path.suffix, path.read_text("utf-8")).encode() if text else path.read_bytes()
                )
        for game in registry.games():
            name = f"boards/{game.name}.css"
            self._bytes[name] = _small(".css", game.board.style).encode()
        self._packed = {name: gzip.compress(found, 9, mtime=0) for name, found in self._bytes.items()}
        self.version = hashlib.sha256(
            b"".join(self._bytes[name] for name in sorted(self._bytes))
        ).hexdigest()[:12]

    def address(self, name: str) -> str:
        """Where a file is; one version for all, so that modules can name each other relatively."""
        return f"/static/{self.version}/{name}"

    def read(self, name: str) -> tuple[bytes, str] | None:
        found = self._bytes.get(name)
        return None if found is None else (found, TYPES[Path(name).suffix])

    def packed(self, name: str) -> bytes:
        """The same, packed by gzip. Pages are never packed: they hold a secret beside what a visitor sends."""
        return self._packed[name]


_DESCENDANT = re.compile(r"([\w)\]]) (:[a-z])")
"""As in “.prose :is(ul, ol)”: rcssmin would take the blank away, and with it the descendant."""


def _small(suffix: str, text: str) -> str:
    """A script or style without comments and blanks."""
    match suffix:
        case ".js":
            return str(rjsmin.jsmin(text))
        case ".css":
            return str(rcssmin.cssmin(_DESCENDANT.sub(r"\1 *\2", text)))
    return text


@get("/static/{version:str}/{name:path}", sync_to_thread=False, opt={"always": True})
def static_file(
    request: Request[Any, Any, Any], version: FromPath[str], name: FromPath[str]
) -> Response[bytes]:
    """A script, style or picture."""
    assets: Assets = request.app.state.assets
    found = assets.read(name.lstrip("/"))
    if found is None:
        raise HTTPException(status_code=404)
    cache = KEEP_FOREVER if version == assets.version else "no-cache"
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(found[0], media_type=found[1], headers=headers)
    return Response(
        assets.packed(name.lstrip("/")), media_type=found[1], headers={**headers, "content-encoding": "gzip"}
    )


def refuse(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """An error as a page or as problem details, in the reader's language."""
    if isinstance(error, PlyError):
        status, why = status_of(error), error.why
    else:
        status = 503 if isinstance(error, Unavailable) else getattr(error, "status_code", 500)
        why = getattr(error, "why", None) or _HTTP.get(status, _HTTP[500] if status >= 500 else _HTTP[400])
        if status == 500:
            log.exception("%s %s", request.method, request.scope.get("path_template"), exc_info=error)
    headers = {**(getattr(error, "headers", None) or {})}
    if "GET" in headers.get("allow", ""):
        headers["allow"] = headers["allow"].replace("GET", "GET, HEAD")
    if not (request.url.path + "/").startswith("/api/"):
        page = pages.error_page(request, status, why)
        page.headers.update(headers)
        return page
    return problem(
        status,
        words(language_of(request)).say(why),
        code=getattr(error, "code", ""),
        article=article_of(error),
        headers=headers,
    )


_HTTP = {
    400: Say("That cannot be read."),
    403: Say("This page is too old or not from here. Load it again and try once more."),
    404: Say("There is nothing at this address."),
    405: Say("That does not work at this address."),
    413: Say("That is too large."),
    415: Say("This has to be JSON."),
    429: Say("That was too fast. Wait a moment."),
    503: Say("Nothing can be stored just now. Nothing was changed; please try again."),
    500: Say("Something went wrong here. Nothing that was shown as done is lost."),
}


def let_in(request: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Before any answer but those ``always`` given: who is turned away, and who asks for pages or sends forms too fast.

    What is ``open`` is shown to the banned, too.    A socket says so itself, and what the wire brings counts for itself.
    """
    if request.scope["type"] != ScopeType.HTTP or handler.opt.get("always"):
        return
    if not handler.opt.get("open") and (status := turned_away(request)):
        raise TurnedAway(status)
    limits: Limits = request.app.state.limits
    take = limits.take_page if request.scope["method"] == "GET" else limits.take
    if not request.scope["path"].startswith("/api/") and not take(request, guest_of(request).id):
        raise TooFast()


def make_app(database: str, given: Environment, *, for_lan: bool = False) -> Litestar:
    """The site over a database (an address, or a path to an SQLite file).

    ``for_lan``: whether it is served for the other devices of the network.
    """
    texts = imprint.read(given.pages)
    engine = open_engine(database)
    prepare(engine)
    with writing(engine) as connection:
        key = queries.secret(connection)
    assets, meters, requests = Assets(), Meters(), metrics.Requests()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncGenerator[None, None]:
        keep, worker = DatabaseKeep(engine, meters), Worker(meters.thoughts)
        scholar, solver = Worker(meters.thoughts), Worker(meters.thoughts)
        app.state.keep, app.state.worker, app.state.study = keep, worker, Study(scholar)
        app.state.advisor = Advisor(app.state.study, Study(solver))
        app.state.hub = Hub(keep, worker.think, pace=given.pace, meters=meters)
        app.state.open_rooms = Lobby(app.state.hub)
        warming = asyncio.get_running_loop().call_later(WARM_AFTER, worker.warm_up)
        await app.state.hub.begin()
        async with garbage.watched(meters), large_pages.held(), watched(app.state):
            yield
        warming.cancel()
        await app.state.hub.close()
        worker.close()
        scholar.close()
        solver.close()
        keep.close()

    def engine_setup(templates: JinjaTemplateEngine) -> None:
        templates.engine.trim_blocks = templates.engine.lstrip_blocks = True
        templates.engine.globals["asset"] = assets.address

    return Litestar(
        [
            static_file,
            *api.ROUTES,
            *pages.ROUTES,
            *accounts.ROUTES,
            *imprint.ROUTES,
            *verify_page.ROUTES,
            *school.ROUTES,
            *practice.ROUTES,
            *corrections.ROUTES,
            *exercise_page.ROUTES,
            *truth_page.ROUTES,
            *editor_page.ROUTES,
            *opening.ROUTES,
            *statistics.ROUTES,
            *metrics.ROUTES,
        ],
        state=State(
            {
                "assets": assets,
                "signer": Signer(key),
                "limits": Limits(given.rate),
                "passwords": Passwords(),
                "packing": asyncio.Lock(),
                "lobby": given.lobby,
                "editor": given.editor,
                "lan": for_lan,
                "texts": texts,
                "requests": requests,
                "registry": metrics.registry(meters, requests),
                "open_metrics": given.metrics,
            }
        ),
        lifespan=[lifespan],
        middleware=[metrics.timed, recognised],
        guards=[let_in],
        template_config=TemplateConfig(
            directory=HERE / "templates", engine=JinjaTemplateEngine, engine_callback=engine_setup
        ),
        exception_handlers={Exception: refuse, HTTPException: refuse, PlyError: refuse},
        request_max_body_size=MAX_BODY,
        openapi_config=None,
        logging_config=None,
    )


def secured(app: ASGIApp) -> ASGIApp:
    """Around the whole site: every answer, also one to a bad address, carries the security headers.

    HEAD is answered as GET without its body, which uvicorn leaves away.
    """

    async def around(scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("method") == "HEAD":
            scope = cast(Scope, {**scope, "method": "GET"})

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if message["status"] == 429:
                    headers.setdefault("retry-after", "1")
            await send(message)

        await app(scope, receive, with_headers)

    return around


def serve(
    host: str,
    port: int,
    db: str,
    open_browser: bool,
    for_lan: bool = False,
    ready: Callable[[str], None] | None = None,
) -> None:
    """Serve until stopped; ``ready`` gets the address on this machine as soon as it answers."""
    given = environment.read(os.environ)
    site = make_app(db, given, for_lan=for_lan)
    # h11, for httptools sets headers no limit; of uvicorn only errors, for its warnings tell of what others send
    config = uvicorn.Config(
        sockets.with_sockets(secured(site), site), host=host, port=port,
        log_level="error", ws=Protocol, http="h11", ws_max_size=65_536,
        ws_per_message_deflate=False, timeout_graceful_shutdown=5, server_header=False, date_header=True,
        log_config=logs.config(given.log), access_log=False, forwarded_allow_ips=list(given.proxies),
    )  # fmt: skip
    Server(config, site, open_browser, ready).run()


class Server(uvicorn.Server):
    """Says where it answers, once it does; ends in good order when told to, at once when told again."""

    def __init__(
        self,
        config: uvicorn.Config,
        site: Litestar,
        open_browser: bool,
        ready: Callable[[str], None] | None,
    ) -> None:
        super().__init__(config)
        self._site = site
        self._open_browser = open_browser
        self._ready = ready

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if self.should_exit:
            return
        port = self.servers[0].sockets[0].getsockname()[1]
        shown = "127.0.0.1" if self.config.host in {"0.0.0.0", "::"} else self.config.host
        address = f"{lan.url(shown, port)}/"
        if self._ready:
            self._ready(address)
        if self._open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit:
            os._exit(128 + sig)  # nothing that was acknowledged is lost by it
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: Any = None) -> None:
        """Let nobody in, finish what is begun and tell it, send everyone elsewhere (1012); the rest is uvicorn's."""
        for server in self.servers:
            server.close()
        hub: Hub = self._site.state.hub
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await hub.close()
                while hub.meters.connections:
                    await asyncio.sleep(0.01)
        await super().shutdown(sockets)
