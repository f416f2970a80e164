from functools import lru_cache

size = 12
edges = [(i, i + 2) for i in range(2 * size - 2)] + [(i, i + 1) for i in range(0, 2 * size - 1, 2)]


def beside(v):
    return {b for a, b in edges if a == v} | {a for a, b in edges if b == v}


neighbours = [beside(v) for v in range(2 * size)]


@lru_cache(None)
def value(vs):
    reached = {value(tuple(w for w in vs if w != v and w not in neighbours[v])) for v in vs}
    mex = 0
    while mex in reached:
        mex += 1
    return mex


print(value(tuple(range(2 * size))))
