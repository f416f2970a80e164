from functools import lru_cache

size = 150000


@lru_cache(None)
def steps(n):
    return 0 if n == 1 else 1 + steps(n // 2 if n % 2 == 0 else 3 * n + 1)


print(max(steps(n) for n in range(1, size + 1)))
