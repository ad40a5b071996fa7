(identifier) @variable
(comment) @comment
(prose) @comment.doc
(number) @number
(money) @number
(rule_id) @label
(text) @string
(escape) @string.escape
(operator) @operator
(punctuation) @punctuation.delimiter
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
(hole ["{" "}"] @punctuation.special)

(keyword) @keyword
((keyword) @constant
  (#any-of? @constant "yes" "no" "none" "empty" "everything" "nobody"))
((keyword) @variable.special
  (#any-of? @variable.special "me" "this" "players" "opponents"))
((identifier) @type
  (#any-of? @type "Number" "Player" "Square" "Name" "Side" "Spot" "Text"))

(card_literal (identifier) @constant)
(member name: (identifier) @property)
(call name: (identifier) @function)
(item name: (identifier) @function)
(item
  keyword: (keyword) @keyword
  name: (identifier) @type
  (#any-of? @keyword "card" "tile" "enum" "unit" "map" "each"))
