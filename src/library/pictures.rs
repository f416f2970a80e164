//! Rulesets that are built in: partizan games that Conway 1977 and Winning Ways draw.

use super::errors::PictureError;
use crate::eval::{AnyOrText, Count, EvalError, Place, Session, builtins, members_of};
use crate::value::Value;
use crate::value::picture::edge_of;
use cg_engine::games::Player;
use cg_engine::positions;
use cg_engine::rulesets::cakes::{Cake, cake};
use cg_engine::rulesets::hackenbush::{self, Colour, Edge};
use cg_engine::rulesets::seating::{Row, Seating};

builtins! {
    /// Rulesets drawn as pictures.
    PICTURES, "Rulesets";

    /// A Hackenbush stalk from the ground up, or a list of edges.
    ///
    /// `B`, `R`, `G` are blue, red and green edges: Left cuts blue, Right red, both green, and what stood on a cut edge
    /// falls. Pictures are literals: `hackenbush <0 -B- 1; 1 -R- 2>` with vertex 0 as the ground, or lists of edges,
    /// `hackenbush([[0, "B", 1], [1, "R", 2]])` (Winning Ways, ch. 1).
    /// Trees, pictures of one colour and green ones of any size are quick, and so is every one whose red edges hold on to
    /// the ground without the blue ones and the blue without the red. To value others is NP-hard (ch. 7): of 32 red and
    /// blue edges on common cycles most random pictures take a second or less and some about ten, of 18 with green ones
    /// seconds, and every edge more may take twice as long.
    /// hackenbush("BR")  #=> 1/2
    /// left_options(hackenbush("BRB"))  #=> [hackenbush(""), hackenbush("BR")]
    /// hackenbush <0 -B- 1; 0 -R- 1>  #=> 0
    /// hackenbush([[0, "G", k] for k in 1..3])  #=> *
    /// See: hackenbush, sign_expansion, :
    #[role = OnPictures]
    hackenbush(stalk: AnyOrText) -> Place = |cx: &mut Session, stalk: AnyOrText| hackenbush_picture(cx, &stalk.0);

    /// Childish Hackenbush: cut an edge only if no other edge falls.
    ///
    /// Left may cut a blue edge, Right a red one, if all others stay joined to the ground; green ones both may cut at any
    /// time (CGSuite). A stalk, a list of edges, or a picture, as in `hackenbush`.
    /// childish_hackenbush("RB")  #=> 0
    /// childish_hackenbush(hackenbush <0 -B- 1; 1 -R- 2; 2 -B- 0>)  #=> 1
    /// See: hackenbush
    #[role = OnPictures]
    childish_hackenbush(picture: AnyOrText) -> Place = childish_hackenbush;

    /// Cutcake: Left cuts a cake between two columns, Right between two rows.
    ///
    /// A cake of m rows and n columns of squares. Each piece is then a cake of its own (Conway 1977, table 1).
    /// cutcake(1, 4)  #=> 3
    /// cutcake(5, 10)  #=> 1
    /// right_options(cutcake(2, 3))  #=> [cutcake(1, 3) + cutcake(1, 3)]
    /// See: maundy_cake, eatcake, domineering
    cutcake(m: Value, n: Value) -> Place = |cx: &mut Session, m, n| cake_of(cx, Cake::Cutcake, &m, &n);

    /// Maundy Cake: Left cuts columns into equal parts, Right rows.
    ///
    /// Into any number of them, at least two; each is then a cake of its own. The player whose side has more prime factors
    /// moves on when the other one has no cut left (Winning Ways, ch. 2).
    /// maundy_cake(1, 6)  #=> 4
    /// left_options(maundy_cake(4, 3))  #=> [maundy_cake(4, 1) + maundy_cake(4, 1) + maundy_cake(4, 1)]
    /// [value(maundy_cake(8, n)) for n in 1..8]  #=> [-7, -3, -3, -1, -3, -1, -3, 0]
    /// See: cutcake, eatcake
    maundy_cake(m: Value, n: Value) -> Place = |cx: &mut Session, m, n| cake_of(cx, Cake::Maundy, &m, &n);

    /// Eatcake, or Bynum's game: Left eats a column of a cake, Right a row.
    ///
    /// The pieces left on either side are cakes of their own (Winning Ways, ch. 8).
    /// eatcake(8, 1)  #=> up
    /// left_options(eatcake(2, 3))  #=> [eatcake(2, 2), eatcake(2, 1) + eatcake(2, 1), eatcake(2, 2)]
    /// See: cutcake, maundy_cake
    eatcake(m: Value, n: Value) -> Place = |cx: &mut Session, m, n| cake_of(cx, Cake::Eatcake, &m, &n);

    /// Turn-and-Eatcake: Left eats a row, Right a column, and pieces turn.
    ///
    /// The pieces left on either side are cakes of their own, turned by a quarter (Winning Ways, ch. 8; CGSuite).
    /// left_options(turn_and_eatcake(3, 2))  #=> [turn_and_eatcake(2, 2), turn_and_eatcake(2, 1) + turn_and_eatcake(2, 1), turn_and_eatcake(2, 2)]
    /// [turn_and_eatcake(m, 1) == -turn_and_eatcake(1, m) for m in 0..3]  #=> [true, true, true, true]
    /// See: eatcake, twisted, cutcake
    turn_and_eatcake(m: Value, n: Value) -> Place = |cx: &mut Session, m, n| cake_of(cx, Cake::TurnAndEatcake, &m, &n);

    /// Seating families of k in a row of seats; k = 2 is Seating Couples.
    ///
    /// A family takes k seats in a row, its lady at one end and her husband at the other: Left seats the lady at the
    /// left, Right at the right, and no lady may sit beside another lady's husband. So each end of a row is reserved for
    /// one player: `"L5R"`, or `5, L, R`, is five empty seats with the left end for Left, the right end for Right. With
    /// a + b seats left over, Left moves from LnL to LaR + RbL, from LnR to LaR + RbR with b > 0, from RnR to RaR + RbR
    /// with a, b > 0; Right likewise with L and R exchanged (Conway 1977).
    /// [seating(2, n, L, R) == * for n in 0..5]  #=> [false, false, false, true, true, true]
    /// seating(2, "L5L")  #=> 1/2
    /// left_options(seating(5, "L6R"))  #=> [seating(5, "L0R") + seating(5, "R1R")]
    /// See: cutcake, up, super_up
    seating [k: Count] (row: Value, left: Option<Player>, right: Option<Player>) -> Place = seating;
}

