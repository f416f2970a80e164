from functools import lru_cache

size = 6
edges = [(a, b) for a in range(1, size + 1) for b in range(a + 1, size + 1)]


def joined(drawn, a, b):
    return (min(a, b), max(a, b)) in drawn


@lru_cache(None)
def value(drawn):
    reached = set()
    for a, b in edges:
        if not joined(drawn, a, b) and not any(joined(drawn, a, c) and joined(drawn, b, c) for c in range(1, size + 1)):
            reached.add(value(drawn | {(a, b)}))
    mex = 0
    while mex in reached:
        mex += 1
    return mex


print(value(frozenset()))
