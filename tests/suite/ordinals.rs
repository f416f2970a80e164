//! Laws of ordinal arithmetic, and text that reads back.

use cg_engine::notation::Notation;
use cg_engine::ordinals::{DEPTH_LIMIT, GammaValue, Ordinal};

use crate::random_graph::Random;

fn n(n: u64) -> Ordinal {
    Ordinal::finite(n)
}

fn add(a: &Ordinal, b: &Ordinal) -> Ordinal {
    a.natural_sum(b).unwrap()
}

fn mul(a: &Ordinal, b: &Ordinal) -> Ordinal {
    a.natural_product(b).unwrap()
}

fn xor(a: &Ordinal, b: &Ordinal) -> Ordinal {
    a.nim_sum(b).unwrap()
}

fn random_ordinal(random: &mut Random, depth: u32) -> Ordinal {
    let mut sum = n(random.below(4));
    if depth > 0 {
        for _ in 0..random.below(4) {
            let power = Ordinal::omega_power(random_ordinal(random, depth - 1)).unwrap();
            sum = add(&sum, &mul(&power, &n(1 + random.below(5))));
        }
    }
    sum
}

#[test]
fn laws() {
    let mut random = Random(21);
    for _ in 0..3000 {
        let [a, b, c] = [0; 3].map(|_| random_ordinal(&mut random, 2));
        assert_eq!(add(&a, &b), add(&b, &a));
        assert_eq!(mul(&a, &b), mul(&b, &a));
        assert_eq!(xor(&a, &b), xor(&b, &a));
        assert_eq!(add(&add(&a, &b), &c), add(&a, &add(&b, &c)));
        assert_eq!(mul(&mul(&a, &b), &c), mul(&a, &mul(&b, &c)));
        assert_eq!(xor(&xor(&a, &b), &c), xor(&a, &xor(&b, &c)));
        assert_eq!(mul(&a, &add(&b, &c)), add(&mul(&a, &b), &mul(&a, &c)));
        assert!(xor(&a, &a).is_zero());
        assert!(xor(&a, &b) <= add(&a, &b));
        // Ordinary operations: associative, left distributive, never above the natural ones.
        let plus = |a: &Ordinal, b: &Ordinal| a.ordinary_sum(b).unwrap();
        let times = |a: &Ordinal, b: &Ordinal| a.ordinary_product(b).unwrap();
        assert_eq!(plus(&plus(&a, &b), &c), plus(&a, &plus(&b, &c)));
        assert_eq!(times(&times(&a, &b), &c), times(&a, &times(&b, &c)));
        assert_eq!(times(&a, &plus(&b, &c)), plus(&times(&a, &b), &times(&a, &c)));
        assert!(plus(&a, &b) <= add(&a, &b) && times(&a, &b) <= mul(&a, &b));
        // Order.
        assert_eq!(a.cmp(&b), add(&a, &c).cmp(&add(&b, &c)));
        assert_eq!(a.cmp(&b), plus(&c, &a).cmp(&plus(&c, &b)));
        assert!(a < add(&a, &n(1)));
        assert_eq!(a.is_even(), !add(&a, &n(1)).is_even());
        // Powers.
        let power = |x: &Ordinal, k: u64| x.natural_power(&n(k)).unwrap();
        assert_eq!(mul(&power(&a, 2), &power(&a, 1)), power(&a, 3));
        let omega_to = |x: &Ordinal| Ordinal::omega_power(x.clone()).unwrap();
        assert_eq!(mul(&omega_to(&a), &omega_to(&b)), omega_to(&add(&a, &b)));
        assert_eq!(omega_to(&a).natural_power(&b).unwrap(), omega_to(&mul(&a, &b)));
        assert!(omega_to(&a) >= a, "no fixed point below epsilon_0");
    }
}

#[test]
fn facts() {
    let omega = Ordinal::omega();
    let next = add(&omega, &n(1));
    assert_eq!(n(1).ordinary_sum(&omega).unwrap(), omega);
    assert_eq!(add(&n(1), &omega), next);
    assert_eq!(xor(&next, &omega), n(1));
    assert_eq!(n(2).ordinary_product(&omega).unwrap(), omega);
    assert_eq!(next.ordinary_product(&n(3)).unwrap().to_string(), "omega*3 + 1");
    assert_eq!(next.ordinary_product(&omega).unwrap().to_string(), "omega^2");
    assert_eq!(xor(&mul(&omega, &n(6)), &mul(&omega, &n(3))), mul(&omega, &n(5)));
    assert!(omega.is_limit() && !next.is_limit() && !n(0).is_limit());
    assert!(omega.is_even() && !next.is_even());
    assert_eq!((n(7).to_u64(), omega.to_u64()), (Some(7), None));
    assert_eq!(n(3).natural_power(&n(40)).unwrap(), n(3u64.pow(40)));
    assert_eq!(n(0).natural_power(&n(0)).unwrap(), n(1));
    assert_eq!(n(1).natural_power(&omega).unwrap(), n(1));
    assert!(next.natural_power(&omega).is_err());
}

