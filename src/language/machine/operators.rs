//! Operators: numbers, ordinals, games, positions, and what each joins.

use std::rc::Rc;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::{Session, Trouble, Value};
use crate::diagnostic::Diagnostic;
use crate::games::{Dyadic, Fault, GameId, Order, Player};
use crate::language::value::List;
use crate::ordinals::{GammaValue, Ordinal};
use crate::positions::{self, PositionId};
use crate::syntax::ast::{BinaryOperator, Relation};

/// Bits that a number made by `^` or by products may have.
const LARGEST_BITS: usize = 1 << 24;
/// Components that `n * p` may make.
const MOST_COPIES: u64 = 1_000_000;

impl Session {
    pub(super) fn binary(&mut self, operator: BinaryOperator, left: Value, right: Value) -> Result<Value, Trouble> {
        match operator {
            BinaryOperator::Add => self.add(left, right),
            BinaryOperator::Subtract => match (&left, &right) {
                (Value::Integer(a), Value::Integer(b)) if a.checked_sub(*b).is_some() => Ok(Value::Integer(a - b)),
                _ => {
                    if !joins(&right) {
                        return Err(operands("-", &left, &right));
                    }
                    let right = self.negate(right)?;
                    self.add(left, right)
                }
            },
            BinaryOperator::PlusSwitch => {
                let switch = self.switch(&[right])?;
                self.add(left, switch)
            }
            BinaryOperator::NimSum => self.nim_sum(left, right),
            BinaryOperator::Multiply => self.multiply(left, right),
            BinaryOperator::Divide => self.divide(left, right),
            BinaryOperator::And | BinaryOperator::Or => unreachable!("these are jumps"),
        }
    }

    /// `left + right`.
    ///
    /// # Errors
    /// What the operator says of its operands.
    pub fn plus(&mut self, left: Value, right: Value) -> Result<Value, Trouble> {
        self.add(left, right)
    }

    fn add(&mut self, left: Value, right: Value) -> Result<Value, Trouble> {
        use Value as V;
        Ok(match (&left, &right) {
            (V::Integer(a), V::Integer(b)) => match a.checked_add(*b) {
                Some(sum) => V::Integer(sum),
                None => V::integer(IBig::from(*a) + IBig::from(*b)),
            },
            (V::Integer(_) | V::Number(_), V::Integer(_) | V::Number(_)) => {
                V::number(rational(&left) + rational(&right))
            }
            (V::Position(a), V::Position(b)) => V::Position(self.positions.sum(&[*a, *b])),
            (V::Gamma(_), _) | (_, V::Gamma(_)) => return self.add_gamma(&left, &right),
            (V::Position(_) | V::Ruleset(_), _) | (_, V::Position(_) | V::Ruleset(_)) => {
                match (self.as_position(&left)?, self.as_position(&right)?) {
                    (Some(a), Some(b)) => V::Position(self.positions.sum(&[a, b])),
                    _ => return Err(operands("+", &left, &right)),
                }
            }
            (V::Text(a), V::Text(b)) => {
                self.games.budget.reserve(a.len() + b.len())?;
                V::text(format!("{a}{b}"))
            }
            (V::List(a), V::List(b)) => {
                self.reserve_list(a.len() + b.len())?;
                V::List(Rc::new(List::new(a.iter().chain(b.iter()).collect())))
            }
            (V::Nimber(_), V::Nimber(_) | V::Game(_) | V::Integer(0)) | (V::Game(_) | V::Integer(0), V::Nimber(_)) => {
                let (Some(a), Some(b)) = (self.nimber_size(&left), self.nimber_size(&right)) else {
                    return Err(operands("+", &left, &right));
                };
                self.nimber_value(a.nim_sum(&b)?)?
            }
            (V::Ordinal(_), _) | (_, V::Ordinal(_)) => match (left.as_ordinal(), right.as_ordinal()) {
                (Some(a), Some(b)) => V::ordinal(a.natural_sum(&b)?),
                _ => return Err(no_surreals("+", &left, &right)),
            },
            _ => match (self.operand(&left)?, self.operand(&right)?) {
                (Some(a), Some(b)) => {
                    let sum = self.games.sum(a, b)?;
                    self.game_value(sum)
                }
                _ => return Err(operands("+", &left, &right)),
            },
        })
    }

