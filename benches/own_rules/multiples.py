from functools import lru_cache

size = 400


@lru_cache(None)
def wins(a, b):
    if b > 0:
        for k in range(1, a // b + 1):
            if not wins(a - k * b, b):
                return True
    if a > 0:
        for k in range(1, b // a + 1):
            if not wins(a, b - k * a):
                return True
    return False


print(sum(wins(a, b) for a in range(1, size + 1) for b in range(a, size + 1)))