#[test]
fn texts() {
    let omega = Ordinal::omega();
    let five = n(5);
    let square = omega.natural_power(&n(2)).unwrap();
    let polynomial = add(&add(&mul(&square, &n(3)), &omega), &five);
    let forms = |x: &Ordinal| {
        [Notation::Ascii, Notation::Unicode, Notation::Latex].map(|notation| x.text(&notation.signs().ordinals))
    };
    assert_eq!(forms(&polynomial), ["omega^2*3 + omega + 5", "ω²·3 + ω + 5", r"\omega^{2} \cdot 3 + \omega + 5"]);
    assert_eq!(forms(&add(&square, &n(1))), ["omega^2 + 1", "ω² + 1", r"\omega^{2} + 1"]);
    let high = Ordinal::omega_power(add(&omega, &n(1))).unwrap();
    assert_eq!(forms(&high), ["omega^(omega + 1)", "ω^(ω + 1)", r"\omega^{\omega + 1}"]);
    assert_eq!(Ordinal::omega_power(omega.clone()).unwrap().text(&Notation::Unicode.signs().ordinals), "ω^ω");
    assert_eq!(Ordinal::omega_power(square.clone()).unwrap().text(&Notation::Unicode.signs().ordinals), "ω^(ω²)");
    assert_eq!(Ordinal::omega_power(n(12)).unwrap().text(&Notation::Unicode.signs().ordinals), "ω¹²");
    assert_eq!(n(0).to_string(), "0");

    let value = |x: &Ordinal| GammaValue::nimber(x.clone());
    let texts = [n(0), n(1), n(4), omega.clone(), add(&omega, &n(1))]
        .map(|x| value(&x).text(&Notation::Ascii.signs().ordinals));
    assert_eq!(texts, ["0", "*", "*4", "*omega", "*(omega + 1)"]);
    assert_eq!(value(&add(&omega, &n(1))).text(&Notation::Unicode.signs().ordinals), "∗(ω + 1)");
    assert_eq!(GammaValue::infinite([omega, n(2)]).text(&Notation::Unicode.signs().ordinals), "∞(2,ω)");
    assert_eq!(GammaValue::infinite([0u64; 0]).to_string(), "inf()");
}

/// A reader of the ASCII form, for the test only: `+` and `*` natural, `^` binding tightest.
struct Reader<'a>(std::iter::Peekable<std::str::Chars<'a>>);

impl Reader<'_> {
    fn eat(&mut self, c: char) -> bool {
        while self.0.next_if_eq(&' ').is_some() {}
        self.0.next_if_eq(&c).is_some()
    }

    fn sum(&mut self) -> Ordinal {
        let mut sum = self.product();
        while self.eat('+') {
            sum = add(&sum, &self.product());
        }
        sum
    }

    fn product(&mut self) -> Ordinal {
        let mut product = self.power();
        while self.eat('*') {
            product = mul(&product, &self.power());
        }
        product
    }

    fn power(&mut self) -> Ordinal {
        let base = self.atom();
        if self.eat('^') { base.natural_power(&self.atom()).unwrap() } else { base }
    }

    fn atom(&mut self) -> Ordinal {
        if self.eat('(') {
            let sum = self.sum();
            assert!(self.eat(')'));
            return sum;
        }
        let mut word = String::new();
        while let Some(c) = self.0.next_if(|c| c.is_alphanumeric()) {
            word.push(c);
        }
        if word == "omega" { Ordinal::omega() } else { n(word.parse().unwrap()) }
    }
}

#[test]
fn ascii_reads_back() {
    let mut random = Random(22);
    for _ in 0..2000 {
        let x = random_ordinal(&mut random, 3);
        let text = x.to_string();
        let mut reader = Reader(text.chars().peekable());
        assert_eq!(reader.sum(), x, "{text}");
        assert!(reader.0.next().is_none(), "{text}");
    }
}

#[test]
fn size_is_limited() {
    let mut tower = Ordinal::omega();
    for _ in 1..DEPTH_LIMIT {
        tower = Ordinal::omega_power(tower).unwrap();
    }
    assert!(Ordinal::omega_power(tower.clone()).is_err());
    assert_eq!(tower.to_string().matches("omega").count(), DEPTH_LIMIT as usize);
    assert_eq!(tower, add(&tower, &n(0)));
    assert!(tower < add(&tower, &n(1)));

    // Trees that share their parts would double at every step.
    let mut shared = Ordinal::omega();
    let grown = (0..100).all(|_| {
        let next = Ordinal::omega_power(shared.clone()).and_then(|x| {
            let successor = shared.natural_sum(&n(1))?;
            Ordinal::omega_power(successor)?.natural_sum(&x)
        });
        next.map(|x| shared = x).is_ok()
    });
    assert!(!grown);

    assert!(n(10).natural_power(&n(1 << 40)).is_err());
    assert!(n(u64::MAX).natural_power(&n(1 << 19)).is_err());
    let next = add(&Ordinal::omega(), &n(1));
    assert!(next.natural_power(&n(1 << 19)).is_err());
    assert_eq!(next.natural_power(&n(64)).unwrap().terms().len(), 65);
}

/// Smith 1966, section 11: the even exchange of ω·d + c; nim-values of dollars and cents.
#[test]
fn dollars_and_cents() {
    let money = |dollars, cents| add(&mul(&Ordinal::omega(), &n(dollars)), &n(cents));
    assert_eq!(money(1, 1).to_string(), "omega + 1");
    // ($1.01, $1.02) in conjunction: the shorter component ends it, and its remoteness is odd.
    let least = money(1, 1).min(money(1, 2));
    assert_eq!(least, money(1, 1));
    assert!(!least.is_even());
}