    fn add_gamma(&mut self, left: &Value, right: &Value) -> Result<Value, Trouble> {
        // As the greatest ordinal, `inf()` swallows every ordinal.
        let endless =
            |v: &Value| matches!(v, Value::Gamma(g) if matches!(&**g, GammaValue::Infinite(k) if k.is_empty()));
        for (a, b) in [(left, right), (right, left)] {
            if endless(a) && b.as_ordinal().is_some() {
                return Ok(a.clone());
            }
        }
        match (self.as_gamma(left)?, self.as_gamma(right)?) {
            (Some(a), Some(b)) => self.gamma_value(a.sum(&b)?),
            _ => Err(operands("+", left, right)),
        }
    }

    /// As a γ-value: nimbers and impartial positions have one too.
    fn as_gamma(&mut self, value: &Value) -> Result<Option<GammaValue>, Trouble> {
        Ok(match value {
            Value::Gamma(g) => Some((**g).clone()),
            Value::Position(p) => Some(positions::gamma(*p, self)?),
            value => self.nimber_size(value).map(GammaValue::Finite),
        })
    }

    /// The size of a nimber, finite or not; 0 for the number 0.
    pub fn nimber_size(&mut self, value: &Value) -> Option<Ordinal> {
        match value {
            Value::Integer(0) => Some(Ordinal::finite(0u64)),
            Value::Game(g) => self.games.as_nimber(*g).map(Ordinal::finite),
            Value::Nimber(size) => Some((**size).clone()),
            _ => None,
        }
    }

    fn operand(&mut self, value: &Value) -> Result<Option<GameId>, Trouble> {
        match value {
            Value::Integer(_) | Value::Number(_) | Value::Game(_) => self.as_game(value),
            _ => Ok(None),
        }
    }

    pub(super) fn negate(&mut self, value: Value) -> Result<Value, Trouble> {
        Ok(match value {
            Value::Integer(n) => match n.checked_neg() {
                Some(n) => Value::Integer(n),
                None => Value::integer(-IBig::from(n)),
            },
            Value::Number(x) => Value::number(-(*x).clone()),
            Value::Game(g) => {
                let negative = self.games.negative(g)?;
                self.game_value(negative)
            }
            Value::Position(p) => Value::Position(self.positions.negative(p)),
            Value::Nimber(_) | Value::Gamma(_) => value,
            Value::Ordinal(_) => {
                return Err(Trouble::said("number::surreal", "the negative of an infinite ordinal is no ordinal")
                    .help("other surreal numbers are not here; ordinals have `+`, `*` and `^`"));
            }
            Value::Ruleset(_) => match self.as_position(&value)? {
                Some(p) => Value::Position(self.positions.negative(p)),
                None => return Err(no_negative(&value)),
            },
            other => return Err(no_negative(&other)),
        })
    }

    fn multiply(&mut self, left: Value, right: Value) -> Result<Value, Trouble> {
        use Value as V;
        Ok(match (&left, &right) {
            (V::Integer(a), V::Integer(b)) if a.checked_mul(*b).is_some() => V::Integer(a * b),
            (V::Integer(_) | V::Number(_), V::Integer(_) | V::Number(_)) => {
                let (a, b) = (rational(&left), rational(&right));
                let bits = |x: &RBig| {
                    use dashu_int::ops::BitTest;
                    x.numerator().bit_len() + x.denominator().bit_len()
                };
                self.number_room(bits(&a).saturating_add(bits(&b)))?;
                V::number(a * b)
            }
            (V::Ordinal(_), _) | (_, V::Ordinal(_)) => match (left.as_ordinal(), right.as_ordinal()) {
                (Some(a), Some(b)) => V::ordinal(a.natural_product(&b)?),
                _ => return Err(no_surreals("*", &left, &right)),
            },
            (V::Position(p), n) | (n, V::Position(p)) if n.as_integer().is_some() => {
                self.copies(&n.as_integer().expect("an integer"), *p)?
            }
            (V::Game(g), n) | (n, V::Game(g)) => {
                let Some(n) = n.as_integer() else {
                    let help = if n.as_number().is_some() {
                        "only whole multiples are sums of copies; `norton(x, G)` is Conway's x·G for positive G"
                    } else {
                        "`conway(G, H)` is Conway's product, `norton(G, U)` Norton's, `nim_product(a, b)` that of nimbers"
                    };
                    return Err(Trouble::Operands {
                        operator: "*",
                        left: left.a_kind(),
                        right: right.a_kind(),
                        help: help.into(),
                    });
                };
                let multiple = self.games.multiple(&n, *g)?;
                self.game_value(multiple)
            }
            _ => return Err(operands("*", &left, &right)),
        })
    }

