"""The HTTP API and the socket's messages as OpenAPI 3.1, generated from the endpoints and their types.

    python -m neurohex.server.openapi > openapi.json

The server answers it at /api/openapi.json; the page's TypeScript is generated from it.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import sys
from typing import Any, Final

import msgspec

from neurohex import __version__
from neurohex.server.endpoint import Endpoint, OneOf
from neurohex.server.refusals import STATUS
from neurohex.server.routes import ENDPOINTS
from neurohex.view.forms import Choice, Story, Wounds
from neurohex.wire.handshake import SOCKET_PATH, Close, Hello, Welcome
from neurohex.wire.http import Problem
from neurohex.wire.messages import AnyCommand, AnyEvent, AnyMessage, AnyReply, Code, Shown
from neurohex.wire.views import LiveLook

_REFERENCE: Final = "#/components/schemas/{name}"
_ABOUT: Final = f"""\
Play Neuroshima Hex. Requests make, list and download matches. Play uses the WebSocket at {SOCKET_PATH}: its first
message is a Hello with the token; after the Welcome, send any Command. Every command is answered, and the events of a
followed match are sent one by one. A token comes from /api/guests or /api/sessions; it goes into the header
`Authorization: Bearer TOKEN`, or into the Hello, and never into a URL.
"""
_UNIONS: Final[dict[str, Any]] = {
    "AnyCommand": AnyCommand,
    "AnyEvent": AnyEvent,
    "AnyReply": AnyReply,
    "AnyMessage": AnyMessage,
    "Choice": Choice,
    "Wounds": Wounds,
}
"""Named unions."""
_SINGLE: Final = (Problem, Hello, Welcome, LiveLook, Story, Code, Close)
"""Types that no endpoint names: refusals, other messages of the socket, close codes."""


def openapi() -> dict[str, Any]:
    """Return the OpenAPI document."""
    bodies = [each for point in ENDPOINTS for each in (point.body, point.answer) if not isinstance(each, str | None)]
    types = [*bodies, *_SINGLE, *_UNIONS.values()]
    described, parts = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    known: dict[str, Any] = dict(zip(map(repr, types), described, strict=True))
    unions = {name: known[repr(union)] for name, union in _UNIONS.items()}
    for struct in _structs(types):
        _complete(parts[struct.__name__], struct)
    for name, form in _passed_on(Shown).items():
        parts[Shown.__name__]["properties"][name] = _reference(form)
    names = {_members(union): _reference(name) for name, union in unions.items()}
    paths: dict[str, dict[str, Any]] = {}
    for point in ENDPOINTS:
        paths.setdefault(point.path, {})[point.method.lower()] = _operation(point, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "neurohex", "version": __version__, "description": _ABOUT},
        "paths": _with_names(paths, names),
        "components": {
            "schemas": {
                **_with_names(parts, names),
                **{
                    name: {"description": "A union, discriminated by a tag.", **_inside(union, names)}
                    for name, union in unions.items()
                },
                "SocketUp": {"anyOf": [known[repr(Hello)], _reference("AnyCommand")]},
                "SocketDown": {"anyOf": [known[repr(Welcome)], _reference("AnyMessage")]},
            },
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def _reference(name: str) -> dict[str, str]:
    return {"$ref": _REFERENCE.format(name=name)}


# --- what msgspec leaves out ----------------------------------------------------------------------
def _structs(types: list[Any]) -> list[type[msgspec.Struct]]:
    """All structs within some types, each once."""
    found: dict[type[msgspec.Struct], None] = {}

    def visit(info: object) -> None:
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls in found:
                return
            found[info.cls] = None
        if isinstance(info, msgspec.inspect.Type | msgspec.inspect.Field):
            for name in info.__struct_fields__:
                visit(getattr(info, name))
        elif isinstance(info, tuple):
            for each in info:
                visit(each)

    visit(msgspec.inspect.multi_type_info(types))
    return list(found)


def _complete(schema: dict[str, Any], struct: type[msgspec.Struct]) -> None:
    """Add the fields' docstrings, and require the fields that are always present."""
    said = _remarks(struct)
    for name, field in schema["properties"].items():
        if name in said:
            schema["properties"][name] = {**field, "description": " ".join(said[name].split())}
    if not struct.__struct_config__.omit_defaults:
        schema["required"] = list(schema["properties"])


def _remarks(struct: type) -> dict[str, str]:
    """The docstrings of a class's fields, inherited ones included."""
    found: dict[str, str] = {}
    for each in reversed(struct.__mro__):
        if each.__module__.startswith("neurohex."):
            (body,) = (part.body for part in ast.parse(inspect.getsource(each)).body if isinstance(part, ast.ClassDef))
            for field, text in itertools.pairwise(body):
                match field, text:
                    case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(remark))):
                        found[name] = remark
    return found


def _passed_on(message: type[msgspec.Struct]) -> dict[str, str]:
    """The fields of a message that hold raw JSON, each with the name of its form."""
    info = msgspec.inspect.type_info(message)
    assert isinstance(info, msgspec.inspect.StructType)
    marked = {each.name: each.type for each in info.fields if isinstance(each.type, msgspec.inspect.Metadata)}
    return {name: each.extra["form"] for name, each in marked.items() if each.extra and "form" in each.extra}


def _members(schema: dict[str, Any]) -> str:
    """A key that identifies a union."""
    return msgspec.json.encode(schema["anyOf"]).decode()


def _with_names(schema: Any, names: dict[str, dict[str, str]]) -> Any:
    """Replace named unions by references."""
    if isinstance(schema, dict):
        named = names.get(_members(schema)) if "anyOf" in schema else None
        if named is None:
            return _inside(schema, names)
        return {**named, "description": schema["description"]} if "description" in schema else named
    return [_with_names(each, names) for each in schema] if isinstance(schema, list) else schema


def _inside(schema: dict[str, Any], names: dict[str, dict[str, str]]) -> dict[str, Any]:
    return {key: _with_names(each, names) for key, each in schema.items()}


# --- endpoints ------------------------------------------------------------------------------------
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
    """Describe a query parameter."""
    if isinstance(asked, OneOf):
        return {"description": asked.about, "schema": {"type": "string", "enum": list(asked.words)}}
    return {"description": asked, "schema": {"type": "string"}}


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _refusals() -> str:
    told = ", ".join(f"{status} {code.value}" for code, status in STATUS.items())
    others = ", ".join(code.value for code in Code if code not in STATUS)
    return f"Refused, with why: {told}; 409 {others}."


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(openapi())) + b"\n")
