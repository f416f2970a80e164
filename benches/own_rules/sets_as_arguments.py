from itertools import combinations

size = 30


def values(takes, most):
    values = []
    for n in range(most + 1):
        reached = {values[n - k] for k in takes if k <= n}
        mex = 0
        while mex in reached:
            mex += 1
        values.append(mex)
    return values


print(sum(sum(values(takes, 100)) for takes in combinations(range(1, size + 1), 3)))
