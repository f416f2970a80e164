from fractions import Fraction
from functools import lru_cache
from math import floor

size = 12


def simplest(low, high):
    """Returns the simplest number between two bounds, of which `None` is no bound."""
    if low is None or low < 0:
        if high is None or high > 0:
            return Fraction(0)
        return -simplest(-high, None if low is None else -low)
    unit = Fraction(1)
    while True:
        number = (floor(low / unit) + 1) * unit
        if high is None or number < high:
            return number
        unit /= 2


@lru_cache(None)
def value(xs):
    left = [value(xs[:i]) for i in range(len(xs)) if xs[i] == 1]
    right = [value(xs[:i]) for i in range(len(xs)) if xs[i] == -1]
    return simplest(max(left, default=None), min(right, default=None))


def longer(stalks):
    return [xs + (x,) for xs in stalks for x in (1, -1)]


def stalks(n):
    return [()] if n == 0 else longer(stalks(n - 1))


print(sum(value(xs) for xs in stalks(size) if xs[0] == 1))
