// What the grammar cannot see: where a statement ends, and whether a star is glued to what stands before it.

#include "tree_sitter/parser.h"

enum Token { NEWLINE, PLUS_STAR, ERROR_SENTINEL };

void *tree_sitter_cg_external_scanner_create(void) { return NULL; }
void tree_sitter_cg_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_cg_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}
void tree_sitter_cg_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

static bool is_blank(int32_t sign) {
  return sign == ' ' || sign == '\t' || sign == '\f' || sign == '\r' || sign == 0xa0 || sign == 0x2009 ||
         sign == 0x202f || sign == 0xfeff;
}

static bool is_letter(int32_t sign) {
  return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') || sign == '_' || (sign >= '0' && sign <= '9') ||
         sign == 0x3c9;
}

static bool is_star(int32_t sign) { return sign == '*' || sign == 0x2217 || sign == 0x22c6; }

// Whether a value may start with this sign.
static bool starts_operand(int32_t sign) {
  switch (sign) {
    case '"': case '(': case '[': case '{': case '<': case '-': case '^': case '\\':
    case 0x2191: case 0x21d1: case 0x2193: case 0x21d3: case 0xb1: case 0x2212: case 0x221e:
      return true;
    default:
      return is_letter(sign) || is_star(sign) || (sign >= 0xbc && sign <= 0xbe) || (sign >= 0x2150 && sign <= 0x215e);
  }
}

// Reads a word of at most a few letters; true if it is this one.
static bool is_word(const char *word, const char *wanted) {
  while (*word && *word == *wanted) {
    word++;
    wanted++;
  }
  return *word == *wanted;
}

// A line ends, unless the next one goes on with `then`, `else`, `do`, with `where` and a name, or with `with` and a claim.
static bool scan_newline(TSLexer *lexer) {
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  if (lexer->lookahead != '\n') return false;
  lexer->advance(lexer, false);
  lexer->mark_end(lexer);
  lexer->result_symbol = NEWLINE;
  for (;;) {
    while (is_blank(lexer->lookahead) || lexer->lookahead == '\n') lexer->advance(lexer, false);
    if (lexer->lookahead != '#') break;
    while (lexer->lookahead != '\n' && !lexer->eof(lexer)) lexer->advance(lexer, false);
  }
  char word[6] = {0};
  for (int i = 0; i < 5 && is_letter(lexer->lookahead); i++) {
    word[i] = (char)lexer->lookahead;
    lexer->advance(lexer, false);
  }
  if (is_letter(lexer->lookahead)) return true;
  if (is_word(word, "then") || is_word(word, "else") || is_word(word, "do")) return false;
  if (!is_word(word, "with") && !is_word(word, "where")) return true;
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, false);
  return !is_letter(lexer->lookahead);
}

// `2*`: the star touches its left operand, and no value touches it.
static bool scan_plus_star(TSLexer *lexer) {
  if (!is_star(lexer->lookahead)) return false;
  lexer->advance(lexer, false);
  lexer->mark_end(lexer);
  lexer->result_symbol = PLUS_STAR;
  if (lexer->lookahead == '+') {
    lexer->advance(lexer, false);
    return lexer->lookahead != '-';
  }
  return !starts_operand(lexer->lookahead);
}

bool tree_sitter_cg_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid_symbols) {
  (void)payload;
  if (valid_symbols[ERROR_SENTINEL]) return false;
  if (valid_symbols[PLUS_STAR] && is_star(lexer->lookahead)) return scan_plus_star(lexer);
  return valid_symbols[NEWLINE] && scan_newline(lexer);
}
