"""The forms as JSON schemas: as many, with the same fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from neurohex.view import forms
from neurohex.view.schema import schemas

FORMS = {name: form for name, form in vars(forms).items() if hasattr(form, "__total__")}
REFERENCE = "#/forms/{name}"


def references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from [schema["$ref"]] if "$ref" in schema else []
        for value in schema.values():
            yield from references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from references(value)


def test_every_form_has_its_fields() -> None:
    made = schemas(FORMS.values(), REFERENCE)
    assert set(made) == set(FORMS)
    for name, form in FORMS.items():
        assert list(made[name]["properties"]) == made[name]["required"] == list(form.__annotations__)
        assert made[name]["description"]


def test_what_a_form_is_made_of_comes_with_it() -> None:
    made = schemas([forms.Choices], REFERENCE)
    assert {"Choices", "Deciding", "Offer", "Granter", "HexChoice", "FacingChoice", "Area", "Option"} <= set(made)
    assert set(references(made)) == {REFERENCE.format(name=name) for name in made} - {"#/forms/Choices"}


def test_types() -> None:
    made = schemas([forms.Offer, forms.Hit, forms.Card, forms.UnitForm], REFERENCE)
    assert made["Offer"]["properties"]["slot"] == {"anyOf": [{"type": "integer"}, {"type": "null"}]}
    assert made["Hit"]["properties"]["wounds"] == {"anyOf": [{"type": "integer"}, {"enum": ["endless", "destroys"]}]}
    assert made["Hit"]["properties"]["via"] == {"type": "array", "items": {"type": "string"}}
    assert made["Card"]["properties"]["printed"] == {"type": "object", "additionalProperties": {}}
    assert made["UnitForm"]["properties"]["melee"] == {"type": "object", "additionalProperties": {"type": "integer"}}
    assert made["HexChoice"]["properties"]["pick"] == {"enum": ["hex"]}
