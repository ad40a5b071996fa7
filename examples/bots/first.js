#!/usr/bin/env node
// A bot for any game: it does something rather than pass, and the last thing that is open.
const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const asked = JSON.parse(line);
  if (asked.error) {
    console.error(asked.error.message);
    return;
  }
  const { seat, actions } = asked.choose;
  // What lies before this seat, and what has happened since it was asked last.
  const mine = asked.view.groups.find((group) => group.seat === seat);
  const news = asked.log.lines;
  if (!mine && news.length === 0) console.error("nothing is known yet");
  const idle = (action) => ["pass", "decline", "done"].includes(action.words);
  const best = actions.filter((action) => !idle(action)).pop() ?? actions[0];
  console.log(JSON.stringify({ action: best.action }));
});
