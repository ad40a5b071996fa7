// Reads every rulebook with the grammar as an editor does, and looks at some words of each sort.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const textmate = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");

const wasm = readFileSync(join(dirname(require.resolve("vscode-oniguruma")), "onig.wasm"));
await oniguruma.loadWASM(wasm);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => {
    const path = join(here, "../syntaxes/houserules.tmLanguage.json");
    return textmate.parseRawGrammar(readFileSync(path, "utf8"), path);
  },
});
const grammar = await registry.loadGrammar("source.houserules");
let failed = 0;

function painted(text) {
  let stack = textmate.INITIAL;
  return text.split("\n").map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens.map((t) => ({ text: line.slice(t.startIndex, t.endIndex), scope: t.scopes.at(-1), scopes: t.scopes }));
  });
}

function is(line, word, scope) {
  const token = painted(line)[0].find((t) => t.text.includes(word) && t.scopes.some((s) => s.startsWith(scope)));
  if (!token) {
    failed += 1;
    console.error(`${JSON.stringify(line)}: \`${word}\` is not ${scope}: ${JSON.stringify(painted(line)[0])}`);
  }
}

is("/// Buy it. [B2-010]", "Buy it", "comment.line.documentation");
is("/// Buy it. [B2-010]", "B2-010", "constant.other.rule");
is("// a remark", "remark", "comment.line.double-slash");
is("action lay(c in me.hand) {", "action", "keyword.declaration");
is("action lay(c in me.hand) {", "lay", "entity.name");
is("action lay(c in me.hand) {", "me", "variable.language");
is("action lay(c in me.hand) {", "hand", "variable.other.member");
is("replace action lay {", "replace", "keyword.other.overlay");
is("each Player has {", "Player", "entity.name");
is("  move top 2 of pack to me.hand", "move", "keyword.other.action");
is("  move top 2 of pack to me.hand", "2", "constant.numeric");
is("  if me.cash >= $5 and not done {", "$5", "constant.numeric");
is("  if me.cash >= $5 and not done {", "if", "keyword.control");
is("  if me.cash >= $5 and not done {", ">=", "keyword.operator");
is('  say "{me} has {count(me.hand)} cards"', " has ", "string.quoted");
is('  say "{me} has {count(me.hand)} cards"', "count", "keyword.other");
is("  Ana does lay [pink 4]", "pink", "constant.other.card");
is("  hand: set of Card, seen by owner", "seen", "keyword.other");
is("  total: Number", "Number", "support.type");
is("  x = none", "none", "constant.language");
is("  straße_1 = yes", "yes", "constant.language");

// No text, card or hole runs on behind its line, in any rulebook.
let files = 0;
for (const folder of ["games", "examples", "examples/variants", "stdlib"]) {
  for (const name of readdirSync(join(root, folder)).filter((name) => name.endsWith(".rules"))) {
    files += 1;
    const text = readFileSync(join(root, folder, name), "utf8");
    let stack = textmate.INITIAL;
    for (const [at, line] of text.split("\n").entries()) {
      stack = grammar.tokenizeLine(line, stack).ruleStack;
      if (stack.depth > 1) {
        failed += 1;
        console.error(`${folder}/${name}:${at + 1}: something is still open behind this line`);
        break;
      }
    }
  }
}
console.log(`${files} rulebooks painted, ${failed} mistakes`);
process.exit(failed ? 1 : 0);
