"""Hot kernels in many functions, at the price of one: helpers spliced in, over borrowed arrays.

numba counts references to every array that a function receives, with atomic instructions,
and keeps doing so where the helper was inlined.  In a search that calls ten helpers a node
this was three quarters of the time.  An array *borrowed* once at the top of the outer
kernel has no owner to count for, and LLVM drops the counting.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
from llvmlite import ir
from numba.core.typing.templates import Signature
from numba.extending import intrinsic, overload

_F = TypeVar("_F", bound=Callable[..., Any])


def spliced(function: _F) -> _F:
    """Let numba splice ``function`` into every kernel that calls it; it is not cached alone.

    :func:`analyzer.kernels.jit.inlined` asks LLVM for that instead, after compiling each apart.
    """
    compiled: _F = numba.njit(function, nogil=True, inline="always")
    return compiled


def borrowed(array):
    """The same array without an owner: the caller keeps it alive, as arguments are."""
    return array


def _borrowed_view(typing_context, array):
    def codegen(context, builder, signature: Signature, args):
        view = context.make_array(signature.args[0])(context, builder, args[0])
        view.meminfo = ir.Constant(view.meminfo.type, None)
        view.parent = ir.Constant(view.parent.type, None)
        return view._getvalue()

    return array(array), codegen


_view: Any = intrinsic(_borrowed_view)


@overload(borrowed, inline="always")
def _borrowed(array):
    return lambda array: _view(array)
