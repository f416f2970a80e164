; Colours, as the prompt has them.

(comment) @comment
(expected) @comment

[
  "and" "or" "not" "if" "then" "else" "for" "in" "below" "by" "do" "end"
  "game" "check" "import" "form" "graph" "with" "where"
] @keyword
(word) @keyword

(boolean) @constant.builtin
(number) @number
(fraction) @number
(superscript) @number
(nimber) @number
(ups) @number
(text) @string

(name) @variable
(parameter) @variable.parameter
(vertex) @constant
(claim (name) @keyword)
(field field: (name) @property)
(named_argument name: (name) @variable.parameter)
(call function: (name) @function.call)
(local name: (name) @variable)
(definition name: (name) @function parameters: (_))
(game_definition name: (name) @function)

[
  "+" "-" "−" "*" "∗" "⋆" "/" "·" "×" "^" "⊕" "±" "+-" "&" ":" ".." "." "="
  "==" "!=" "<=" ">=" "≤" "≥" "≠" "||" "<|" "|>" "∥" "⧏" "⧐"
  ":=" "->" "→"
] @operator
(comparison ["<" ">"] @operator)
(arrow) @operator
(edge) @operator

["(" ")" "[" "]" "{" "}"] @punctuation.bracket
(game ["<" ">"] @punctuation.bracket)
(graph ["<" ">"] @punctuation.bracket)
(hackenbush ">" @punctuation.bracket)
(bar) @punctuation.delimiter
["," ";"] @punctuation.delimiter
