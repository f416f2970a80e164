//! Errors of numbers, ordinals and values.

use dashu_ratio::RBig;

use crate::eval::error_family;

error_family! {
    /// A call about numbers, ordinals or values that has no answer.
    pub(crate) enum NumberError {
        Root { n: String } => NumberNegative, "{n} is negative, so it has no square root", help: "give a number from 0";
        Logarithm { n: String } => NumberNegative, "{n} has no logarithm", help: "give a number from 1: `lb(20)` is 4";
        LastBit { n: String } => NumberNegative, "{n} is negative, and has no last binary digit in front",
            help: "give integers from 0";
        Base { base: String } => NumberNegative, "{base} is no base: digits are those below it, 0 among them",
            help: "give a base from 2: `digits(n, 2)`";
        Digits { n: String } => NumberNegative, "{n} is negative, so it has no digits alone",
            help: "give a number from 0: `digits(abs(n))`";
        Mex { got: String } => CallKind, "`mex` takes numbers from 0 or nimbers, not {got}",
            help: "the nim-values of positions are such numbers: `mex([nim_value(p) for p in options(nim(3))])`";
        NoNumbers { name: &'static str, got: String } => CallKind, "`{name}` takes numbers, not {got}",
            help: "games are only partially ordered; two of them are compared by `compare(up, *)`";
        Rate => RulesetArgument, "a dollar must be worth at least one cent, for the move takes one",
            help: "give a rate such as 100, or none: then any even number of cents is given";
        Super { got: String } => CallKind, "`super` takes numbers from 0 and ordinals, not {got}",
            help: "it is the least number greater than all of them: `super([0, 4])` is 5";
        EarlyDay { day: u64, late: u64 } => ValueNone, "not both games are born by day {day}", here: "asked here",
            help: "one of them is born on day {late}: give that day or a later one";
        LateDay { day: u64 } => LimitSize, "the games born by day {day} are too many to list",
            here: "by day 4 there are more than 10^28",
            help: "ask for a day from 0 to 3, or draw one of them: `random_game(4, 1)`";
        Wanted { got: String } => CallKind, "a number is wanted here, not {got}",
            help: "give a number such as 2 or 3/4; `mean(up)` is one, as that of every game";
        NothingBetween { x: String } => ValueNone, "no number lies strictly between {x} and {x}",
            here: "asked here", help: "give two different numbers";
        EndlessSigns { x: String, day: String } => ValueNone, "the signs of `{x}` change infinitely often",
            here: "asked here", help: "`birthday` tells how many there are: {day}";
        NotPositive { u: String } => ValueNone, "`{u}` is not positive, and this product is by positive games",
            here: "asked here", help: "only integers have a product with any game: `norton(2, *)`";
        NoSubscripts => ValueNone, "an up without subscripts would have no right options", here: "the set is empty",
            help: "give it at least one number: `super_up({{1}})` is `up`";
        Hottest { got: String } => CallKind, "`hottest` looks at positions and games, not at {got}",
            help: "give a sum, such as `domineering(2, 2) + nim(1)`, or a list of its components";
        CoolingBy { t: RBig } => NumberNotAGame, "{t} is a number but not a game",
            here: "games are cooled by fractions over a power of two", help: "cool by a number such as 1/2 or 3/8 instead";
        Subordinate { g: String, base: String } => ValueNone, "no game is found whose ordinal sum with the base `{base}` is `{g}`",
            here: "asked here", help: "`ordinal_sum(B, H)` makes one: `subordinate(ordinal_sum(1, 2), 1)` is 2";
        NimOrder => ValueNone, "0 has no order: all its powers are 0", here: "asked here", help: "give a number from 1: `nim_order(2)` is 3";
        NimLogarithm { a: String, b: String } => ValueNone, "{a} is no nim-power of {b}", here: "asked here",
            help: "`nim_order({b})` is the number of its powers; `nim_log(6, 4)` is 2";
        NimEquation => ValueNone, "every number solves 0 = 0", here: "asked here",
            help: "give a coefficient that is not 0: `nim_solve(1, 1, 1)`";
        Naturals => GameEndless, "there is no end to the natural numbers",
            help: "they stand in the rule of a game: `game e(c) := <e(n) for n in naturals if c == 0>`, or in that of \
                 a number: `<0|1/2^n for n in naturals>`, or in sizes of heaps that grow: \
                 `sum(conj, kayles(2*n + 1) for n in naturals)`; elsewhere write a range such as `0..100`";
    }
}
