"""Lots out of a seed: the same words always give the same order (algorithm 1)."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")
CHUNK = 1 << 64


def numbers(seed: str, purpose: str) -> Iterator[int]:
    """Endless numbers below 2**64: SHA-256 over seed, purpose and a counter, four to a digest."""
    counter = 0
    while True:
        digest = sha256(f"{seed}\n{purpose}\n{counter}".encode()).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        counter += 1


def below(source: Iterator[int], limit: int) -> int:
    """A number 0 … limit-1, each equally likely (numbers past the last whole block are drawn again)."""
    whole = CHUNK - CHUNK % limit
    while True:
        number = next(source)
        if number < whole:
            return number % limit


def shuffled(items: Sequence[T], seed: str, purpose: str) -> list[T]:
    """The items in drawn order (Fisher-Yates). `purpose` keeps two draws from one seed apart."""
    drawn, source = list(items), numbers(seed, purpose)
    for last in range(len(drawn) - 1, 0, -1):
        other = below(source, last + 1)
        drawn[last], drawn[other] = drawn[other], drawn[last]
    return drawn
