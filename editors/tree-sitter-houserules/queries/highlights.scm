; Of patterns that name the same node, the later one wins.

(identifier) @variable
(comment) @comment
(prose) @comment.documentation
(number) @number
(money) @number
(rule_id) @label
(escape) @string.escape
(text) @string
(operator) @operator
(punctuation) @punctuation.delimiter
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
(hole ["{" "}"] @punctuation.special)
"." @punctuation.delimiter

(keyword) @keyword
((keyword) @keyword.conditional
  (#any-of? @keyword.conditional "if" "else" "when" "otherwise" "then"))
((keyword) @keyword.repeat
  (#any-of? @keyword.repeat "for" "each" "repeat" "again" "until"))
((keyword) @keyword.operator
  (#any-of? @keyword.operator "and" "or" "not" "is" "in" "has" "mod"))
((keyword) @constant.builtin
  (#any-of? @constant.builtin "yes" "no" "none" "empty" "everything" "nobody"))
((keyword) @variable.builtin
  (#any-of? @variable.builtin "me" "this" "players" "opponents"))
((identifier) @type.builtin
  (#any-of? @type.builtin "Number" "Player" "Square" "Name" "Side" "Spot" "Text"))

(card_literal (identifier) @constant)
(card_literal (keyword) @constant)
(member name: (identifier) @property)
(member name: (keyword) @property)
(member name: (identifier) @function.method (arguments))
(call name: (identifier) @function.call)

(item layer: (keyword) @keyword.modifier)
(item keyword: (keyword) @keyword.function)
(item name: (text) @string.special)
(item
  keyword: (keyword) @_word
  name: (identifier) @function
  (#any-of? @_word "to" "action" "attempt" "menu" "define" "before" "after" "change" "forbid"))
(item
  keyword: (keyword) @_word
  name: (identifier) @type
  (#any-of? @_word "card" "tile" "enum" "unit" "map" "each"))
