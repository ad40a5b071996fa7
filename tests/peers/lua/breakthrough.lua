-- Breakthrough: eight by eight squares with a rim at the sides, and a list of each side's men; a
-- man is drawn until one is found that can go.
local random = math.random

-- A row is ten squares wide; the first and the last are the rim.
local WIDE, RIM = 10, 3
-- Whose man stands on a square, and which place of the list is its.
local squares, places = {}, {}
local lists, counts, ways = {{}, {}}, {}, {}

local function set_up()
  counts[1], counts[2] = 0, 0
  for row = 0, 7 do
    local seat = row < 2 and 1 or row > 5 and 2 or 0
    squares[row * WIDE], squares[row * WIDE + 9] = RIM, RIM
    for at = row * WIDE + 1, row * WIDE + 8 do
      squares[at] = seat
      if seat ~= 0 then
        local n = counts[seat] + 1
        counts[seat], lists[seat][n], places[at] = n, at, n
      end
    end
  end
end

-- A man that can go, and where it goes; nothing if no man of the seat can.
local function step(seat, ahead)
  local men, left, other = lists[seat], counts[seat], 3 - seat
  while left > 0 do
    local drawn = random(left)
    local from = men[drawn]
    local to, n = from + ahead, 0
    local a, c = squares[to - 1], squares[to + 1]
    if a == 0 or a == other then n = n + 1; ways[n] = to - 1 end
    if squares[to] == 0 then n = n + 1; ways[n] = to end
    if c == 0 or c == other then n = n + 1; ways[n] = to + 1 end
    if n > 0 then return from, ways[random(n)] end
    -- It is not drawn again.
    men[drawn], men[left] = men[left], from
    places[men[drawn]], places[from] = drawn, left
    left = left - 1
  end
end

local function take(seat, at)
  local men, n = lists[seat], counts[seat]
  local place, last = places[at], men[n]
  men[place], places[last], counts[seat] = last, place, n - 1
end

-- Plays a game; gives the number of moves and the winner, 1 or 2.
local function playout()
  set_up()
  local made, seat, ahead = 0, 1, WIDE
  while true do
    local from, to = step(seat, ahead)
    if not from then return made, 3 - seat end
    if squares[to] ~= 0 then take(3 - seat, to) end
    local place = places[from]
    lists[seat][place], places[to] = to, place
    squares[from], squares[to] = 0, seat
    made = made + 1
    if to < 10 or to >= 70 or counts[3 - seat] == 0 then return made, seat end
    seat, ahead = 3 - seat, -ahead
  end
end

return playout
