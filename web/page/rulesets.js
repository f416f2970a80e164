// Positions to begin with in the gallery, and the letters of boards that one makes oneself.

/** A position of each ruleset that shows what it is about; of others the first of their help is taken. */
export const BEGINNINGS = {
  nim: "nim(3, 4, 5)", kayles: "kayles(12)", dawson: "dawson(9)", dawson_kayles: "dawson_kayles(10)", treblecross: "treblecross(9)",
  grundy_game: "grundy_game(9)", code: 'code("0.77", 9)', octal: 'octal("0.137", 9)', partizan_code: 'partizan_code("0.3", "0.7", 7)',
  subtraction: "subtraction({1, 3, 4}, 12)", partizan_subtraction: "partizan_subtraction({1, 2}, {1, 3}, 9)", all_but: "all_but({2, 3}, 9)",
  lasker: "lasker(7)", sprague_even: "sprague_even(6)", sprague_any: "sprague_any(5)", split_or_take: "split_or_take(2, 7)", scoring: "scoring(3, 9)",
  fibonacci_nim: "fibonacci_nim(13)", wythoff: "wythoff(5, 7)", wythoff3: "wythoff3(2, 3, 4)", euclid: "euclid(5, 13)", moore: "moore(2, 3, 4, 5)",
  welter: "welter(2, 5, 7)", staircase: "staircase(2, 3, 1)", cyclic_nimhoff: "cyclic_nimhoff(3, 4, 5)", power_nimhoff: "power_nimhoff(1, 4, 5)",
  take: "take({[1, 1]}, 4, 5)", kotzig: "kotzig(9, {1, 2})", chomp: "chomp(3, 5)", domineering: "domineering(4, 4)", cram: "cram(3, 4)",
  toads_frogs: 'toads_frogs("TTT__FFF")', backsliding_toads: 'backsliding_toads("T_F")', fox_geese: 'fox_geese("G.G./.F../....")',
  elephants: 'elephants("xx...oo")', toppling_dominoes: 'toppling_dominoes("LRELRRL")', clobber: "clobber(3, 4)", cannibal_clobber: "cannibal_clobber(2, 4)",
  konane: 'konane("xo.o/oxox/x.xo")', col: "col(3, 3)", snort: "snort(3, 3)", nogo: "nogo(3, 3)", amazons: 'amazons("x.../..../...o")',
  fission: 'fission("...../..x../...../.x...")', hackenbush: "hackenbush <0 -B- 1; 1 -R- 2; 2 -B- 3; 0 -G- 4; 4 -R- 3>", cutcake: "cutcake(3, 4)",
  maundy_cake: "maundy_cake(4, 6)", eatcake: "eatcake(3, 4)", silver_dollar: 'silver_dollar("..$.$..$")', northcott: "northcott([[0, 4], [1, 4]])",
  turning: 'turning(turtles, "THHTH")', turtles: 'turtles("HTHHT")', mock_turtles: 'mock_turtles("HTHHT")', ruler: 'ruler("HTHHT")', twins: 'twins("HTHHT")',
  triplets: 'triplets("HTHHTH")', moebius: 'moebius("HTHHTH")', mogul: 'mogul("HTHHTH")', moidores: 'moidores("HTHHTH")',
  product: 'product(ruler, twins, "HTH/TTH")', acrostic: 'acrostic(mock_turtles, ruler, "HT/TH")', seating: 'seating(2, "L5R")',
  node_kayles: "node_kayles(graph <a -- b; b -- c; c -- d; d -- a; c -- e>)", arc_kayles: "arc_kayles(graph <a -- b; b -- c; c -- d; d -- a; c -- e>)",
  geography: "geography((graph <a -> b, c; b -> c, d; c -> d; d -> a>).a)", edge_geography: "edge_geography((graph <a -> b, c; b -> c, d; c -> d; d -> a>).a)",
  nimania: "nimania(2)", without_repetition: 'without_repetition(backsliding_toads("T_F"))',
  poset: "poset(graph <a -> b, c; b -> d; c -> d; e -> c>)", hackendot: "hackendot(graph <a -> b, c; c -> d>)", subset_takeaway: "subset_takeaway(3)", dollars: "dollars(2, 3)",
};

/** Boards that are made by clicking: the letters of a cell in turn, each with what it is; the first is a cell of a new board. */
export const LETTERS = {
  domineering: { ".": "empty", "#": "taken" },
  cram: { ".": "empty", "#": "taken" },
  clobber: { x: "left", o: "right", ".": "empty", "#": "blocked" },
  cannibal_clobber: { x: "left", o: "right", ".": "empty", "#": "blocked" },
  konane: { x: "left", o: "right", ".": "empty", "#": "blocked" },
  col: { ".": "empty", x: "left", o: "right", "#": "blocked" },
  snort: { ".": "empty", x: "left", o: "right", "#": "blocked" },
  nogo: { ".": "empty", x: "left", o: "right", "#": "blocked" },
  amazons: { ".": "empty", x: "left", o: "right", "#": "blocked" },
  fission: { ".": "empty", x: "piece", "#": "blocked" },
  toads_frogs: { _: "empty", T: "piece left", F: "piece right" },
  elephants: { ".": "empty", x: "left", o: "right" },
  toppling_dominoes: { L: "piece left", R: "piece right", E: "piece" },
  fox_geese: { ".": "empty", G: "piece left", F: "piece right" },
};
