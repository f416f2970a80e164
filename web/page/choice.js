// What pressing places means: which moves fit, and when a move is meant whole.

/** Returns `true` if some places are among others, which are more. */
const within = (few, many) => few.length < many.length && few.every((place) => many.includes(place));

/** Returns the ways to move that have all chosen places. */
export const fitting = (ways, chosen) => ways.filter(({ places }) => chosen.every((one) => places.includes(one)));

/** Returns what it means to press a place after others: `way` if a move is made, else what is `chosen` then and what `fits`.
 * In a row of pins a pin may fall alone or with its neighbour, so that the last of them is pressed twice. */
export function pressed(ways, chosen, place, isRow) {
  if (chosen.includes(place)) {
    // A place is meant a second time where that ends a move: an amazon shoots to where she stood, a pin falls alone.
    const whole = (isRow || chosen.length > 1) && fitting(ways, chosen).find(({ places }) => places.length === chosen.length);
    const left = chosen.filter((one) => one !== place);
    return whole ? { way: whole, fits: [whole] } : { chosen: left, fits: fitting(ways, left) };
  }
  const all = [...chosen, place];
  const next = fitting(ways, all).length > 0 ? all : [place];
  const fits = fitting(ways, next);
  if (fits.length === 0) return { chosen: [], fits };
  // Of moves that take more and more from one place on, such as bites of chocolate, the first is meant.
  const least = fits.reduce((least, way) => (way.places.length < least.places.length ? way : least));
  const isFirst = !isRow && next.length === 1 && fits.every((way) => way === least || within(least.places, way.places));
  const isOne = new Set(fits.map(({ move }) => move)).size === 1;
  return isOne || isFirst ? { way: least, fits: [least] } : { chosen: next, fits };
}
