/**
 * The grammar of cg for editors that colour by tree-sitter. It takes all that the program takes, and more: what is
 * wrong with a text, the program says.
 *
 * Whether `<` opens a literal or compares follows from its place, an operand's or an operator's, which the parser
 * knows. What follows from blanks and new lines (`2*` and `2 * 3`, the end of a statement) is told by src/scanner.c.
 */

// From loosest to tightest; see ../README.md.
const PREC = {
  choice: 1, or: 2, and: 3, not: 4, compare: 5, range: 6, sum: 7, ordinal: 8, starred: 9, product: 10, negate: 11,
  power: 12, suffix: 14,
};

const commas = (rule) => seq(rule, repeat(seq(",", rule)));

const SAFE = ["==", "!=", "<", "<=", ">=", "≤", "≥", "≠", "\\le", "\\leq", "\\ge", "\\geq", "\\ne", "\\neq"];
const CONFUSED = ["||", "<|", "|>", "∥", "‖", "⧏", "⧐", "\\|", "\\Vert", "\\parallel"];
/** The surroundings of expressions, and what compares in each. */
const families = {
  // Statements, groups, lists, calls.
  "": { compares: [...SAFE, ">", ...CONFUSED] },
  // Options: bars and `>` belong to the literal.
  _option: { compares: [] },
  // A condition behind `if` in `<...>` and in `{...}`.
  _angle_condition: { compares: SAFE },
  _brace_condition: { compares: [...SAFE, ">"] },
};

/** The operators in these surroundings, over operands in the same. */
function family(suffix, { compares }) {
  const own = (name) => (suffix ? `_${name}${suffix}` : name);
  const visible = ($, name) => (suffix ? alias($[own(name)], $[name]) : $[name]);
  const operand = suffix || "_expression";
  const kinds = ["range", "sum", "ordinal_sum", "plus_star", "product", "negation", "power"];
  const asks = compares.length > 0;
  const branches = !suffix.endsWith("condition");
  if (asks) kinds.push("comparison", "conjunction", "disjunction", "not");
  if (branches) kinds.push("choice", "function");

  const one = ($) => $[operand];
  const left = (level, first, ...more) => ($) =>
    prec.left(level, seq(one($), more.length ? choice(first, ...more) : first, one($)));
  const rules = {
    [operand]: ($) => choice($._operand, ...kinds.map((kind) => visible($, kind))),
    [own("range")]: ($) => prec.left(PREC.range, seq(one($), "..", one($), optional(seq("by", one($))))),
    [own("sum")]: ($) =>
      prec.left(PREC.sum, choice(
        seq(one($), choice("+", "-", "−", "⊕", "\\oplus", "±", "\\pm", "&"), one($)),
        seq(one($), choice("±", "\\pm"), $.options),
      )),
    [own("ordinal_sum")]: ($) => prec.right(PREC.ordinal, seq(one($), ":", one($))),
    [own("plus_star")]: ($) => prec(PREC.starred, seq(one($), alias($._plus_star, "*"))),
    [own("product")]: left(PREC.product, "*", "∗", "⋆", "/", "·", "×", "\\cdot", "\\times"),
    [own("negation")]: ($) => prec(PREC.negate, seq(choice("-", "−"), one($))),
    [own("power")]: ($) => prec.right(PREC.power, seq(one($), "^", one($))),
  };
  if (branches) {
    rules[own("choice")] = ($) =>
      prec.right(PREC.choice, seq("if", $._expression, "then", one($), optional(seq("else", one($)))));
    rules[own("function")] = ($) =>
      prec.right(PREC.choice, seq(field("parameters", choice($._binder, $.parameters)), choice("->", "→"), one($)));
  }
  if (asks) {
    const member = seq(optional("not"), "in");
    rules[own("comparison")] = left(PREC.compare, ...compares, member);
    rules[own("conjunction")] = left(PREC.and, "and");
    rules[own("disjunction")] = left(PREC.or, "or");
    rules[own("not")] = ($) => prec(PREC.not, seq("not", one($)));
  }
  return rules;
}

