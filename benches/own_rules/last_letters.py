from functools import lru_cache

size = 22
animals = [("adder", "a", "r"), ("rat", "r", "t"), ("tiger", "t", "r"), ("rabbit", "r", "t"),
           ("toad", "t", "d"), ("dog", "d", "g"), ("goat", "g", "t"), ("deer", "d", "r"),
           ("gnat", "g", "t"), ("robin", "r", "n"), ("newt", "n", "t"), ("tapir", "t", "r"),
           ("turtle", "t", "e"), ("elk", "e", "k"), ("kangaroo", "k", "o"), ("otter", "o", "r"),
           ("eagle", "e", "e"), ("egret", "e", "t"), ("raven", "r", "n"), ("narwhal", "n", "l"),
           ("lemur", "l", "r"), ("reindeer", "r", "r"), ("gorilla", "g", "a"), ("anteater", "a", "r"),
           ("nandu", "n", "u"), ("trout", "t", "t"), ("tarsier", "t", "r")][:size]


@lru_cache(None)
def value(left, letter):
    reached = {value(left - {a}, a[2]) for a in left if a[1] == letter}
    mex = 0
    while mex in reached:
        mex += 1
    return mex


print([value(frozenset(animals) - {a}, a[2]) for a in animals])