fn hackenbush_picture(cx: &mut Session, picture: &Value) -> Result<Place, EvalError> {
    if let Value::Text(text) = picture {
        return Ok(Place(hackenbush::stalk(&read_stalk(text)?, cx)?));
    }
    let edges = read_edges(cx, picture)?;
    Ok(Place(hackenbush::picture(cx, &edges)))
}

fn childish_hackenbush(cx: &mut Session, AnyOrText(picture): AnyOrText) -> Result<Place, EvalError> {
    let stalk = |colours: Vec<Colour>| {
        let edge = |(i, colour): (usize, Colour)| (i.to_string().into(), colour, (i + 1).to_string().into());
        colours.into_iter().enumerate().map(edge).collect::<Vec<Edge>>()
    };
    let written = match &picture {
        Value::Position(p) => hackenbush::edges_of(&positions::term(*p, cx)),
        _ => None,
    };
    let edges = match (&picture, written) {
        (Value::Text(text), _) => stalk(read_stalk(text)?),
        (_, Some(edges)) => {
            let colour = |text: String| text.chars().next().and_then(Colour::of_letter);
            let edge = |[from, letter, to]: [String; 3]| Some((from.into(), colour(letter)?, to.into()));
            edges.into_iter().filter_map(edge).collect()
        }
        (_, None) => read_edges(cx, &picture)?,
    };
    Ok(Place(hackenbush::childish(cx, &edges)))
}

