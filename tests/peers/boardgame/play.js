// Random play-outs of games of boardgame.io, as its own bots play them out: every move is made by
// the game's reducer, out of the list that `enumerate` gives (`MCTSBot.playout` does the same).
//
// It first writes a line that says what it is, then answers lines `GAME MILLISECONDS` with how many
// games it played in that time and how they came out (`tests/src/peers` asks).
'use strict';

process.env.NODE_ENV = 'production';
const { CreateGameReducer, InitializeGame, ProcessGameConfig } = require('boardgame.io/internal');
const { RandomBot } = require('boardgame.io/ai');
const readline = require('node:readline');
const { version } = require('boardgame.io/package.json');
const games = require('./games.js');

const MOST = 5000;
const SEATS = { crazy_eights: 4 };

const prepared = {};
for (const [name, written] of Object.entries(games)) {
  const numPlayers = SEATS[name] ?? 2;
  const bot = new RandomBot({ enumerate: written.ai.enumerate });
  // Nobody takes anything back, so nothing is kept for it.
  const game = ProcessGameConfig({ name, ...written, disableUndo: true });
  // States are never written to: where nothing is shuffled, all games begin with the same one.
  const first = InitializeGame({ game, numPlayers });
  const begin = game.shuffled ? () => InitializeGame({ game, numPlayers }) : () => first;
  prepared[name] = { bot, begin, reduce: CreateGameReducer({ game }) };
}

// Plays a game; gives the number of moves and what the game says of its end.
function playout({ bot, begin, reduce }) {
  let state = begin();
  let made = 0;
  while (state.ctx.gameover === undefined && made < MOST) {
    const moves = bot.enumerate(state.G, state.ctx, state.ctx.currentPlayer);
    state = reduce(state, bot.random(moves));
    made += 1;
  }
  return { made, over: state.ctx.gameover ?? {} };
}

// What the process computed, its collector of garbage and its compiler with it.
function nanoseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}

function slice(name, milliseconds) {
  const [began, until] = [nanoseconds(), nanoseconds() + milliseconds * 1e6];
  const played = { games: 0, decisions: 0, won: [0, 0] };
  while (nanoseconds() < until) {
    const { made, over } = playout(prepared[name]);
    const winners = over.winners ?? [over.winner];
    played.games += 1;
    played.decisions += made;
    for (const seat of [0, 1]) played.won[seat] += winners.includes(String(seat)) ? 1 : 0;
  }
  return { ...played, nanoseconds: nanoseconds() - began };
}

// Of all moves, each as likely: as our policy `random-options` draws.
const title = `boardgame.io ${version}, Node ${process.versions.node}`;
const policy = 'random-options';
console.log(JSON.stringify({ title, policy, games: Object.keys(games) }));
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const [name, milliseconds] = line.split(' ');
  console.log(JSON.stringify(slice(name, Number(milliseconds))));
});
