size = 400000
x = 1
place = 0
returns = 0
for k in range(1, size + 1):
    x = 48271 * x % 2147483647
    place = place - 1 if x < 1073741824 else place + 1
    returns = returns + 1 if place == 0 else returns
print([x, place, returns])
