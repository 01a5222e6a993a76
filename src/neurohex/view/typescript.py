"""The forms as declarations in TypeScript, so that a page and this package cannot mean different things by them.

    python -m neurohex.view.typescript > forms.ts

What is said about forms and fields in `forms` stands there as comments.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Final

from neurohex.view import forms

_PLAIN: Final = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "object": "unknown"}


def typescript() -> str:
    """One declaration for every form and every name of a type, in the order of `forms`."""
    head = ["// Made by python -m neurohex.view.typescript; not to be changed by hand.", ""]
    return "\n".join(head + declarations(forms))


def declarations(module: ModuleType, *, constants: bool = True) -> list[str]:
    """The lines that declare all forms of a module, the names of types in it and, if wanted, its constants."""
    lines: list[str] = []
    body = ast.parse(inspect.getsource(module)).body
    for number, part in enumerate(body):
        if isinstance(part, ast.ClassDef):
            lines += [*comment(ast.get_docstring(part), ""), f"export interface {part.name} {{"]
            lines += [*_fields(part), "}", ""]
        elif isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
            lines += comment(_remark(body, number), "")
            lines += [f"export type {part.targets[0].id} = {_type(part.value)};", ""]
        elif constants and isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name) and part.value:
            lines += comment(_remark(body, number), "")
            lines += [f"export const {part.target.id} = {ast.unparse(part.value)};", ""]
    return lines


def remarks(form: type) -> dict[str, str]:
    """What is said about each field of a class, in it or in one that it is made from."""
    found: dict[str, str] = {}
    for each in reversed(form.__mro__):
        if each.__module__.startswith("neurohex."):
            (part,) = ast.parse(inspect.getsource(each)).body
            assert isinstance(part, ast.ClassDef)
            found |= {name: said for name, said, _ in _annotated(part) if said is not None}
    return found


def _fields(form: ast.ClassDef) -> Iterator[str]:
    for name, said, annotation in _annotated(form):
        yield from comment(said, "  ")
        yield f"  {name}: {_type(annotation)};"


def _annotated(form: ast.ClassDef) -> Iterator[tuple[str, str | None, ast.expr]]:
    """Each field of a class with what is said about it and its type."""
    for number, part in enumerate(form.body):
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            yield part.target.id, _remark(form.body, number), part.annotation


def _remark(body: list[ast.stmt], number: int) -> str | None:
    """The text that stands after a statement to explain it."""
    after = body[number + 1] if number + 1 < len(body) else None
    if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
        return after.value.value
    return None


def comment(text: str | None, indent: str) -> list[str]:
    """A text as a comment, if there is one."""
    if not text:
        return []
    said = " ".join(text.replace("None", "null").split())
    return [f"{indent}/** {said} */"]


def _type(node: ast.expr) -> str:
    """A type of Python as TypeScript writes it."""
    if isinstance(node, ast.BinOp):
        return f"{_type(node.left)} | {_type(node.right)}"
    if isinstance(node, ast.Name):
        return _PLAIN.get(node.id, node.id)
    if isinstance(node, ast.Constant) and node.value is None:
        return "null"
    if isinstance(node, ast.Subscript):
        of, inner = ast.unparse(node.value), node.slice
        if of == "Literal":
            values = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            return " | ".join(f'"{ast.literal_eval(value)}"' for value in values)
        if of == "list":
            item = _type(inner)
            return f"({item})[]" if "|" in item else f"{item}[]"
        if of == "dict" and isinstance(inner, ast.Tuple):
            return f"Record<{_type(inner.elts[0])}, {_type(inner.elts[1])}>"
    raise ValueError(f"forms: no type of TypeScript for {ast.unparse(node)}")


if __name__ == "__main__":
    print(typescript())
