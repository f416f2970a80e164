from functools import lru_cache

size = 8


def rest(xs):
    return tuple(x for x in xs if x > 0)


@lru_cache(None)
def wins(xs):
    if not xs:
        return False
    for k in range(1, xs[0] + 1):
        if not wins(rest((xs[0] - k,) + xs[1:])):
            return True
    for k in range(1, xs[-1] + 1):
        if not wins(rest(xs[:-1] + (xs[-1] - k,))):
            return True
    return False


heaps = range(1, size + 1)
print(sum(not wins((a, b, c, d, e)) for a in heaps for b in heaps for c in heaps for d in heaps for e in heaps))
