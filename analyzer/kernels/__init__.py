"""Compiled primitives that know no game: bits, random streams, dealing, trick play, search.

Every kernel is private to the package, takes plain integers, ``uint64`` card sets and
arrays, and is decorated with :func:`analyzer.kernels.jit.kernel`.
"""
