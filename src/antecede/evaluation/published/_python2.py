"""What the published tool owes to its Python 2.7: the orders of sets, of NumPy's quicksort, and printed numbers.

Its confusion matrix counts the first of several words, and puts words that are equally frequent in some order. Both
follow from hash tables and an unstable sort, which are repeatable all the same, and are repeated here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

T = TypeVar("T", str, int | None)

_WORD: Final = (1 << 64) - 1
_SMALLEST_TABLE: Final = 8
_SMALL_SORT: Final = 16


class Python2Set(Generic[T]):
    """A set whose elements come out in the order of Python 2.7 (64 bits, hashes not randomised)."""

    __slots__ = ("_table", "_used")

    def __init__(self, elements: Iterable[T] = ()) -> None:
        """Add the elements one by one: their order matters where hashes collide."""
        self._table: list[tuple[T] | None] = [None] * _SMALLEST_TABLE
        self._used = 0
        for element in elements:
            if self._put(element) and self._used * 3 >= len(self._table) * 2:
                self._resize(self._used * (2 if self._used > 50000 else 4))

    @property
    def elements(self) -> tuple[T, ...]:
        return tuple(entry[0] for entry in self._table if entry is not None)

    def union(self, other: Python2Set[T]) -> Python2Set[T]:
        result: Python2Set[T] = Python2Set()
        result._merge(self)
        result._merge(other)
        return result

    def intersection(self, other: Python2Set[T]) -> Python2Set[T]:
        looked_up, walked = (other, self) if other._used > self._used else (self, other)
        return Python2Set(element for element in walked.elements if element in looked_up.elements)

    def _merge(self, other: Python2Set[T]) -> None:
        both = self._used + other._used
        if both * 3 >= len(self._table) * 2:
            self._resize(both * 2)
        for element in other.elements:
            self._put(element)

    def _put(self, element: T) -> bool:
        """Whether the element is new."""
        last = len(self._table) - 1
        perturbation = slot = _hash(element)
        while (entry := self._table[slot & last]) is not None:
            if entry[0] == element:
                return False
            slot = 5 * slot + perturbation + 1
            perturbation >>= 5
        self._table[slot & last] = (element,)
        self._used += 1
        return True

    def _resize(self, least: int) -> None:
        size = _SMALLEST_TABLE
        while size <= least:
            size *= 2
        elements = self.elements
        self._table, self._used = [None] * size, 0
        for element in elements:
            self._put(element)


def python2_str(number: float) -> str:
    """A number as Python 2.7 prints it: twelve digits.

    >>> python2_str(1.0), python2_str(1 / 3)
    ('1.0', '0.333333333333')
    """
    text = f"{number:.12g}"
    return text if "." in text or "e" in text else f"{text}.0"


def argsort(values: Sequence[int]) -> list[int]:
    """NumPy's order of indices: quicksort by the median of three, insertion sort for sixteen or fewer."""
    order = list(range(len(values)))
    pending = [(0, len(values) - 1)]
    while pending:
        low, high = pending.pop()
        while high - low > _SMALL_SORT:
            middle = _partition(values, order, low, high)
            smaller, larger = sorted([(low, middle - 1), (middle + 1, high)], key=lambda part: part[1] - part[0])
            pending.append(larger)
            low, high = smaller
        order[low : high + 1] = sorted(order[low : high + 1], key=lambda i: values[i])
    return order


def _partition(values: Sequence[int], order: list[int], low: int, high: int) -> int:
    def swap(i: int, j: int) -> None:
        order[i], order[j] = order[j], order[i]

    middle = (low + high) // 2
    for i, j in ((middle, low), (high, middle), (middle, low)):
        if values[order[i]] < values[order[j]]:
            swap(i, j)
    pivot, left, right = values[order[middle]], low + 1, high - 2
    swap(middle, high - 1)
    while True:
        while values[order[left]] < pivot:
            left += 1
        while pivot < values[order[right]]:
            right -= 1
        if left >= right:
            break
        swap(left, right)
        left, right = left + 1, right - 1
    swap(left, high - 1)
    return left


def _hash(element: str | int | None) -> int:
    # None hashes to its address: where it comes in a set is chance, also in the original.
    if element is None or isinstance(element, int):
        return element or 0
    if not element:
        return 0
    number = ord(element[0]) << 7
    for character in element:
        number = ((1000003 * number) & _WORD) ^ ord(character)
    return number ^ len(element)
