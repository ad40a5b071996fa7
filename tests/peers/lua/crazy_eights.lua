-- Crazy eights for four: hands are lists of cards from 0 to 51 (suit times 13, and rank), stock and
-- heap too.
local random, floor = math.random, math.floor

local SEATS, HAND, DRAWS_AT_MOST, MOST, EIGHT = 4, 5, 3, 5000, 7
local suits, ranks = {}, {}
for card = 0, 51 do
  suits[card], ranks[card] = floor(card / 13), card % 13
end
local hands, counts = {{}, {}, {}, {}}, {}
local stock, heap, in_stock, in_heap
local found = {}

local function shuffle(cards, n)
  for i = n, 2, -1 do
    local j = random(i)
    cards[i], cards[j] = cards[j], cards[i]
  end
end

local function draw(seat)
  if in_stock == 0 then
    stock, heap = heap, stock
    in_stock = in_heap - 1
    heap[1], in_heap = stock[in_heap], 1
    shuffle(stock, in_stock)
  end
  counts[seat] = counts[seat] + 1
  hands[seat][counts[seat]] = stock[in_stock]
  in_stock = in_stock - 1
end

local function lay(seat, place)
  local hand, n = hands[seat], counts[seat]
  in_heap = in_heap + 1
  heap[in_heap] = hand[place]
  hand[place] = hand[n]
  counts[seat] = n - 1
end

local function deal()
  stock, heap = {}, {}
  for card = 0, 51 do stock[card + 1] = card end
  shuffle(stock, 52)
  in_stock, in_heap = 52, 1
  for seat = 1, SEATS do
    counts[seat] = 0
    for _ = 1, HAND do draw(seat) end
  end
  heap[1] = stock[in_stock]
  in_stock = in_stock - 1
  return suits[heap[1]]
end

-- Who has the fewest cards, as a mask of seats.
local function smallest()
  local least, mask = math.min(unpack(counts)), 0
  for seat = 1, SEATS do
    if counts[seat] == least then mask = mask + 2 ^ (seat - 1) end
  end
  return mask
end

-- Plays a game; gives the number of choices and a mask of the winners. A game that is not over
-- after so many choices is left.
local function playout()
  local called = deal()
  local seat, choices, idle, drawn = 1, 0, 0, 0
  while true do
    local hand, rank = hands[seat], ranks[heap[in_heap]]
    -- Cards that follow are listed from the front, eights from the back.
    local follow, eights = 0, 0
    for place = 1, counts[seat] do
      local card = hand[place]
      if ranks[card] == EIGHT then
        eights = eights + 1
        found[53 - eights] = place
      elseif suits[card] == called or ranks[card] == rank then
        follow = follow + 1
        found[follow] = place
      end
    end
    local may_draw = drawn < DRAWS_AT_MOST and (in_stock > 0 or in_heap > 1)
    local offers = (follow > 0 and 1 or 0) + (eights > 0 and 1 or 0) + (may_draw and 1 or 0)
    local pick = offers > 1 and random(offers) or offers
    choices = choices + 1
    local again = false
    if offers == 0 then
      idle = idle + 1
    elseif follow > 0 and pick == 1 then
      local place = found[random(follow)]
      called, idle = suits[hand[place]], 0
      lay(seat, place)
    elseif eights > 0 and pick == (follow > 0 and 2 or 1) then
      lay(seat, found[53 - random(eights)])
      called, idle = random(4) - 1, 0
    else
      drawn, again = drawn + 1, true
      draw(seat)
    end
    if counts[seat] == 0 or idle == SEATS then return choices, smallest() end
    if choices >= MOST then return choices, 0 end
    if not again then
      seat, drawn = seat % SEATS + 1, 0
    end
  end
end

return playout
