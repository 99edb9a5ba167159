"""The OpenAPI description of all calls, made from their ``Call`` and from the structs: these alone know every bound."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.response import Response

from plyyard.rooms.protocol import PROTO, Event, Hidden
from plyyard.web.api.asking import MAX_ROOM_ID
from plyyard.web.api.calls import Call
from plyyard.web.api.problems import MEDIA_TYPE, Problem
from plyyard.web.api.schemas import empty_is_none_of, reference, schemas
from plyyard.web.api.streams import STREAM

JSON = "application/json"
PATH_PARAMETER = re.compile(r"\{(\w+):str\}")
ROOM = {
    "name": "room",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "minLength": 1, "maxLength": MAX_ROOM_ID},
}
SECURITY = {
    "token": {"type": "http", "scheme": "bearer", "description": "From POST /api/guest with token: true."},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "guest"},
    "csrf": {
        "type": "apiKey",
        "in": "header",
        "name": "X-CSRF-Token",
        "description": "Stands in every page; with the cookie it allows changes.",
    },
}
LIMITS = {"retry-after": {"description": "Seconds.", "schema": {"type": "string", "pattern": "^[0-9]+$"}}}


def describing(handlers: Sequence[HTTPRouteHandler]) -> HTTPRouteHandler:
    """The call that gives the description of these and of itself."""

    @get("/api/openapi.json")
    async def get_description() -> Response[bytes]:
        """This description."""
        return Response(described(), media_type=JSON)

    @cache
    def described() -> bytes:
        return msgspec.json.encode(description(handlers))

    return get_description


def description(handlers: Sequence[HTTPRouteHandler]) -> dict[str, Any]:
    """An OpenAPI document."""
    paths: dict[str, dict[str, Any]] = {}
    calls: list[Call] = [handler.opt["call"] for handler in handlers]
    sent = [Problem, Event, Hidden, *(call.gives for call in calls)]
    sent += [shape for call in calls for shape in call.refuses.values()]
    taken = [call.takes for call in calls if call.takes is not None]
    for handler, call in zip(handlers, calls, strict=True):
        for path in handler.paths:
            operation = _operation(call, handler, bool(PATH_PARAMETER.search(path)))
            for method in handler.http_methods:
                paths.setdefault(PATH_PARAMETER.sub(r"{\1}", path), {})[method.lower()] = operation
    _link(paths)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ply Yard", "version": PROTO, "license": {"name": "MIT", "identifier": "MIT"}},
        "paths": paths,
        "components": {"schemas": schemas(sent, taken), "securitySchemes": SECURITY},
    }


def _operation(call: Call, handler: HTTPRouteHandler, in_room: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": handler.handler_name,
        "summary": (handler.fn.__doc__ or "").partition("\n")[0],
        "parameters": [*([ROOM] if in_room else []), *_parameters(call)],
        "responses": {str(status): answer for status, answer in _answers(call, handler.status_code)},
        "security": [{"token": []}, {"cookie": [], "csrf": []}]
        if call.changes
        else [{}, {"token": []}, {"cookie": []}],
    }
    if call.takes is not None:
        body = {JSON: {"schema": reference(call.takes)}}
        found["requestBody"] = {"required": empty_is_none_of(call.takes), "content": body}
    return found


def _link(paths: dict[str, dict[str, Any]]) -> None:
    """Say that the room which one call made is the one that the others take."""
    made = {"room": "$response.body#/room"}
    paths["/api/rooms"]["post"]["responses"]["201"]["links"] = {
        operation["operationId"]: {"operationId": operation["operationId"], "parameters": made}
        for path, operations in paths.items()
        if "{room}" in path
        for operation in operations.values()
    }


def _parameters(call: Call) -> Iterator[dict[str, Any]]:
    (schema,) = msgspec.json.schema_components([call.query])[1].values()
    for name, value in schema["properties"].items():
        yield {"name": name, "in": "query", "schema": value}
    if call.streams and "since" in schema["properties"]:
        yield {"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"}}


def _answers(call: Call, success: int) -> Iterator[tuple[int, dict[str, Any]]]:
    given = {JSON: {"schema": reference(call.gives)}}
    if call.streams:
        given[STREAM] = {"schema": {"type": "string"}}
    yield success, _answer(success, given)
    for status in call.statuses:
        content = {JSON: {"schema": reference(call.refuses[status])}} if status in call.refuses else {}
        if status in call.told:
            content[MEDIA_TYPE] = {"schema": reference(Problem)}
        yield status, _answer(status, content) | ({"headers": LIMITS} if status == 429 else {})


def _answer(status: int, content: dict[str, Any]) -> dict[str, Any]:
    return {"description": HTTPStatus(status).phrase, "content": content}
