// The games as boardgame.io has them: a state, moves that change it, when it ends, and for bots
// every move that a seat has. As its guide does, moves only change the state (they are handed a
// draft of it, which is slow to read), and `endIf` looks whether somebody has won; that is asked
// twice a move, so it looks only at what the last move can have decided.
'use strict';

const one_move = { minMoves: 1, maxMoves: 1 };
const INVALID_MOVE = 'INVALID_MOVE';

// The lines through each square.
const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
];
const THROUGH = [...Array(9).keys()].map((at) => LINES.filter((line) => line.includes(at)));

const tic_tac_toe = {
  setup: () => ({ cells: Array(9).fill(null), last: null, made: 0 }),
  turn: one_move,
  moves: {
    take({ G, playerID }, at) {
      if (G.cells[at] !== null) return INVALID_MOVE;
      G.cells[at] = playerID;
      G.last = at;
      G.made += 1;
    },
  },
  endIf({ G: { cells, last, made } }) {
    if (last === null) return;
    const whose = cells[last];
    const full = ([a, b, c]) => cells[a] === whose && cells[b] === whose && cells[c] === whose;
    if (THROUGH[last].some(full)) {
      return { winner: whose };
    }
    if (made === 9) return { draw: true };
  },
  ai: {
    enumerate(G) {
      const moves = [];
      for (let at = 0; at < 9; at++) {
        if (G.cells[at] === null) moves.push({ move: 'take', args: [at] });
      }
      return moves;
    },
  },
};

// A row is nine squares wide, with a rim around.
const WIDE = 9;
const WAYS = [1, WIDE - 1, WIDE, WIDE + 1];

const in_line = (cells, at, step) => {
  let n = 1;
  for (let to = at + step; cells[to] === cells[at]; to += step) n++;
  for (let to = at - step; cells[to] === cells[at]; to -= step) n++;
  return n >= 4;
};

const connect_four = {
  setup: () => ({ cells: Array(72).fill(null), heights: Array(8).fill(0), last: null, made: 0 }),
  turn: one_move,
  moves: {
    drop({ G, playerID }, column) {
      const row = G.heights[column] + 1;
      if (row > 6) return INVALID_MOVE;
      const at = row * WIDE + column;
      G.heights[column] = row;
      G.cells[at] = playerID;
      G.last = at;
      G.made += 1;
    },
  },
  endIf({ G: { cells, last, made } }) {
    if (last === null) return;
    if (WAYS.some((step) => in_line(cells, last, step))) return { winner: cells[last] };
    if (made === 42) return { draw: true };
  },
  ai: {
    enumerate(G) {
      const moves = [];
      for (let column = 1; column <= 7; column++) {
        if (G.heights[column] < 6) moves.push({ move: 'drop', args: [column] });
      }
      return moves;
    },
  },
};

// Whether a man of a seat may go from one square to another, one row ahead. A row is ten squares
// wide, the first and the last are the rim.
const may_go = (cells, seat, from, to) => {
  const there = cells[to];
  const straight = Math.abs(to - from) === 10;
  return there === null || (!straight && there === (seat === '0' ? '1' : '0'));
};

const breakthrough = {
  setup: () => {
    const cells = Array(80).fill(null);
    for (let at = 0; at < 80; at++) {
      if (at % 10 === 0 || at % 10 === 9) cells[at] = 'rim';
      else if (at < 20) cells[at] = '0';
      else if (at >= 60) cells[at] = '1';
    }
    return { cells, men: { 0: 16, 1: 16 }, last: null };
  },
  turn: one_move,
  moves: {
    step({ G, playerID }, from, to) {
      const { cells, men } = G;
      const ahead = Math.abs(to - from - (playerID === '0' ? 10 : -10));
      if (cells[from] !== playerID || ahead > 1 || !may_go(cells, playerID, from, to)) {
        return INVALID_MOVE;
      }
      if (cells[to] !== null) men[cells[to]] -= 1;
      cells[from] = null;
      cells[to] = playerID;
      G.last = to;
    },
  },
  endIf({ G: { cells, men, last } }) {
    if (last === null) return;
    if (last < 10 || last >= 70 || men[0] === 0 || men[1] === 0) return { winner: cells[last] };
  },
  ai: {
    enumerate({ cells }, ctx, seat) {
      const moves = [];
      for (let from = 1; from < 79; from++) {
        if (cells[from] !== seat) continue;
        const ahead = from + (seat === '0' ? 10 : -10);
        for (let to = ahead - 1; to <= ahead + 1; to++) {
          if (may_go(cells, seat, from, to)) moves.push({ move: 'step', args: [from, to] });
        }
      }
      return moves;
    },
  },
};

