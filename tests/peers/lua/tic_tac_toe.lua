-- Tic-tac-toe: nine squares; after each move the eight lines, those through the middle first.
local random = math.random

local b, free = {}, {}

local function has_line(s)
  if b[5] == s and (b[1] == s and b[9] == s or b[2] == s and b[8] == s
      or b[3] == s and b[7] == s or b[4] == s and b[6] == s) then
    return true
  end
  if b[1] == s and (b[2] == s and b[3] == s or b[4] == s and b[7] == s) then return true end
  return b[9] == s and (b[3] == s and b[6] == s or b[7] == s and b[8] == s)
end

-- Plays a game; gives the number of moves and the winner: 1, 2, or 0 for a draw.
local function playout()
  for i = 1, 9 do
    b[i], free[i] = 0, i
  end
  local seat = 1
  for made = 1, 9 do
    local left = 10 - made
    local pick = random(left)
    b[free[pick]] = seat
    free[pick] = free[left]
    if has_line(seat) then return made, seat end
    seat = 3 - seat
  end
  return 9, 0
end

return playout
