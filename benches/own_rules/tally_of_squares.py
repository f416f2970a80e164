size = 2000000
often = {}
for n in range(1, size + 1):
    r = n * n % 997
    often[r] = often.get(r, 0) + 1
print(sum(k * v for k, v in sorted(often.items())) + len(often))