    fn copies(&mut self, n: &IBig, p: PositionId) -> Result<Value, Trouble> {
        let p = if *n < IBig::ZERO { self.positions.negative(p) } else { p };
        let count = u64::try_from(if *n < IBig::ZERO { -n } else { n.clone() }).unwrap_or(u64::MAX);
        if count > MOST_COPIES {
            let size = n.to_string();
            return Err(
                Fault::TooLarge { what: "sum of copies of a position", size, limit: MOST_COPIES.to_string() }.into()
            );
        }
        Ok(Value::Position(self.positions.sum(&vec![p; count as usize])))
    }

    fn divide(&mut self, left: Value, right: Value) -> Result<Value, Trouble> {
        match (left.as_number(), right.as_number()) {
            (Some(_), Some(b)) if b == RBig::ZERO => Err(Trouble::DivisionByZero),
            (Some(a), Some(b)) => Ok(Value::number(a / b)),
            _ => Err(Trouble::Operands {
                operator: "/",
                left: left.a_kind(),
                right: right.a_kind(),
                help: "only numbers are divided".into(),
            }),
        }
    }

    fn number_room(&self, bits: usize) -> Result<(), Trouble> {
        if bits > LARGEST_BITS {
            let size = format!("{bits} bits");
            return Err(Fault::TooLarge { what: "number", size, limit: format!("{LARGEST_BITS} bits") }.into());
        }
        Ok(())
    }

    fn nim_sum(&mut self, left: Value, right: Value) -> Result<Value, Trouble> {
        let size = |v: &Value, this: &mut Session| v.as_ordinal().or_else(|| this.nimber_size(v));
        match (size(&left, self), size(&right, self)) {
            (Some(a), Some(b)) => {
                let sum = a.nim_sum(&b)?;
                let nimbers = left.as_ordinal().is_none() || right.as_ordinal().is_none();
                if nimbers { self.nimber_value(sum) } else { Ok(Value::ordinal(sum)) }
            }
            _ => Err(operands("⊕", &left, &right)),
        }
    }

    pub(super) fn power(&mut self, base: Value, exponent: Value) -> Result<Value, Trouble> {
        if matches!(base, Value::Ordinal(_)) || matches!(exponent, Value::Ordinal(_)) {
            return match (base.as_ordinal(), exponent.as_ordinal()) {
                (Some(b), Some(e)) => Ok(Value::ordinal(b.natural_power(&e)?)),
                _ => Err(no_surreals("^", &base, &exponent)),
            };
        }
        if let (Value::Game(g), Value::Integer(n)) = (&base, &exponent) {
            return self.power_of_up(*g, *n);
        }
        let (Some(b), Value::Integer(e)) = (base.as_number(), &exponent) else {
            return Err(Trouble::Operands {
                operator: "^",
                left: base.a_kind(),
                right: exponent.a_kind(),
                help: "numbers and `omega` have powers, and `up^n` is the n-th power of up".into(),
            });
        };
        if b == RBig::ZERO && *e < 0 {
            return Err(Trouble::DivisionByZero);
        }
        let size = e.unsigned_abs() as usize;
        let bits = {
            use dashu_int::ops::BitTest;
            b.numerator().bit_len().max(b.denominator().bit_len())
        };
        let trivial = b == RBig::ZERO || b == RBig::ONE || b == -RBig::ONE;
        if trivial {
            let odd = e % 2 != 0;
            return Ok(Value::number(if odd { b } else { b.clone() * b }));
        }
        self.number_room(bits.saturating_mul(size))?;
        let (n, d): (IBig, UBig) = (b.numerator().pow(size), b.denominator().pow(size));
        let x = RBig::from(n) / RBig::from(d);
        Ok(Value::number(if *e < 0 { RBig::ONE / x } else { x }))
    }

