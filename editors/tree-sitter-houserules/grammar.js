// The shape of a rulebook, for colours, folding and outlines: items with headings, blocks, sentences as runs of words.
// It is lenient; what is wrong is told by `houserules lsp`. src/scanner.c finds where items and sentences begin.

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// Words that open an item, and what may stand behind them before its name.
const ITEMS = [
  "game", "module", "variant", "within", "players", "use", "option", "unit", "enum", "card", "tile", "map", "deck",
  "define", "to", "action", "attempt", "menu", "setup", "play", "before", "after", "change", "forbid", "physical",
  "set", "test", "when",
];
const LAYERS = ["replace", "remove", "extend"];

// All other words of the language.
const WORDS = [
  "again", "all", "and", "any", "as", "asking", "at", "because", "bookkeeping", "bottom", "by", "cannot", "capped",
  "chance", "choose", "chooses", "costing", "count", "deep", "difference", "distance", "do", "does", "drawn", "each",
  "edges", "else", "empty", "end", "ends", "every", "everything", "expect", "expecting", "first", "for", "from",
  "games", "give", "given", "gives", "grid", "has", "hide", "if", "in", "instead", "is", "it", "joins", "knows",
  "late", "least", "let", "lines", "list", "lost", "may", "me", "mod", "more", "most", "move", "needs", "next", "no",
  "nobody", "none", "not", "of", "on", "once", "only", "onwards", "openly", "opponents", "or", "order", "otherwise",
  "out", "over", "owner", "pass", "passes", "per", "phase", "pile", "places", "race", "repeat", "rest", "round", "row",
  "rules", "runs", "say", "secretly", "seed", "seen", "sees", "show", "shuffle", "shuffles", "simulate", "slot",
  "slots", "spots", "squares", "sum", "swap", "table", "the", "then", "there", "this", "those", "through", "times",
  "told", "top", "turn", "until", "up", "usual", "way", "where", "with", "won", "works", "wrong", "yes", "zone",
];

module.exports = grammar({
  name: "houserules",

  externals: $ => [$._head, $._line, $._never],
  extras: $ => [/\s/, $.comment],
  word: $ => $.identifier,

  rules: {
    source_file: $ => seq(repeat($._part), repeat(choice($.prose, $.item))),

    item: $ => seq(
      $._head,
      // `remove from deck peso_deck { … }`
      optional(seq(field("layer", alias(choice(...LAYERS), $.keyword)), optional(alias("from", $.keyword)))),
      $._heading,
      repeat($._part),
    ),

    _heading: $ => prec.right(choice(
      seq(
        field("keyword", alias(choice(...ITEMS), $.keyword)),
        optional(field("name", choice($.identifier, $.text))),
      ),
      seq(
        field("keyword", alias("each", $.keyword)),
        field("name", choice($.identifier, $.keyword)),
        optional(alias("has", $.keyword)),
      ),
      seq(field("keyword", alias("the", $.keyword)), field("name", alias("table", $.keyword))),
      seq(field("keyword", alias("instead", $.keyword)), alias("of", $.keyword), field("name", $.identifier)),
      seq(field("keyword", alias("rules", $.keyword)), alias("for", $.keyword)),
      // `replace ends of round …`, `remove phase "digging"`
      seq(
        field("keyword", alias(choice("ends", "round", "turn", "phase"), $.keyword)),
        optional(field("name", $.text)),
      ),
    )),

    block: $ => seq(
      "{",
      optional($.sentence),
      repeat(choice($.prose, seq($._line, $.sentence))),
      "}",
    ),

    sentence: $ => prec.right(repeat1($._part)),

    _part: $ => choice(
      $.block,
      $.parenthesized,
      $.card_literal,
      $.call,
      $.member,
      $.text,
      $.money,
      $.number,
      $.rule_id,
      $.possessive,
      $.keyword,
      $.identifier,
      $.operator,
      $.punctuation,
    ),

    keyword: _ => choice(...ITEMS, ...LAYERS, ...WORDS),
    // A method for cards in play, a deed, a word with parameters.
    call: $ => prec(1, seq(field("name", $.identifier), field("arguments", $.arguments))),
    arguments: $ => seq(token.immediate("("), repeat($._part), ")"),
    member: $ => prec.right(seq(
      ".",
      field("name", choice($.identifier, $.keyword)),
      optional(field("arguments", $.arguments)),
    )),
    parenthesized: $ => seq("(", repeat($._part), ")"),
    card_literal: $ => seq("[", repeat($._part), "]"),

    text: $ => seq('"', repeat(choice($.text_content, $.escape, $.hole)), token.immediate('"')),
    text_content: _ => token.immediate(prec(2, /[^"\\{\n]+/)),
    escape: _ => token.immediate(prec(2, /\\./)),
    hole: $ => seq(token.immediate(prec(2, "{")), repeat($._part), "}"),

    possessive: $ => seq(field("name", $.identifier), token.immediate("'s")),
    identifier: _ => /[\p{XID_Start}_][\p{XID_Continue}]*/,
    number: _ => /[0-9]+/,
    money: _ => /[$€£][0-9]+/,
    rule_id: _ => token(prec(1, /[A-Z][A-Za-z0-9]*-[0-9]+/)),
    operator: _ => choice("+", "-", "*", "/", "=", "<", ">", "<=", ">=", "+=", "-=", "->", "..", "|"),
    punctuation: _ => choice(",", ":"),

    // `////` is a remark again.
    comment: _ => token(choice(/\/\/[^\/\n][^\n]*/, /\/\//, /\/\/\/\/[^\n]*/)),
    prose: _ => token(choice(/\/\/\/[^\/\n][^\n]*/, /\/\/\//)),
  },
});
