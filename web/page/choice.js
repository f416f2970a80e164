// Reads presses of places: finds the moves that fit, and the move that is meant when it is whole.

/** Returns `true` if all of some places are among others. */
const within = (few, many) => few.every((place) => many.includes(place));

/** Returns the ways to move that have all chosen places. */
export const fitting = (ways, chosen) => ways.filter(({ places }) => within(chosen, places));

/** Returns the way of those at a place that all others there contain, if there is one. */
function least(ways) {
  const smallest = ways.reduce((least, way) => (way.places.length < least.places.length ? way : least));
  return ways.every((way) => within(smallest.places, way.places)) ? smallest : undefined;
}

/** Returns the ways to move, and the numbers of the parts in which every move has a place of its own: a bite of chocolate is
 * meant by its corner, an element of an ordered set takes those above it. */
export function waysOf({ moves, parts }) {
  // A move that changes no place of the picture is in the list alone.
  const ways = moves.flatMap((move) => move.ways.map((places) => ({ move, places }))).filter(({ places }) => places.length > 0);
  const anchored = parts.flatMap((_, i) => {
    const here = ways.filter(({ places }) => places.every((place) => place.startsWith(`${i}-`)));
    const owned = new Set([...new Set(here.flatMap(({ places }) => places))].map((place) => least(fitting(here, [place]))));
    return here.every((way) => owned.has(way)) ? [String(i)] : [];
  });
  return { ways, anchored: new Set(anchored) };
}

/** Returns the only move of some ways, or that whose places were pressed in its order. */
function decided(ways, chosen) {
  if (new Set(ways.map(({ move }) => move)).size === 1) return ways[0];
  const ordered = ways.filter(({ places }) => places.length === chosen.length && places.every((place, i) => place === chosen[i]));
  return ordered.length === 1 && ways.every(({ places }) => places.length === chosen.length) ? ordered[0] : undefined;
}

/** Returns what it means to press a place after others: `way` if a move is made, else what is `chosen` then; and what `fits`.
 * A place is pressed a second time where that ends a move: a pin falls alone, an amazon shoots to where she stood. */
export function pressed({ ways, anchored }, chosen, place) {
  if (chosen.includes(place)) {
    const whole = fitting(ways, chosen).filter(({ places }) => places.length === chosen.length);
    const way = whole.length > 0 ? decided(whole, chosen) : undefined;
    if (way) return { way, fits: [way] };
    const left = chosen.filter((one) => one !== place);
    return { chosen: left, fits: fitting(ways, left) };
  }
  const all = [...chosen, place];
  const next = fitting(ways, all).length > 0 ? all : [place];
  const fits = fitting(ways, next);
  if (fits.length === 0) return { chosen: [], fits };
  const way = decided(fits, next) ?? (next.length === 1 && anchored.has(place.split("-")[0]) ? least(fits) : undefined);
  return way ? { way, fits: [way] } : { chosen: next, fits };
}