    /// up^n = {0 | *, less the lower powers of up}, the n-th power (Winning Ways, ch. 8): up^2 = {0|down*}.
    fn power_of_up(&mut self, g: GameId, n: i64) -> Result<Value, Trouble> {
        const HIGHEST: i64 = 100;
        let up = self.games.number_up_star(&Dyadic::from(0), 1, 0)?;
        if g != up || !(1..=HIGHEST).contains(&n) {
            let trouble = Trouble::said("call::kind", "only numbers, `omega` and `up` have powers here");
            return Err(trouble.help(format!(
                "`up^n` is defined for n from 1 to {HIGHEST}; products of games are `conway(G, H)` and `norton(G, U)`"
            )));
        }
        let zero = self.games.integer(0);
        let mut below = self.games.nimber(1)?;
        let mut power = up;
        for _ in 1..n {
            below = self.games.difference(below, power)?;
            power = self.games.from_options(&[zero], &[below])?;
        }
        Ok(self.game_value(power))
    }

    pub(super) fn nimber(&mut self, size: Value) -> Result<Value, Trouble> {
        match &size {
            Value::Integer(n) if *n >= 0 => Ok(self.nimber_value(Ordinal::finite(*n as u64))?),
            Value::Ordinal(size) => Ok(Value::Nimber(size.clone())),
            Value::Number(x) if x.is_int() && **x > RBig::ZERO => {
                Err(Fault::TooLarge { what: "nimber", size: x.to_string(), limit: (1u64 << 62).to_string() }.into())
            }
            other => {
                let got = self.describe(other);
                Err(Trouble::said(
                    "call::kind",
                    format!("the size of a nimber is an integer from 0 or an ordinal, not {got}"),
                )
                .here("`*` starts a nimber here")
                .help("to multiply, write `*` between two operands"))
            }
        }
    }

