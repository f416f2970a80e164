import sys
from functools import lru_cache

sys.setrecursionlimit(10**6)
size = 450
xs = [k**2 % 17 for k in range(size)]
ys = [(k**3 + k) % 19 for k in range(size)]


@lru_cache(None)
def common(i, j):
    if i == size or j == size:
        return 0
    if xs[i] == ys[j]:
        return 1 + common(i + 1, j + 1)
    return max(common(i + 1, j), common(i, j + 1))


print(common(0, 0))
