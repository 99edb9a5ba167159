"""Optional accounts: register, log in and out, change name and password, take one's data along, delete. No address is asked for."""

from __future__ import annotations

import math
import secrets
from collections.abc import Mapping
from functools import partial
from typing import Any, cast

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect, Response, Template
from sqlalchemy import Connection

from plyyard.core.errors import PlyError, Say
from plyyard.core.words import words
from plyyard.rooms.founding import now
from plyyard.rooms.hub import Hub
from plyyard.rooms.names import BadName, clean_name, folded
from plyyard.store import people, traces, tries
from plyyard.store.keep import DatabaseKeep
from plyyard.store.people import Account
from plyyard.web.auth import Signer, forget, guest_of, session_cookie
from plyyard.web.bans import Bans
from plyyard.web.limits import Limits, TooFast, address_of
from plyyard.web.page import FIXED, AnyRequest, back_to, form_of, home_url, language_of, page
from plyyard.web.passwords import BadPassword, Passwords, check_password

WRONG = Say("The name or the password is wrong.")
TAKEN = Say("This name is taken already.")


def _page(request: AnyRequest, name: str, shown: Mapping[str, str], refusal: Say | None = None) -> Template:
    why = "" if refusal is None else words(language_of(request)).say(refusal)
    context = {
        "refusal": why,
        "name": shown.get("name", ""),
        "back": shown.get("back", ""),
        "admin": guest_of(request).admin,
    }
    return page(request, f"{name}.html", context, others=FIXED[name], status=409 if refusal else 200)


def _to(request: AnyRequest, name: str, token: str | None = None) -> Redirect:
    """On to one of the fixed pages; with ``token`` under a session of this token, "" under none."""
    return _on(request, FIXED[name][language_of(request)], token)


def _on(request: AnyRequest, address: str, token: str | None) -> Redirect:
    cookies = [] if token is None else [session_cookie(request, token)]
    return Redirect(address, status_code=303, cookies=cookies)


def _keep(request: AnyRequest) -> DatabaseKeep:
    return cast(DatabaseKeep, request.app.state.keep)


def _passwords(request: AnyRequest) -> Passwords:
    return cast(Passwords, request.app.state.passwords)


# ---- in ----


@get(list(FIXED["login"].values()))
async def login_page(request: AnyRequest) -> Response[Any]:
    """The way in."""
    return _way_in(request, "login")


@get(list(FIXED["register"].values()))
async def register_page(request: AnyRequest) -> Response[Any]:
    """The way to a name of one's own."""
    return _way_in(request, "register")


def _way_in(request: AnyRequest, name: str) -> Response[Any]:
    guest = guest_of(request)
    if guest.session:
        return _to(request, "account")
    return _page(request, name, {"name": guest.name, "back": request.query_params.get("back", "")})


@post(list(FIXED["login"].values()))
async def log_in(request: AnyRequest) -> Response[Any]:
    """Whichever of the two is wrong, the answer is the same and takes the same time."""
    form = await form_of(request)
    account = await _proved(request, form.get("name", ""), form.get("password", ""))
    if account is None:
        return _page(request, "login", form, WRONG)
    bans: Bans = request.app.state.bans
    if bans.hold(account.id, ""):
        return _page(request, "login", form, Say("This account is shut out by whoever runs this server."))
    return await _enter(request, account, form)


async def _proved(request: AnyRequest, name: str, password: str) -> Account | None:
    """The account with this name and password; ``TooFast`` for whoever tries too many."""
    try:
        key = folded(clean_name(name))
    except BadName:
        key = ""
    await _knock(request, key)
    account = await _keep(request).read(people.named, key)
    fits = await _passwords(request).fits(account.password if account else None, password)
    return account if fits else None


async def _knock(request: AnyRequest, name: str = "") -> None:
    """``TooFast`` for whoever tries too many passwords or makes too many accounts, at whichever process: from this address,
    and for this name.
    """
    limits: Limits = request.app.state.limits
    signer: Signer = request.app.state.signer

    def count(connection: Connection) -> int:
        tried = [("address", address_of(request), limits.door), ("name", name, limits.name)]
        for kind, what, pace in tried:
            if what and (ms := tries.wait(connection, signer.blind(kind, what), *pace, now())):
                return ms
        return 0

    if ms := await _keep(request).write(count):
        raise TooFast(math.ceil(ms / 1000))