fn read_edges(cx: &mut Session, picture: &Value) -> Result<Vec<Edge>, EvalError> {
    let Some(members) = members_of(&mut cx.games.budget, picture)? else {
        return Err(PictureError::NoPicture { got: cx.describe(picture) }.into());
    };
    let mut edges = Vec::with_capacity(members.len());
    for member in members {
        cx.games.budget.tick()?;
        let Some(edge) = edge_of(&member) else {
            return Err(PictureError::NoEdge { got: cx.short(&member) }.into());
        };
        edges.push(edge);
    }
    Ok(edges)
}

fn read_stalk(text: &str) -> Result<Vec<Colour>, PictureError> {
    let mut edges = Vec::with_capacity(text.len());
    for (i, (at, letter)) in text.char_indices().enumerate() {
        let Some(colour) = Colour::of_letter(letter) else {
            return Err(PictureError::Stalk { letter, edge: i + 1, at: at..at + letter.len_utf8() });
        };
        edges.push(colour);
    }
    Ok(edges)
}

fn cake_of(cx: &mut Session, kind: Cake, m: &Value, n: &Value) -> Result<Place, EvalError> {
    let (rows, columns) = (side(cx, kind, m, "rows")?, side(cx, kind, n, "columns")?);
    Ok(Place(cake(kind, rows, columns, cx)))
}

/// Returns the rows or the columns of a cake.
fn side(cx: &mut Session, kind: Cake, size: &Value, what: &'static str) -> Result<u64, EvalError> {
    let least = u8::from(kind == Cake::Cutcake);
    let Some(number) = size.as_integer() else {
        return Err(PictureError::CakeSize { name: kind.name(), what, got: cx.describe(size) }.into());
    };
    match u64::try_from(&number) {
        Ok(0) if kind == Cake::Cutcake => Err(PictureError::NoCake { what }.into()),
        Ok(number) => Ok(number),
        Err(_) if number < 0.into() => Err(PictureError::NegativeCake { number: cx.short(size), what, least }.into()),
        Err(_) => Err(PictureError::LargeCake { what }.into()),
    }
}

fn seating(
    cx: &mut Session,
    k: Count,
    row: Value,
    left: Option<Player>,
    right: Option<Player>,
) -> Result<Place, EvalError> {
    if k.0 < 2 {
        return Err(PictureError::SmallFamily { members: k.0 }.into());
    }
    let row = match (&row, left, right) {
        (Value::Text(text), None, None) => read_row(text)?,
        (Value::Text(text), ..) => return Err(PictureError::EndsTwice { text: text.to_string() }.into()),
        (Value::Integer(seats), Some(left), Some(right)) => match u64::try_from(*seats) {
            Ok(seats) => Row { seats, ends: [left, right] },
            Err(_) => return Err(PictureError::NegativeSeats { seats: *seats }.into()),
        },
        (Value::Integer(seats), ..) => return Err(PictureError::NoEnds { seats: *seats }.into()),
        (other, ..) => return Err(PictureError::Seats { got: cx.describe(other) }.into()),
    };
    Ok(Place(cx.positions.add_lasting(format_args!("seating {}", k.0), Seating::new(k.0)).at(&row, cx)))
}

/// Reads `L5R`.
fn read_row(text: &str) -> Result<Row, PictureError> {
    let end = |letter: Option<char>| match letter {
        Some('L') => Some(Player::Left),
        Some('R') => Some(Player::Right),
        _ => None,
    };
    let whole = || text.to_string();
    let Some(left) = end(text.chars().next()) else { return Err(PictureError::RowStart { text: whole() }) };
    let Some(right) = end(text.chars().skip(1).last()) else { return Err(PictureError::RowEnd { text: whole() }) };
    let seats = &text[1..text.len() - 1];
    if seats.is_empty() {
        return Err(PictureError::RowWithoutSeats { text: whole() });
    }
    if let Some((start, letter)) = seats.char_indices().find(|(_, c)| !c.is_ascii_digit()) {
        return Err(PictureError::RowLetter { letter, at: 1 + start });
    }
    match seats.parse() {
        Ok(seats) => Ok(Row { seats, ends: [left, right] }),
        Err(_) => Err(PictureError::LongRow { text: whole() }),
    }
}
