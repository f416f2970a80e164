from math import isqrt

size = 1200
print(sum(1 for a in range(1, size + 1) for b in range(a, size + 1) if isqrt(a**2 + b**2)**2 == a**2 + b**2))