    /// The switch {G, H | -G, -H} of these options.
    pub(crate) fn switch(&mut self, options: &[Value]) -> Result<Value, Trouble> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for option in options {
            let Some(g) = self.as_game(option)? else {
                let got = self.describe(option);
                return Err(Trouble::said("call::kind", format!("a switch is made of games, not of {got}")));
            };
            left.push(g);
            right.push(self.games.negative(g)?);
        }
        let g = self.games.from_options(&left, &right)?;
        Ok(self.game_value(g))
    }

    /// The ordinal sum, of a position on its form as written; of ordinals the ordinary sum.
    pub(crate) fn ordinal_sum(&mut self, left: Value, right: Value) -> Result<Value, Trouble> {
        if let (Some(a), Some(b)) = (left.as_ordinal(), right.as_ordinal())
            && (matches!(left, Value::Ordinal(_)) || matches!(right, Value::Ordinal(_)))
        {
            return Ok(Value::ordinal(a.ordinary_sum(&b)?));
        }
        let mut base = (Vec::new(), Vec::new());
        let h = self.as_game(&right)?;
        match (&left, h) {
            (Value::Position(p), Some(h)) => {
                let mut options = positions::Options::default();
                positions::options(*p, self, &mut options)?;
                for &q in &options.left {
                    base.0.push(positions::value(q, self)?.game(self)?);
                }
                for &q in options.right() {
                    base.1.push(positions::value(q, self)?.game(self)?);
                }
                self.ordinal_sum_on(&base.0, &base.1, h)
            }
            (_, Some(h)) => match self.as_game(&left)? {
                Some(g) => {
                    let (l, r) = (self.games.options(g, Player::Left)?, self.games.options(g, Player::Right)?);
                    self.ordinal_sum_on(&l, &r, h)
                }
                None => Err(operands(":", &left, &right)),
            },
            _ => Err(operands(":", &left, &right)),
        }
    }

    /// {G^L, G:H^L | G^R, G:H^R} for every follower of `h`, the smallest first.
    fn ordinal_sum_on(&mut self, left: &[GameId], right: &[GameId], h: GameId) -> Result<Value, Trouble> {
        let mut done: rustc_hash::FxHashMap<GameId, GameId> = rustc_hash::FxHashMap::default();
        let mut stack = vec![h];
        while let Some(&top) = stack.last() {
            self.games.budget.tick()?;
            if done.contains_key(&top) {
                stack.pop();
                continue;
            }
            let (l, r) = (self.games.options(top, Player::Left)?, self.games.options(top, Player::Right)?);
            let missing: Vec<GameId> = l.iter().chain(&r).filter(|g| !done.contains_key(g)).copied().collect();
            if !missing.is_empty() {
                self.games.budget.reserve(missing.len() * size_of::<GameId>())?;
                stack.extend(missing);
                continue;
            }
            let l: Vec<GameId> = left.iter().copied().chain(l.iter().map(|g| done[g])).collect();
            let r: Vec<GameId> = right.iter().copied().chain(r.iter().map(|g| done[g])).collect();
            let sum = self.games.from_options(&l, &r)?;
            done.insert(top, sum);
            stack.pop();
        }
        Ok(self.game_value(done[&h]))
    }

    /// What a position is worth as a value: a canonical form, a nim-value or a γ-value.
    ///
    /// # Errors
    /// A partizan position whose play can go round in circles has none.
    pub fn worth(&mut self, p: PositionId) -> Result<Value, Trouble> {
        match positions::value(p, self) {
            Ok(known) => {
                let g = known.game(self)?;
                Ok(self.game_value(g))
            }
            Err(Fault::Loopy) => match positions::gamma(p, self) {
                Ok(gamma) => self.gamma_value(gamma),
                Err(Fault::Partizan) => Err(Fault::Loopy.into()),
                Err(fault) => Err(fault.into()),
            },
            Err(fault) => Err(fault.into()),
        }
    }

    /// Positions are compared by what they are worth, everything else as it is.
    fn comparable(&mut self, value: &Value) -> Result<Value, Trouble> {
        match value {
            Value::Position(p) => self.worth(*p),
            Value::Ruleset(_) => match self.as_position(value)? {
                Some(p) => self.worth(p),
                None => Ok(value.clone()),
            },
            other => Ok(other.clone()),
        }
    }

    pub(super) fn compare(&mut self, left: &Value, relation: Relation, right: &Value) -> Result<bool, Trouble> {
        if let (Value::Integer(a), Value::Integer(b)) = (left, right) {
            return Ok(holds(relation, order_of(a.cmp(b))));
        }
        let equality = matches!(relation, Relation::Equal | Relation::NotEqual);
        if equality && matches!((left, right), (Value::Ruleset(_), Value::Ruleset(_))) {
            return Ok((left == right) == (relation == Relation::Equal));
        }
        let (left, right) = (self.comparable(left)?, self.comparable(right)?);
        if equality {
            self.warn_of_nimber(&left, &right);
            return Ok((left == right) == (relation == Relation::Equal));
        }
        let order = self.order(&left, &right)?;
        match order {
            Some(order) => Ok(holds(relation, order)),
            None => Err(Trouble::Operands {
                operator: sign(relation),
                left: left.a_kind(),
                right: right.a_kind(),
                help: match (&left, &right) {
                    (Value::Gamma(_), _) | (_, Value::Gamma(_)) => {
                        "loopy nim-values are equal or not, but not ordered".into()
                    }
                    _ => "`==` and `!=` compare anything; the order is for numbers, games, ordinals and texts".into(),
                },
            }),
        }
    }

    fn order(&mut self, left: &Value, right: &Value) -> Result<Option<Order>, Trouble> {
        use Value as V;
        let endless = |v: &Value| matches!(v, V::Gamma(g) if matches!(&**g, GammaValue::Infinite(k) if k.is_empty()));
        Ok(match (left, right) {
            (V::Integer(_) | V::Number(_), V::Integer(_) | V::Number(_)) => Some(order_of(left.cmp(right))),
            (V::Text(a), V::Text(b)) => Some(order_of(a.cmp(b))),
            (V::Gamma(_), V::Gamma(_)) => None,
            (V::Gamma(_), _) if endless(left) && right.as_ordinal().is_some() => Some(Order::Greater),
            (_, V::Gamma(_)) if endless(right) && left.as_ordinal().is_some() => Some(Order::Less),
            (V::Ordinal(a), V::Ordinal(b)) => Some(order_of(a.cmp(b))),
            // Every short game is less than every infinite ordinal.
            (V::Ordinal(_), V::Integer(_) | V::Number(_) | V::Game(_) | V::Nimber(_)) => Some(Order::Greater),
            (V::Integer(_) | V::Number(_) | V::Game(_) | V::Nimber(_), V::Ordinal(_)) => Some(Order::Less),
            (V::Nimber(a), V::Nimber(b)) => Some(if a == b { Order::Equal } else { Order::Confused }),
            (V::Nimber(_), V::Integer(_) | V::Number(_)) => {
                let zero = right.as_number().expect("a number");
                Some(match zero.cmp(&RBig::ZERO) {
                    std::cmp::Ordering::Less => Order::Greater,
                    std::cmp::Ordering::Equal => Order::Confused,
                    std::cmp::Ordering::Greater => Order::Less,
                })
            }
            (V::Integer(_) | V::Number(_), V::Nimber(_)) => self.order(right, left)?.map(|o| match o {
                Order::Less => Order::Greater,
                Order::Greater => Order::Less,
                other => other,
            }),
            _ => match (self.operand(left)?, self.operand(right)?) {
                (Some(a), Some(b)) => Some(self.games.compare(a, b)?),
                _ => None,
            },
        })
    }

    /// `nim_value(p) == *4` compares a number with a nimber: never equal, unless both are 0.
    fn warn_of_nimber(&mut self, left: &Value, right: &Value) {
        for (number, game) in [(left, right), (right, left)] {
            if let (Value::Integer(n), Value::Game(g)) = (number, game)
                && *n != 0
                && let Some(k) = self.games.as_nimber(*g)
            {
                let span = self.here();
                self.warn(
                    Diagnostic::warning("value::compared-with-number", span, format!("the number {n} is compared with the nimber *{k}"), "a number and a nimber")
                        .help(format!("a nim-value is a number: compare it with {k}; the nimber of that size is `*{k}`, the value of the position")),
                );
                return;
            }
        }
    }

    /// The place of the instruction under way.
    pub fn here(&self) -> crate::source::Span {
        let frame = self.machine.frames.last();
        frame.and_then(|f| f.code.spans.get(f.pc.saturating_sub(1)).copied()).unwrap_or_default()
    }
}