const EIGHT = 7;
const rank = (card) => card % 13;
const suit = (card) => Math.floor(card / 13);
const follows = ({ heap, called }, card) =>
  rank(card) !== EIGHT && (suit(card) === called || rank(card) === rank(heap[heap.length - 1]));
const may_draw = ({ drawn, stock, heap }) => drawn < 3 && (stock.length > 0 || heap.length > 1);
const all_moves = (G, seat) => {
  const moves = [];
  for (const card of G.hands[seat]) {
    if (follows(G, card)) moves.push({ move: 'follow', args: [card] });
    if (rank(card) !== EIGHT) continue;
    for (let called = 0; called < 4; called++) moves.push({ move: 'eight', args: [card, called] });
  }
  if (may_draw(G)) moves.push({ move: 'draw', args: [] });
  return moves.length > 0 ? moves : [{ move: 'sit_out', args: [] }];
};
const lay = (G, place, hand, called) => {
  G.heap.push(hand[place]);
  hand.splice(place, 1);
  G.called = called;
  G.idle = 0;
};

const crazy_eights = {
  shuffled: true,
  setup: ({ ctx, random }) => {
    const stock = random.Shuffle([...Array(52).keys()]);
    const hands = Array.from({ length: ctx.numPlayers }, () => stock.splice(-5));
    const heap = [stock.pop()];
    return { hands, stock, heap, called: suit(heap[0]), drawn: 0, idle: 0 };
  },
  turn: {
    onBegin({ G }) {
      G.drawn = 0;
    },
  },
  moves: {
    follow({ G, playerID, events }, card) {
      const hand = G.hands[playerID];
      const place = hand.indexOf(card);
      if (place < 0 || !follows(G, card)) return INVALID_MOVE;
      lay(G, place, hand, suit(card));
      events.endTurn();
    },
    eight({ G, playerID, events }, card, called) {
      const hand = G.hands[playerID];
      const place = hand.indexOf(card);
      if (place < 0 || rank(card) !== EIGHT) return INVALID_MOVE;
      lay(G, place, hand, called);
      events.endTurn();
    },
    draw({ G, playerID, random }) {
      if (!may_draw(G)) return INVALID_MOVE;
      if (G.stock.length === 0) {
        const top = G.heap.pop();
        G.stock = random.Shuffle(G.heap);
        G.heap = [top];
      }
      G.hands[playerID].push(G.stock.pop());
      G.drawn += 1;
    },
    sit_out({ G, playerID, events }) {
      if (all_moves(G, playerID)[0].move !== 'sit_out') return INVALID_MOVE;
      G.idle += 1;
      events.endTurn();
    },
  },
  endIf({ G: { hands, idle } }) {
    if (idle < hands.length && hands.every((hand) => hand.length > 0)) return;
    const sizes = hands.map((hand) => hand.length);
    const least = Math.min(...sizes);
    return { winners: sizes.flatMap((size, at) => (size === least ? [String(at)] : [])) };
  },
  ai: { enumerate: (G, ctx, seat) => all_moves(G, seat) },
};

module.exports = { tic_tac_toe, connect_four, breakthrough, crazy_eights };
