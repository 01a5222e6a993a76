"""All that a page meets, as declarations in TypeScript: forms, messages of matches, and the bodies of the API.

    python -m neurohex.server.typescript > api.ts

They are made from the very types by which the server reads and writes, with what is said about them as comments.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any, Final, is_typeddict

from msgspec import NODEFAULT, Struct, inspect

from neurohex.client.forms import Problem
from neurohex.client.handshake import Close, Hello, Welcome
from neurohex.lesson import forms as lesson_forms
from neurohex.match import messages
from neurohex.match.messages import AnyCommand, AnyEvent, AnyMessage, AnyReply
from neurohex.server import answers
from neurohex.server.endpoint import Endpoint
from neurohex.server.routes import ENDPOINTS
from neurohex.view import forms
from neurohex.view.typescript import comment, declarations, remarks

_FORMS: Final = (forms, lesson_forms, answers)
"""Modules of forms, as they are declared there."""
_UNIONS: Final = {"AnyCommand": AnyCommand, "AnyEvent": AnyEvent, "AnyReply": AnyReply, "AnyMessage": AnyMessage}
_OTHER_NAMES: Final[dict[type, str]] = {messages.Look: "LookCommand", messages.Phase: "MatchPhase"}
"""Of those that are called as a form is."""
_PLAIN: Final[dict[type[inspect.Type], str]] = {
    inspect.StrType: "string",
    inspect.BytesType: "string",  # in base64
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def typescript() -> str:
    """Every declaration once."""
    lines = ["// Made by python -m neurohex.server.typescript; not to be changed by hand.", ""]
    for module in _FORMS:
        lines += declarations(module, constants=module is forms)  # each has a version of its own
    printer = _Printer()
    for name, union in _UNIONS.items():
        printer.name(name, union)
    for each in (Hello, Welcome, Problem, messages.Code):
        printer.written(each)
    calls = list(_calls(printer))
    return "\n".join([*lines, *printer.finish(), *_closes(), *calls])


class _Printer:
    """Declares what it is asked about, and all that this is made of, once each."""

    def __init__(self) -> None:
        self._named: dict[str, str] = {}
        self._met: dict[Any, None] = {}

    def written(self, of: Any) -> str:
        """A type as TypeScript writes it."""
        if is_typeddict(of):
            return str(of.__name__)
        return self._written(inspect.type_info(of))

    def name(self, name: str, union: Any) -> None:
        """Give a union a name, by which it goes wherever it is met."""
        self._named[self._members(inspect.type_info(union))] = name

    def _members(self, info: inspect.Type) -> str:
        assert isinstance(info, inspect.UnionType)
        return " | ".join(self._written(each) for each in info.types)

    def _written(self, info: inspect.Type) -> str:
        match info:
            case inspect.Metadata():
                return str((info.extra or {}).get("form") or self._written(info.type))
            case inspect.StructType() | inspect.EnumType():
                self._met[info.cls] = None
                return _name(info.cls)
            case inspect.UnionType():
                members = self._members(info)
                return self._named.get(members, members)
            case inspect.LiteralType():
                return " | ".join(_literal(value) for value in info.values)
            case inspect.VarTupleType() | inspect.ListType():
                item = self._written(info.item_type)
                return f"({item})[]" if "|" in item else f"{item}[]"
            case inspect.DictType():
                return f"Record<{self._written(info.key_type)}, {self._written(info.value_type)}>"
            case _:
                return _PLAIN[type(info)]

    def finish(self) -> list[str]:
        """The declarations."""
        lines: list[str] = []
        declared: set[Any] = set()
        while waiting := [each for each in self._met if each not in declared]:
            for each in waiting:
                declared.add(each)
                lines += self._enum(each) if issubclass(each, Enum) else self._struct(each)
        for members, name in self._named.items():
            lines += ["/** Told apart by `type`. */", f"export type {name} = {members};", ""]
        return lines

    def _enum(self, enum: type[Enum]) -> list[str]:
        values = " | ".join(_literal(each.value) for each in enum)
        return [*comment(enum.__doc__, ""), f"export type {_name(enum)} = {values};", ""]

    def _struct(self, struct: type[Struct]) -> list[str]:
        info = inspect.type_info(struct)
        assert isinstance(info, inspect.StructType)
        said = remarks(struct)
        lines = [*comment(struct.__doc__, ""), f"export interface {_name(struct)} {{"]
        if info.tag_field is not None:
            lines.append(f"  {info.tag_field}: {_literal(info.tag)};")
        for field in info.fields:
            # What has its default is left out on the way, where the struct says so.
            optional = "?" if field.default is not NODEFAULT and struct.__struct_config__.omit_defaults else ""
            lines += comment(said.get(field.name), "  ")
            lines.append(f"  {field.encode_name}{optional}: {self._written(field.type)};")
        return [*lines, "}", ""]


def _calls(printer: _Printer) -> Iterator[str]:
    """What each endpoint takes and gives."""
    yield from comment("Every request of the API: what is sent, and what is answered.", "")
    yield "export interface Api {"
    for point in ENDPOINTS:
        yield from comment(point.summary, "  ")
        yield f'  "{point.method} {point.path}": {{ body: {_sent(printer, point)}; answer: {_given(printer, point)} }};'
    yield "}"
    yield ""


def _sent(printer: _Printer, point: Endpoint) -> str:
    return "undefined" if point.body is None else printer.written(point.body)


def _given(printer: _Printer, point: Endpoint) -> str:
    return "string" if isinstance(point.answer, str) else printer.written(point.answer)


def _closes() -> list[str]:
    codes = ", ".join(f"{each.name}: {each.value}" for each in Close)
    return [*comment(Close.__doc__, ""), f"export const Close = {{ {codes} }} as const;", ""]


def _name(cls: type) -> str:
    return _OTHER_NAMES.get(cls, cls.__name__)


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


if __name__ == "__main__":
    print(typescript())
