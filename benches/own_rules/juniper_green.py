from functools import lru_cache

size = 21


@lru_cache(None)
def wins(unnamed, last):
    for n in unnamed:
        if (n % last == 0 or last % n == 0) and not wins(unnamed - {n}, n):
            return True
    return False


everything = frozenset(range(1, size + 1))
print([n for n in range(1, size + 1) if not wins(everything - {n}, n)])
