from functools import lru_cache

size = 80


@lru_cache(None)
def value(a, b):
    reached = {value(a - k, b) for k in range(1, a + 1)}
    reached |= {value(a, b - k) for k in range(1, b + 1)}
    reached |= {value(a - k, b - k) for k in range(1, min(a, b) + 1)}
    mex = 0
    while mex in reached:
        mex += 1
    return mex


print(sum(value(a, b) for a in range(size + 1) for b in range(size + 1)))
