size = 6


def near(i, j):
    return max(abs(i // size - j // size), abs(i % size - j % size)) == 1


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(len(b))) for j in range(len(b))] for i in range(len(a))]


def power(a, n):
    return a if n == 1 else product(power(a, n - 1), a)


king_moves = [[int(near(i, j)) for j in range(size**2)] for i in range(size**2)]
print(sum(map(sum, power(king_moves, 40))))
