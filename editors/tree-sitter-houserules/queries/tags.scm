(item
  keyword: (keyword) @_word
  name: (identifier) @name
  (#any-of? @_word "to" "action" "attempt" "menu" "define")) @definition.function
(item
  keyword: (keyword) @_word
  name: (identifier) @name
  (#any-of? @_word "card" "tile" "enum" "unit" "map" "each" "deck")) @definition.type
(item
  keyword: (keyword) @_word
  name: (identifier) @name
  (#any-of? @_word "option" "set")) @definition.constant
(item
  keyword: (keyword) @_word
  name: (text) @name
  (#any-of? @_word "game" "variant" "test")) @definition.module
(call name: (identifier) @name) @reference.call
