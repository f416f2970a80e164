size = 200000
d = {0: 1}
for n in range(1, size + 1):
    d[n] = (d.get(n - 1, 0) + d.get(n - 3, 0) + d.get(n - 4, 0)) % 1000007
print(max(d.items())[1])
