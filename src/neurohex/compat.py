"""Fixed-width integers and flat arrays: native in compiled code, plain Python otherwise.

mypyc sees the real types and compiles them to machine integers and C arrays. Interpreted, `i64`, `i16` and `u8` are
`int` and `vec[...]` makes a `list`, so the same source runs under a debugger or without a compiler.
Use only `vec[T](items)`, indexing, slices and `len` on a `vec`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i16, i64, u8
else:
    i64 = int
    i16 = int
    u8 = int

    class vec:  # noqa: N801 - stands in for a lower-case type
        """`vec[T](items)` makes a list."""

        def __class_getitem__(cls, item: object) -> type[list]:
            return list


__all__ = ["i16", "i64", "u8", "vec"]
