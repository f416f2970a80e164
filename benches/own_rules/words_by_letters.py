size = 9
letters = "abcdefgh"
worth = {c: i * i + 1 for i, c in enumerate(letters)}


def value_of(word):
    return sum(worth[c] for c in word)


def words(n):
    return [""] if n == 0 else [w + c for w in words(n - 1) for c in "abcd"]


print(max(value_of(w) - 3 * len([c for c in w if c in "aeiou"]) for w in words(size)))
