"""Fixed-width integers and flat arrays for the compiled rules, as plain Python when they run uncompiled.

mypyc sees the real types and turns them into machine integers and C arrays. Interpreted, `i64` and `u8`
are `int`, and `vec[...]` makes a `list`: the same source debugs, covers and runs without a compiler.
Only `vec[T](items)`, indexing, slices and `len` are used on a `vec`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64, u8
else:
    i64 = int
    u8 = int

    class vec:  # noqa: N801 - takes the place of a lower-case type
        """`vec[T](items)` is a list of the items."""

        def __class_getitem__(cls, item: object) -> type[list]:
            return list


__all__ = ["i64", "u8", "vec"]
