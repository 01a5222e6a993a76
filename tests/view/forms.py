"""Whether a value is of a form, to the last key, and stays so on its way through JSON."""

from __future__ import annotations

import json
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from neurohex.view import forms


def assert_form(value: object, form: Any) -> None:
    """Fail, naming the place, where the value is not of the form, or JSON makes another value of it."""
    faults = list(_faults(value, form, form.__name__))
    assert faults == [], faults
    assert json.loads(json.dumps(value, allow_nan=False)) == value


@cache
def _fields(form: Any) -> dict[str, Any]:
    return get_type_hints(form, vars(forms))


def _faults(value: object, form: Any, place: str) -> list[str]:
    if is_typeddict(form):
        return _of_dict(value, _fields(form), place)
    origin, args = get_origin(form), get_args(form)
    if origin in (Union, UnionType):
        found = [_faults(value, arg, place) for arg in args if _may_be(value, arg)]
        return min(found, key=len) if found else [f"{place}: {value!r} is none of {form}"]
    if origin is Literal:
        return [] if value in args else [f"{place}: {value!r} is none of {args}"]
    if origin is list:
        if not isinstance(value, list):
            return [f"{place}: {value!r} is no list"]
        return [fault for n, item in enumerate(value) for fault in _faults(item, args[0], f"{place}[{n}]")]
    if origin is dict:
        if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
            return [f"{place}: {value!r} is no table"]
        return [fault for key, item in value.items() for fault in _faults(item, args[1], f"{place}.{key}")]
    if form is object:
        return []
    wanted = (int, float) if form is float else form
    # True is a number for Python, and none for JSON.
    right = isinstance(value, wanted) and not (isinstance(value, bool) and form is not bool)
    return [] if right else [f"{place}: {value!r} is no {form}"]


def _may_be(value: object, form: Any) -> bool:
    """Whether it is worth looking closer: tells the choices of a tree apart."""
    if is_typeddict(form):
        picks = get_args(_fields(form).get("pick", Literal[""]))
        return isinstance(value, dict) and value.get("pick", "") in picks
    return not isinstance(value, dict) or form is not int


def _of_dict(value: object, fields: dict[str, Any], place: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{place}: {value!r} is no table"]
    if set(value) != set(fields):
        return [f"{place}: has {sorted(value)}, expected {sorted(fields)}"]
    return [fault for key, form in fields.items() for fault in _faults(value[key], form, f"{place}.{key}")]
