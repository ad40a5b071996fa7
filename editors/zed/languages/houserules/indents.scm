(block "}" @end) @indent
(parenthesized ")" @end) @indent
(arguments ")" @end) @indent
(card_literal "]" @end) @indent
