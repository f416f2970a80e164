from functools import lru_cache

size = 17


def bitten(xs, r, k):
    return tuple(xs[i] if i < r else min(xs[i], k) for i in range(len(xs)))


@lru_cache(None)
def wins(xs):
    for r in range(len(xs)):
        for k in range(xs[r]):
            if r + k > 0 and not wins(bitten(xs, r, k)):
                return True
    return False


rows = [(a, b, c, d) for a in range(1, size + 1) for b in range(1, a + 1) for c in range(b + 1) for d in range(c + 1)]
print(sum(a + b * c - d for a, b, c, d in rows if not wins((a, b, c, d))))
