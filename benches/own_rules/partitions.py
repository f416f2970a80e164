import sys
from functools import lru_cache

sys.setrecursionlimit(10**6)
size = 600


@lru_cache(None)
def partitions(n, m):
    if n == 0:
        return 1
    if n < 0 or m == 0:
        return 0
    return partitions(n - m, m) + partitions(n, m - 1)


print(partitions(size, size))
