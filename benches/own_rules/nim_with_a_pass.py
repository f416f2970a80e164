from functools import lru_cache

size = 32


@lru_cache(None)
def wins(a, b, c, may):
    for k in range(1, a + 1):
        if not wins(a - k, b, c, may):
            return True
    for k in range(1, b + 1):
        if not wins(a, b - k, c, may):
            return True
    for k in range(1, c + 1):
        if not wins(a, b, c - k, may):
            return True
    return may and a + b + c > 0 and not wins(a, b, c, False)


print(sum(not wins(a, b, c, True) for a in range(size + 1) for b in range(a, size + 1) for c in range(b, size + 1)))
