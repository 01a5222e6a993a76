"""The declarations for a page: everything that it can meet, once, as the server means it."""

from __future__ import annotations

import re
from typing import get_args

from msgspec.structs import fields

from neurohex.lesson import forms as lesson_forms
from neurohex.match import messages
from neurohex.match.messages import AnyCommand, AnyMessage, Code, Proposal
from neurohex.server import answers
from neurohex.server.moments import Moment, Study
from neurohex.server.routes import ENDPOINTS
from neurohex.server.typescript import typescript
from neurohex.view import forms

TEXT = typescript()
NAMES = re.findall(r"^export (?:interface|type|const) (\w+)", TEXT, re.MULTILINE)


def body(name: str) -> str:
    (found,) = re.findall(rf"^export interface {name} \{{\n(.*?)^\}}", TEXT, re.MULTILINE | re.DOTALL)
    return str(found)


def test_everything_is_declared_once() -> None:
    assert len(NAMES) == len(set(NAMES))
    for module in (forms, lesson_forms, answers):
        wanted = {name for name, form in vars(module).items() if hasattr(form, "__total__")}
        assert wanted <= set(NAMES)
    for message in (*get_args(AnyCommand), *get_args(AnyMessage)):
        name = {messages.Look: "LookCommand"}.get(message, message.__name__)
        assert f'  type: "{message.__struct_config__.tag}";' in body(name)
        declared = re.findall(r"^  (\w+)\??: ", body(name), re.MULTILINE)
        assert declared == ["type", *(field.name for field in fields(message))]


def test_everything_that_is_spoken_of_is_declared() -> None:
    code = re.sub(r"/\*\*.*?\*/|\"[^\"]*\"", "", TEXT)
    spoken = set(re.findall(r"\b[A-Z]\w*", code)) - {"Record"}
    assert spoken - {each.name for each in messages.Code} <= set(NAMES) | {"RESTART", "NO_HELLO", "SLOW"}


def test_every_request_has_its_body_and_its_answer() -> None:
    api = body("Api")
    for point in ENDPOINTS:
        assert api.count(f'"{point.method} {point.path}": ') == 1
    assert '"POST /api/views/look": { body: AtMoment; answer: Look };' in api
    assert '"POST /api/matches": { body: Proposal; answer: Made };' in api
    assert '"GET /api/matches/{match}/events": { body: undefined; answer: AnyEvent[] };' in api
    assert '"GET /api/records/{record}": { body: undefined; answer: string };' in api


def test_what_may_be_left_out_is_optional() -> None:
    assert "  study?: Study | null;" in body("Moment")
    assert "  then?: number[];" in body("Moment")
    assert "  position: string | Record<string, unknown>;" in body("Study")
    assert "  players: (string | null)[];" in body("KeptRecord")
    assert "  clock?: PlayerClock | TurnClock | null;" in body("Proposal")
    assert "  result: (-1 | 0 | 1)[];" in body("Finished")
    assert "  code: Code;" in body("Refused")
    assert 'export type MatchPhase = "open" | "running" | "finished";' in TEXT
    assert all(f'"{code.value}"' in TEXT for code in Code)
    for struct in (Moment, Study, Proposal):
        required = set(re.findall(r"^  (\w+): ", body(struct.__name__), re.MULTILINE))
        assert required == {field.name for field in fields(struct) if field.required}


def test_what_is_said_of_a_field_stands_before_it() -> None:
    assert "  /** Number of the last event that the client knows. */\n  seen: number;" in body("Act")
    assert "  /** Key of a step of the lesson. */\n  lesson?: string | null;" in body("Moment")
