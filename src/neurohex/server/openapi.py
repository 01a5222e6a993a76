"""The description of the HTTP API in the form of OpenAPI 3.1, made from the list of endpoints itself."""

from __future__ import annotations

from typing import Any, Final, is_typeddict

import msgspec

from neurohex import __version__
from neurohex.client.forms import Problem
from neurohex.client.handshake import SOCKET_PATH, Hello, Welcome
from neurohex.match.messages import AnyCommand, AnyMessage, Code, Shown
from neurohex.server.endpoint import Endpoint, OneOf
from neurohex.server.refusals import STATUS
from neurohex.server.routes import ENDPOINTS
from neurohex.view.schema import schemas

_REFERENCE: Final = "#/components/schemas/{name}"
_FORM: Final = "view.{name}"
"""The name of a form of a page, some of which are called as a message is."""
_ABOUT: Final = f"""\
Play Neuroshima Hex. Requests make, list and download matches; playing goes over the WebSocket at {SOCKET_PATH}:
its first message is a Hello with the token, and after the Welcome any Command can be sent; every one is answered, and
a match that is followed is told event by event. A token comes from /api/guests or /api/sessions; it goes into the
header `Authorization: Bearer TOKEN`, or into the Hello, and never into a URL.
"""
_ON_THE_SOCKET: Final = (Hello, Welcome, AnyCommand, AnyMessage)


def openapi() -> dict[str, Any]:
    """The whole description."""
    bodies = [each for point in ENDPOINTS for each in (point.body, point.answer) if not isinstance(each, str | None)]
    forms = [each for each in bodies if is_typeddict(each)]
    types = [each for each in bodies if not is_typeddict(each)] + [Problem, *_ON_THE_SOCKET]
    described, parts = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    known: dict[str, Any] = dict(zip(map(repr, types), described, strict=True))
    form_reference = _REFERENCE.replace("{name}", _FORM)
    for name, form in _passed_on(Shown).items():
        parts[Shown.__name__]["properties"][name] = {"$ref": form_reference.format(name=form)}
    known |= {repr(form): {"$ref": form_reference.format(name=form.__name__)} for form in forms}
    paths: dict[str, dict[str, Any]] = {}
    for point in ENDPOINTS:
        paths.setdefault(point.path, {})[point.method.lower()] = _operation(point, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "neurohex", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "components": {
            "schemas": {
                **parts,
                **{_FORM.format(name=name): form for name, form in schemas(forms, form_reference).items()},
                "SocketUp": {"anyOf": [known[repr(Hello)], known[repr(AnyCommand)]]},
                "SocketDown": {"anyOf": [known[repr(Welcome)], known[repr(AnyMessage)]]},
            },
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def _passed_on(message: type[msgspec.Struct]) -> dict[str, str]:
    """The fields of a message that are forms, which it passes on unread, each with the name of its form."""
    info = msgspec.inspect.type_info(message)
    assert isinstance(info, msgspec.inspect.StructType)
    marked = {each.name: each.type for each in info.fields if isinstance(each.type, msgspec.inspect.Metadata)}
    return {name: each.extra["form"] for name, each in marked.items() if each.extra and "form" in each.extra}


def _operation(point: Endpoint, known: dict[str, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {"summary": point.summary, "operationId": point.handle.__name__.strip("_")}
    if isinstance(point.answer, str):
        content = {point.answer: {"schema": {"type": "string"}}}
    else:
        content = _json(known[repr(point.answer)])
    described["responses"] = {
        str(point.status): {"description": "Done.", "content": content},
        "default": {"description": _refusals(), "content": _json(known[repr(Problem)])},
    }
    named = [part[1:-1] for part in point.path.split("/") if part.startswith("{")]
    described["parameters"] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in named
    ] + [{"name": name, "in": "query", **_asked(asked)} for name, asked in point.query.items()]
    if point.body is not None:
        described["requestBody"] = {"required": True, "content": _json(known[repr(point.body)])}
    return described


def _asked(asked: str | OneOf) -> dict[str, Any]:
    """What a parameter in the URL means, and what it can be."""
    if isinstance(asked, OneOf):
        return {"description": asked.about, "schema": {"type": "string", "enum": list(asked.words)}}
    return {"description": asked, "schema": {"type": "string"}}


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _refusals() -> str:
    told = ", ".join(f"{status} {code.value}" for code, status in STATUS.items())
    others = ", ".join(code.value for code in Code if code not in STATUS)
    return f"Refused, with why: {told}; 409 {others}."
