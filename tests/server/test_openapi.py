"""The OpenAPI description: all that a client can meet, by name, as the server means it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec import Struct
from msgspec.structs import fields

from neurohex.lesson import forms as lesson_forms
from neurohex.server.openapi import openapi
from neurohex.server.routes import ENDPOINTS
from neurohex.view import forms
from neurohex.wire import views
from neurohex.wire.handshake import Close
from neurohex.wire.messages import Act, AnyCommand, AnyMessage, Code, Proposal
from neurohex.wire.views import Moment, Study

MESSAGES_TS = Path(__file__).parents[2] / "web" / "src" / "match" / "messages.ts"
WHOLE = openapi()
SCHEMAS: dict[str, Any] = WHOLE["components"]["schemas"]
FORMS: list[type[Struct]] = [
    form
    for module in (forms, lesson_forms, views)
    for form in vars(module).values()
    if isinstance(form, type)
    and issubclass(form, forms.Form)
    and form not in {forms.Form, forms.Analysis, forms.StudyForm}
]
"""All forms but the Python-only ones, whose fields the server sends in a `Look`."""


def references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from [schema["$ref"]] if "$ref" in schema else []
        for value in schema.values():
            yield from references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from references(value)


def test_every_reference_leads_somewhere() -> None:
    assert {reference.removeprefix("#/components/schemas/") for reference in references(WHOLE)} <= set(SCHEMAS)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_every_form_has_all_its_fields_always(form: type[Struct]) -> None:
    schema = SCHEMAS[form.__name__]
    tag = [form.__struct_config__.tag_field] if form.__struct_config__.tag_field else []
    assert list(schema["properties"]) == schema["required"] == [*tag, *(field.name for field in fields(form))]
    assert schema["description"]


@pytest.mark.parametrize("message", [*get_args(AnyCommand), *get_args(AnyMessage)], ids=lambda each: each.__name__)
def test_every_message_has_its_tag_and_its_fields(message: type[Struct]) -> None:
    schema = SCHEMAS[message.__name__]
    assert schema["properties"]["type"] == {"enum": [message.__struct_config__.tag]}
    assert list(schema["properties"]) == ["type", *(field.name for field in fields(message))]


@pytest.mark.parametrize("struct", [Moment, Study, Proposal])
def test_fields_with_a_default_are_optional(struct: type[Struct]) -> None:
    assert set(SCHEMAS[struct.__name__].get("required", [])) == {
        field.name for field in fields(struct) if field.required
    }


def test_types() -> None:
    def of(form: str, field: str) -> Any:
        return SCHEMAS[form]["properties"][field]

    assert of("Offer", "slot")["anyOf"] == [{"type": "integer"}, {"type": "null"}]
    assert of("Offer", "then") == {"$ref": "#/components/schemas/Choice"}
    assert of("Hit", "wounds")["$ref"] == "#/components/schemas/Wounds"
    assert of("Hit", "via")["items"] == {"type": "string"}
    assert of("UnitForm", "melee")["additionalProperties"] == {"type": "integer"}
    assert of("HexChoice", "pick") == {"enum": ["hex"]}
    assert of("Shown", "look") == {"$ref": "#/components/schemas/LiveLook"}
    assert of("Finished", "result")["items"] == {"enum": [-1, 0, 1]}
    assert SCHEMAS["Code"]["enum"] == sorted(code.value for code in Code)


def test_a_field_is_described_as_in_its_class() -> None:
    assert SCHEMAS[Act.__name__]["properties"]["seen"]["description"] == (
        "Number of the last event that the client has seen."
    )
    assert SCHEMAS["Moment"]["properties"]["lesson"]["description"] == "Key of a step of the lesson."


def test_every_endpoint_has_its_body_and_its_answer() -> None:
    for point in ENDPOINTS:
        operation = WHOLE["paths"][point.path][point.method.lower()]
        assert ("requestBody" in operation) == (point.body is not None)
        assert str(point.status) in operation["responses"]
    look = WHOLE["paths"]["/api/views/look"]["post"]
    assert look["requestBody"]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/AtMoment"}
    answer = WHOLE["paths"]["/api/matches/{match}/events"]["get"]["responses"]["200"]["content"]["application/json"]
    assert answer["schema"]["items"] == {"$ref": "#/components/schemas/AnyEvent"}


def test_the_page_knows_every_close_code() -> None:
    (body,) = re.findall(r"export const Close = \{(.*?)\}", MESSAGES_TS.read_text(), re.DOTALL)
    assert {name: int(code) for name, code in re.findall(r"(\w+): (\d+)", body)} == {
        each.name: each.value for each in Close
    }
