from math import isqrt

size = 70000
print(len([n for n in range(2, size + 1) if all(n % d for d in range(2, isqrt(n) + 1))]))
