import sys
from functools import lru_cache

sys.setrecursionlimit(10**6)
size = 450


@lru_cache(None)
def wins(n, most):
    """Returns whether the player to move wins, where whoever cannot move wins."""
    moves = range(1, min(n, most) + 1)
    return not moves or any(not wins(n - k, 2 * k) for k in moves)


print(sum(not wins(n, most) for n in range(size + 1) for most in range(n + 1)))