export default grammar({
  name: "cg",

  word: ($) => $.name,

  extras: ($) => [/[ \t\f\r\n\u00a0\u2009\u202f\ufeff]|\\[,;:! ]|\\left|\\right|\\middle|\\quad/, $.comment, $.expected],

  externals: ($) => [$._newline, $._plus_star, $.error_sentinel],

  conflicts: ($) => [
    [$._head, $._operand],
    [$._binder, $._operand],
  ],

  supertypes: ($) => [$._statement],

  rules: {
    source_file: ($) => optional($._statements),

    _statements: ($) =>
      choice(
        repeat1($._end),
        seq(repeat($._end), $._statement, repeat(seq(repeat1($._end), $._statement)), repeat($._end)),
      ),

    _end: ($) => choice(";", $._newline),

    _statement: ($) => choice($.definition, $.game_definition, $.check, $.import, $.loop, $.expression_statement),

    expression_statement: ($) => $._expression,

    definition: ($) => seq($._head, ":=", field("value", $._expression), repeat($.locals)),

    game_definition: ($) =>
      seq("game", $._head, ":=", field("value", $._expression), repeat($.locals), repeat($.claims)),

    // Names for what stands before them.
    locals: ($) => seq("where", commas($.local)),

    local: ($) => seq(field("name", $.name), ":=", field("value", $._expression)),

    _head: ($) => seq(field("name", $.name), optional(field("parameters", $.parameters))),

    parameters: ($) => seq("(", optional(commas(choice($._binder, $.default))), ")"),

    default: ($) => seq(field("name", alias($.name, $.parameter)), "=", field("value", $._expression)),

    // A pair in a loop, `for [a, b] in pairs`.
    parts: ($) => seq("[", commas($._binder), "]"),

    _binder: ($) => alias($.name, $.parameter),

    claims: ($) => seq("with", $.claim, repeat(seq("and", $.claim))),

    claim: ($) => seq($.name, optional(seq("(", commas($.text), ")"))),

    check: ($) => seq("check", $._expression),

    import: ($) => seq("import", $.text),

    loop: ($) => seq("for", $._pattern, "do", optional($._statements), "end"),

    _pattern: ($) =>
      seq(field("pattern", choice(commas($._binder), $.parameters, $.parts)), choice("in", "below"), field("source", $._expression)),

    ...Object.assign({}, ...Object.entries(families).map(([suffix, options]) => family(suffix, options))),

    _operand: ($) =>
      choice(
        $.number, $.fraction, $.text, $.boolean, $.name, $.call, $.index, $.field, $.group, $.raised,
        $.nimber, $.ups, $.switch, $.tiny, $.game, $.form, $.labelled, $.list, $.set, $.graph, $.hackenbush,
      ),

    boolean: () => choice("true", "false"),

    number: () => /0x[0-9a-fA-F]+|0b[01]+|[0-9]+(\.[0-9]+)?/,

    fraction: () => token(choice(/[¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]/, /\\[td]?frac\{[0-9]+\}\{[0-9]+\}/)),

    text: () => /"([^"\\\n]|\\[^\n])*"/,

    name: () =>
      token(choice(
        /[\p{L}_∞][\p{L}\p{Nd}\p{Mn}_]*/,
        "\\omega", "\\infty", /\\mathcal\{[A-Z]\}/, /\\(hat|check)\{\\mathcal\{[A-Z]\}\}/, /\\mathbf\{[a-z]+\}/,
        /\\operatorname\{[\p{L}\\_][\p{L}\p{Nd}\\_]*\}/,
      )),

    call: ($) => prec(PREC.suffix, seq(field("function", $._operand), $.arguments)),

    arguments: ($) => seq("(", optional(commas(choice($._expression, $.collected, $.named_argument))), ")"),

    // `f(e for x in xs)`: the list is the argument.
    collected: ($) => seq($._expression, repeat1($.clause)),

    named_argument: ($) => seq(field("name", $.name), "=", field("value", $._expression)),

    index: ($) => prec(PREC.suffix, seq($._operand, "[", $._expression, "]")),

    field: ($) => prec(PREC.suffix, seq($._operand, ".", field("field", $.name))),

    group: ($) => seq("(", $._expression, repeat($.locals), ")"),

    raised: ($) => prec(PREC.suffix, seq($._operand, $.superscript)),

    superscript: () => token(choice(/⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/, /\^\{-?[0-9]+\}/)),

    _star: () => choice("*", "∗", "⋆", "\\ast", "\\star", "{\\ast}", "{\\star}"),

    nimber: ($) => prec.right(PREC.suffix, seq($._star, optional($._size))),

    // What a star or a switch is glued to.
    _size: ($) =>
      choice(
        alias(token.immediate(/[0-9]+(\.[0-9]+)?/), $.number),
        $._glued_name,
        seq(token.immediate("("), $._expression, ")"),
      ),

    _glued_name: ($) =>
      choice(
        alias(token.immediate(/[\p{L}_∞][\p{L}\p{Nd}\p{Mn}_]*/), $.name),
        alias($._glued_call, $.call), alias($._glued_index, $.index), alias($._glued_field, $.field),
      ),
    _glued_call: ($) => prec(PREC.suffix, seq($._glued_name, $.arguments)),
    _glued_index: ($) => prec(PREC.suffix, seq($._glued_name, "[", $._expression, "]")),
    _glued_field: ($) => prec(PREC.suffix, seq($._glued_name, ".", field("field", $.name))),

    ups: ($) =>
      prec.right(PREC.suffix, seq(
        choice(
          seq(/\^+/, optional(alias(token.immediate(/[0-9]+/), $.number))),
          token(choice(
            /[↑⇑↓⇓]/, /\\([Uu]p|[Dd]own)arrow/, /\{\\([Uu]p|[Dd]own)arrow\}/, "↑^on", "↑^[on]",
            /(\\uparrow|\{\\uparrow\})\^\{\[([0-9]+|\\mathbf\{on\})\]\}/, /(\\uparrow|\{\\uparrow\})\^\{\\mathbf\{on\}\}/,
          )),
        ),
        optional(seq(token.immediate(/[*∗⋆]|\\(ast|star)|\{\\(ast|star)\}/), optional($._size))),
      )),

    switch: ($) => prec.right(PREC.suffix, seq(choice("+-", "±", "\\pm"), $._switched)),

    _switched: ($) =>
      prec.right(PREC.suffix, choice(
        $.number, alias(token(/[0-9]+\/[0-9]+/), $.fraction), $.fraction, $.name, $.call, $.index, $.field,
        seq("(", $._expression, ")"), $.options, $.tiny, $.game, $.form, $.labelled, $.nimber, $.ups, $.list, $.set,
      )),

    // Of a switch, Left's.
    options: ($) => seq("(", $._expression, repeat1(seq(",", $._expression)), ")"),

    // `{+}_{2}`, `{-}_{2}`
    tiny: ($) => seq(alias(token(/\{[+\-]\}_\{/), $.word), commas($._expression), "}"),

    // Literals.
    game: ($) =>
      choice(
        seq("<", optional($._angle_side), repeat(seq($.bar, optional($._angle_side))), ">"),
        seq(choice("{", "\\{"), $._brace_sides, choice("}", "\\}")),
      ),

    _angle_side: ($) => commas(alias($.angle_member, $.member)),

    _brace_sides: ($) => seq(optional($._brace_side), repeat1(seq($.bar, optional($._brace_side)))),

    _brace_side: ($) => commas(alias($.brace_member, $.member)),

    angle_member: ($) => seq($._option, repeat(alias($.angle_clause, $.clause))),

    angle_clause: ($) =>
      choice(
        seq("for", $._clause_pattern, choice("in", "below"), field("source", $._option)),
        seq("if", $._angle_condition),
      ),

    brace_member: ($) => seq($._option, repeat(alias($.brace_clause, $.clause))),

    brace_clause: ($) =>
      choice(
        seq("for", $._clause_pattern, choice("in", "below"), field("source", $._option)),
        seq("if", $._brace_condition),
      ),

    bar: () => token(prec(1, choice(/\|+/, "∥", "‖", "\\mid", "\\vert", "\\|", "\\Vert", "\\parallel"))),

    form: ($) => seq("form", choice($.game, $.labelled, alias($.set, $.game))),

    // `loop a <a|0>`: no other name stands before a name.
    labelled: ($) => seq(alias($.name, $.word), $._binder, choice($.game, alias($.set, $.game))),

    set: ($) => seq(choice("{", "\\{"), optional($._brace_side), choice("}", "\\}")),

    list: ($) => seq("[", optional(commas($.member)), "]"),

    member: ($) => seq($._expression, repeat($.clause)),

    clause: ($) =>
      choice(
        seq("for", $._clause_pattern, choice("in", "below"), field("source", $._expression)),
        seq("if", $._expression),
      ),

    _clause_pattern: ($) => field("pattern", choice(commas($._binder), $.parameters, $.parts)),

    graph: ($) => seq("graph", "<", optional(seq($.entry, repeat(seq(";", $.entry)))), optional(";"), ">"),

    entry: ($) =>
      seq(
        field("vertex", $._vertex),
        optional(choice(
          seq(alias(choice("->", "→", "-L>", "-R>"), $.arrow), commas($._target)),
          repeat1(seq(alias("--", $.arrow), commas($._target))),
          seq(":", field("class", $._option)),
        )),
        repeat(alias($.angle_clause, $.clause)),
      ),

    _vertex: ($) =>
      choice(alias($.name, $.vertex), $.number, $.text, $.list, $.call, $.index, $.field, $.group, $.nimber),

    _target: ($) => choice($._option, $.targets),

    targets: ($) => seq("(", $._expression, repeat1($.clause), ")"),

    hackenbush: ($) => seq(alias(token(/hackenbush[ \t]*</), $.word), optional(seq($.path, repeat(seq(";", $.path)))), optional(";"), ">"),

    path: ($) =>
      seq($._place, repeat1(seq(alias(token(/-[BRG]-/), $.edge), $._place)), repeat(alias($.angle_clause, $.clause))),

    _place: ($) => choice(prec(1, alias($.name, $.vertex)), $._option),

    comment: () => token(/#[^\n]*/),

    expected: () => token(prec(1, /#=>[^\n]*/)),
  },
});
