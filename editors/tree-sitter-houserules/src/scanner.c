// Where items and sentences begin: both are told by the line, which the grammar does not see.
#include "tree_sitter/parser.h"
#include <string.h>

enum Token { HEAD, LINE, NEVER };

static const char *const ITEMS[] = {
    "game",   "module", "variant", "within", "players", "use",    "option",  "unit",  "enum",
    "card",   "tile",   "map",     "deck",   "each",    "the",    "define",  "to",    "action",
    "attempt", "menu",  "setup",   "play",   "before",  "after",  "instead", "when",  "change",
    "forbid", "rules",  "physical", "replace", "remove", "extend", "set",    "test",
};

enum { LONGEST = 16 };

static bool opens_item(TSLexer *lexer) {
  char word[LONGEST] = {0};
  int length = 0;
  while (lexer->lookahead >= 'a' && lexer->lookahead <= 'z' && length < LONGEST - 1) {
    word[length++] = (char)lexer->lookahead;
    lexer->advance(lexer, false);
  }
  int32_t next = lexer->lookahead;
  bool goes_on = next == '_' || next > 127 || (next >= 'A' && next <= 'Z') || (next >= 'a' && next <= 'z') ||
                 (next >= '0' && next <= '9');
  for (size_t at = 0; !goes_on && at < sizeof ITEMS / sizeof *ITEMS; at++) {
    if (strcmp(word, ITEMS[at]) == 0) return true;
  }
  return false;
}

static bool begins_sentence(int32_t c) {
  return c == '_' || c > 127 || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

void *tree_sitter_houserules_external_scanner_create(void) { return NULL; }
void tree_sitter_houserules_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_houserules_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload, (void)buffer;
  return 0;
}
void tree_sitter_houserules_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload, (void)buffer, (void)length;
}

bool tree_sitter_houserules_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  (void)payload;
  if (!valid[HEAD] && !valid[LINE]) return false;
  bool begins = lexer->get_column(lexer) == 0;
  while (lexer->lookahead == ' ' || lexer->lookahead == '\t' || lexer->lookahead == '\r' || lexer->lookahead == '\n') {
    begins |= lexer->lookahead == '\n';
    lexer->advance(lexer, true);
  }
  if (!begins || lexer->eof(lexer) || !begins_sentence(lexer->lookahead)) return false;
  lexer->mark_end(lexer);
  bool at_the_edge = lexer->get_column(lexer) == 0;
  if (valid[HEAD] && at_the_edge && opens_item(lexer)) {
    lexer->result_symbol = HEAD;
    return true;
  }
  // `valid[NEVER]`: the parser is looking for a place to go on behind a mistake.
  if (!valid[LINE] || valid[NEVER]) return false;
  lexer->result_symbol = LINE;
  return true;
}
