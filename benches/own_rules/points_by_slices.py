import sys
from functools import lru_cache

sys.setrecursionlimit(10**6)
size = 350


@lru_cache(None)
def more(xs):
    return max(xs[0] - more(xs[1:]), xs[-1] - more(xs[:-1])) if xs else 0


print(more(tuple((k**3 + 5 * k) % 97 for k in range(1, size + 1))))
