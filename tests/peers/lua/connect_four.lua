-- Connect four: 42 squares with a rim around them, and the height of each column; the lines through
-- the disc that fell are walked.
local random = math.random

local COLUMNS, ROWS, WIDE = 7, 6, 9
local squares, heights, open = {}, {}, {}

-- How many discs of the seat lie one after the other from a square, in one direction.
local function run(at, step, seat)
  local n = 0
  at = at + step
  while squares[at] == seat do
    n = n + 1
    at = at + step
  end
  return n
end

local function in_line(at, step, seat)
  return run(at, step, seat) + run(at, -step, seat) >= 3
end

-- Plays a game; gives the number of moves and the winner: 1, 2, or 0 for a draw.
local function playout()
  for i = 0, WIDE * (ROWS + 2) - 1 do squares[i] = 0 end
  for column = 1, COLUMNS do
    heights[column], open[column] = 0, column
  end
  local left, made, seat = COLUMNS, 0, 1
  while left > 0 do
    local pick = random(left)
    local column = open[pick]
    local row = heights[column] + 1
    local at = row * WIDE + column
    squares[at] = seat
    heights[column] = row
    if row == ROWS then
      open[pick] = open[left]
      left = left - 1
    end
    made = made + 1
    if in_line(at, 1, seat) or in_line(at, WIDE, seat)
      or in_line(at, WIDE + 1, seat) or in_line(at, WIDE - 1, seat) then
      return made, seat
    end
    seat = 3 - seat
  end
  return made, 0
end

return playout