fn rational(value: &Value) -> RBig {
    value.as_number().expect("matched as a number")
}

fn joins(value: &Value) -> bool {
    !matches!(
        value,
        Value::Text(_) | Value::List(_) | Value::Set(_) | Value::Boolean(_) | Value::Outcome(_) | Value::Nothing
    )
}

fn order_of(order: std::cmp::Ordering) -> Order {
    match order {
        std::cmp::Ordering::Less => Order::Less,
        std::cmp::Ordering::Equal => Order::Equal,
        std::cmp::Ordering::Greater => Order::Greater,
    }
}

fn holds(relation: Relation, order: Order) -> bool {
    match relation {
        Relation::Equal => order == Order::Equal,
        Relation::NotEqual => order != Order::Equal,
        Relation::Less => order == Order::Less,
        Relation::LessOrEqual => matches!(order, Order::Less | Order::Equal),
        Relation::Greater => order == Order::Greater,
        Relation::GreaterOrEqual => matches!(order, Order::Greater | Order::Equal),
        Relation::Confused => order == Order::Confused,
        Relation::LessOrConfused => matches!(order, Order::Less | Order::Confused),
        Relation::GreaterOrConfused => matches!(order, Order::Greater | Order::Confused),
    }
}

fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "==",
        Relation::NotEqual => "!=",
        Relation::Less => "<",
        Relation::LessOrEqual => "<=",
        Relation::Greater => ">",
        Relation::GreaterOrEqual => ">=",
        Relation::Confused => "||",
        Relation::LessOrConfused => "<|",
        Relation::GreaterOrConfused => "|>",
    }
}

fn operands(operator: &'static str, left: &Value, right: &Value) -> Trouble {
    let help = match (left, right) {
        (Value::Set(_), _) | (_, Value::Set(_)) => "braces make a set; a game is written `<0,*>` or `{0|*}`",
        (Value::Text(_), _) | (_, Value::Text(_)) => "`text(x)` makes a text of anything, so that texts can be joined",
        (Value::List(_), _) | (_, Value::List(_)) => {
            "`sum_list(xs)` adds the members of a list; `[...] + [...]` joins lists"
        }
        (Value::Function(_), _) | (_, Value::Function(_)) => "call the function first: `f(...)`",
        (Value::Ruleset(_), _) | (_, Value::Ruleset(_)) => "a ruleset makes positions: give it a heap, `kayles(5)`",
        _ => "it joins numbers, games and positions, two texts, or two lists",
    };
    Trouble::Operands { operator, left: left.a_kind(), right: right.a_kind(), help: help.into() }
}

fn no_surreals(operator: &'static str, left: &Value, right: &Value) -> Trouble {
    let help = "ordinals go with ordinals and integers from 0; other surreal numbers are not here";
    Trouble::Operands { operator, left: left.a_kind(), right: right.a_kind(), help: help.into() }
}

fn no_negative(value: &Value) -> Trouble {
    Trouble::said("call::kind", format!("{} has no negative", value.a_kind())).help("numbers, games and positions have")
}
