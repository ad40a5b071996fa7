[(block) (parenthesized) (arguments) (card_literal)] @indent.begin
["}" ")" "]"] @indent.branch @indent.end
