"""Lots from a published seed: SHA-256 in counter mode, so that anybody can replay a draw by machine or by hand."""

import struct
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

ALGORITHM = 1
WORDS_A_BLOCK = 4
WORD_BITS = 64

Item = TypeVar("Item")


class Lots:
    """The stream of 64-bit numbers of one seed, read from its beginning.

    Block k (k = 0, 1 …) is SHA-256 of "draw/1:<algorithm>:<k>:<seed>" in UTF-8: four big-endian numbers.
    The same calls in the same order always give the same answers.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._block = 0
        self._words: list[int] = []
        self._read = 0

    def numbers(self, count: int) -> list[int]:
        """The next `count` numbers of the stream."""
        while len(self._words) - self._read < count:
            self._extend(count)
        start, self._read = self._read, self._read + count
        return self._words[start : self._read]

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        if self._read == len(self._words):
            self._extend(1)
        number = self._words[self._read]
        self._read += 1
        return (number * limit) >> WORD_BITS

    def below_each(self, limits: Sequence[int]) -> list[int]:
        """As `below` for each of the limits in turn."""
        return [(number * limit) >> WORD_BITS for number, limit in zip(self.numbers(len(limits)), limits, strict=True)]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in drawn order: each gets the next number of the stream, the smallest comes first."""
        keys = self.numbers(len(items))
        return [items[index] for index in sorted(range(len(items)), key=keys.__getitem__)]

    def _extend(self, count: int) -> None:
        blocks = max(64, count // WORDS_A_BLOCK + 1)
        head, tail = b"draw/1:%d:" % ALGORITHM, f":{self._seed}".encode(errors="surrogatepass")
        numbers = range(self._block, self._block + blocks)
        data = b"".join([sha256(b"%b%d%b" % (head, number, tail)).digest() for number in numbers])
        self._block += blocks
        self._words = self._words[self._read :] + list(struct.unpack(f">{blocks * WORDS_A_BLOCK}Q", data))
        self._read = 0
