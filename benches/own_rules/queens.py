size = 10


def safe(qs, c):
    return all(qs[i] != c and abs(qs[i] - c) != len(qs) - i for i in range(len(qs)))


def ways(qs):
    return 1 if len(qs) == size else sum(ways(qs + [c]) for c in range(1, size + 1) if safe(qs, c))


print(ways([]))