@post(list(FIXED["register"].values()))
async def register(request: AnyRequest) -> Response[Any]:
    """A new account; the guest's games move along."""
    form = await form_of(request)
    password = form.get("password", "")
    try:
        name = clean_name(form.get("name", ""))
        key = folded(name)
        check_password(password, name)
    except PlyError as error:
        return _page(request, "register", form, error.why)
    await _knock(request)
    account = Account(people.new_account(), name, await _passwords(request).hash(password), False, now())
    if not await _keep(request).write(lambda connection: people.register(connection, account, key)):
        return _page(request, "register", form, TAKEN)
    return await _enter(request, account, form)


async def _enter(request: AnyRequest, account: Account, form: Mapping[str, str]) -> Redirect:
    """Begin a session under a new token; what the guest played becomes the account's."""
    guest, token = guest_of(request), secrets.token_urlsafe(32)

    def begin(connection: Connection) -> None:
        if guest.session:
            people.close_session(connection, guest.session, now(), followed=True)
        else:
            people.move_games(connection, guest.id, account.id, now())
        people.open_session(connection, people.session_hash(token), account.id, now())

    await _keep(request).write(begin)
    if not guest.session:
        hub: Hub = request.app.state.hub
        await hub.adopt(guest.id, account.id)
    return _on(request, back_to(form, home_url(language_of(request))), token)


# ---- the account ----


@get(list(FIXED["account"].values()))
async def account_page(request: AnyRequest) -> Response[Any]:
    """What can be done with it."""
    guest = guest_of(request)
    return _page(request, "account", {"name": guest.name}) if guest.session else _to(request, "login")


@post(list(FIXED["account"].values()))
async def change_account(request: AnyRequest) -> Response[Any]:
    """One of the forms of the page; ``do`` says which."""
    form = await form_of(request)
    guest = guest_of(request)
    if not guest.session:
        return _to(request, "login")
    try:
        match form.get("do"):
            case "logout":
                await _keep(request).write(lambda c: people.close_session(c, guest.session, now()))
                forget(request)
                return _to(request, "home", "")
            case "name":
                await _rename(request, form.get("new_name", ""))
            case "password":
                return await _change_password(request, form)
            case "delete":
                await _delete(request, form)
                forget(request)
                return _to(request, "home", "")
    except PlyError as error:
        return _page(request, "account", {"name": guest.name}, error.why)
    return _to(request, "account")


async def _rename(request: AnyRequest, wished: str) -> None:
    name = clean_name(wished)
    key, owner = folded(name), guest_of(request).id
    if not await _keep(request).write(lambda connection: people.rename(connection, owner, name, key)):
        raise BadName(TAKEN)


async def _own(request: AnyRequest, form: Mapping[str, str]) -> Account:
    account = await _proved(request, guest_of(request).name, form.get("password", ""))
    if account is None:
        raise BadPassword(Say("The password is wrong."))
    return account


async def _change_password(request: AnyRequest, form: Mapping[str, str]) -> Redirect:
    """It ends all sessions; who changed it goes on under a new one."""
    account, password = await _own(request, form), form.get("new_password", "")
    check_password(password, account.name)
    hashed, token = await _passwords(request).hash(password), secrets.token_urlsafe(32)

    def change(connection: Connection) -> None:
        people.set_password(connection, account.id, hashed, now(), guest_of(request).session)
        people.open_session(connection, people.session_hash(token), account.id, now())

    await _keep(request).write(change)
    return _to(request, "account", token)


async def _delete(request: AnyRequest, form: Mapping[str, str]) -> None:
    """Room by room, for others wait to write."""
    keep, owner = _keep(request), (await _own(request, form)).id
    word = words(language_of(request)).say(Say("deleted"))
    for room in await keep.read(traces.rooms_of, owner):
        await keep.write(partial(traces.erase_from, room_id=room, person=owner, word=word, now=now()))
    await keep.write(lambda connection: traces.erase_person(connection, owner, now()))


@get(list(FIXED["data"].values()))
async def data(request: AnyRequest) -> Response[bytes]:
    """All that is kept of the account, as a zip file. One at a time, for each game is played through."""
    guest, keep = guest_of(request), _keep(request)
    if not guest.session:
        return cast("Response[bytes]", _to(request, "login"))
    async with request.app.state.packing:
        told = await keep.read(traces.about, guest.id)
        rooms = await keep.read(traces.rooms_of, guest.id)
        games = [await keep.read(traces.game, room, guest.id) for room in rooms]
    headers = {"content-disposition": 'attachment; filename="plyyard.zip"'}
    return Response(traces.packed(told, games), media_type="application/zip", headers=headers)


ROUTES: list[HTTPRouteHandler] = [
    login_page, register_page, log_in, register, account_page, change_account, data,
]  # fmt: skip
