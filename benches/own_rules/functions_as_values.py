size = 1200000


def again(f, n):
    return (lambda x: x) if n == 0 else (lambda x: f(again(f, n - 1)(x)))


print(sum(map(lambda x: x**2 % 7, filter(lambda x: x % 3 == 1, range(size + 1)))) + again(lambda x: 2 * x + 1, 20)(1))
