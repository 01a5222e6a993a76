"""The forms as JSON schemas, for whoever describes an interface that hands them out."""

from __future__ import annotations

from collections.abc import Iterable
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

_PLAIN: Final[dict[Any, dict[str, Any]]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    object: {},
}


def schemas(forms: Iterable[Any], reference: str) -> dict[str, Any]:
    """The schemas by name of some forms and of all that they are made of; `reference` is how one refers to the other,
    with `{name}` in it."""
    found: dict[str, Any] = {}
    waiting = list(forms)
    while waiting:
        form = waiting.pop()
        if form.__name__ not in found:
            fields = get_type_hints(form)
            found[form.__name__] = {
                "type": "object",
                "description": " ".join((form.__doc__ or "").split()),
                "properties": {name: _schema(field, reference, waiting) for name, field in fields.items()},
                "required": list(fields),
            }
    return found


def _schema(form: Any, reference: str, waiting: list[Any]) -> dict[str, Any]:
    """The schema of a field; forms that it speaks of are added to those that wait for theirs."""
    if is_typeddict(form):
        waiting.append(form)
        return {"$ref": reference.format(name=form.__name__)}
    origin, args = get_origin(form), get_args(form)
    if origin in (Union, UnionType):
        return {"anyOf": [_schema(each, reference, waiting) for each in args]}
    if origin is Literal:
        return {"enum": list(args)}
    if origin is list:
        return {"type": "array", "items": _schema(args[0], reference, waiting)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(args[1], reference, waiting)}
    return dict(_PLAIN[form])
