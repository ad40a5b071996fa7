// Runs the extension with a VS Code of ours, which keeps what it is told.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import assert from "node:assert";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(import.meta.url);
const sleep = (time) => new Promise((done) => setTimeout(done, time));

async function until(what, fits) {
  for (let tries = 0; tries < 500; tries += 1) {
    if (fits()) return;
    await sleep(10);
  }
  assert.fail(`never: ${what}`);
}

// Somebody who is told of events.
function event() {
  const heard = new Set();
  const on = (act) => {
    heard.add(act);
    return { dispose: () => heard.delete(act) };
  };
  on.fire = (...told) => [...heard].map((act) => act(...told));
  on.count = () => heard.size;
  return on;
}

function panel() {
  const disposed = event();
  return {
    title: "",
    said: [],
    webview: {
      html: "",
      onDidReceiveMessage: event(),
      asWebviewUri: (uri) => uri,
      postMessage(message) {
        this.said.push(message);
      },
      said: [],
    },
    onDidDispose: disposed,
    dispose: () => disposed.fire(),
  };
}

const folder = mkdtempSync(join(tmpdir(), "houserules-"));
const program = join(folder, "houserules");
const uri = (path) => ({ path, fsPath: path, toString: () => `file://${path}` });
const document = { uri: uri("/games/ten.rules"), version: 1 };
const editor = { document, selection: { active: { line: 7 } }, viewColumn: 1, revealRange() {} };
const kept = { commands: {}, panels: [], errors: [], asked: [], opened: [], client: undefined };

const vscode = {
  Position: class { constructor(line) { this.line = line; } },
  Range: class {},
  Selection: class { constructor(active) { this.active = active; } },
  TextEditorRevealType: { InCenter: 1 },
  UIKind: { Desktop: 1, Web: 2 },
  env: { uiKind: 2, openExternal: async (url) => kept.opened.push(url) },
  Uri: { parse: (url) => url, joinPath: (base, ...more) => uri([base.path, ...more].join("/")) },
  ViewColumn: { Beside: -2 },
  commands: { registerCommand: (name, act) => ((kept.commands[name] = act), { dispose() {} }) },
  window: {
    activeTextEditor: editor,
    visibleTextEditors: [editor],
    createWebviewPanel: () => (kept.panels.push(panel()), kept.panels.at(-1)),
    onDidChangeTextEditorSelection: event(),
    showErrorMessage: async (said) => void kept.errors.push(said),
    showTextDocument: async () => editor,
  },
  workspace: {
    createFileSystemWatcher: () => ({}),
    getConfiguration: () => ({ get: () => program }),
    onDidChangeTextDocument: event(),
  },
};

let answer = () => assert.fail("nobody was to ask");
class LanguageClient {
  constructor(...told) {
    kept.client = told;
  }
  async start() {}
  async stop() {}
  sendRequest(method, params) {
    kept.asked.push(method);
    return answer(params);
  }
}

const load = Module._load;
Module._load = (name, ...more) => {
  if (name === "vscode") return vscode;
  if (name === "vscode-languageclient/node") return { LanguageClient };
  return load(name, ...more);
};

const extension = require("../src/extension.js");
const context = { subscriptions: [], extensionUri: uri("/extension") };
await extension.activate(context);

// The program is asked to be a language server, and every command of the menu is there.
assert.deepEqual(kept.client[2].run, { command: program, args: ["lsp"] });
const { contributes } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url)));
for (const { command } of contributes.commands) assert.ok(kept.commands[command], command);

// The rulebook: once the page is there, its text and the place of the cursor.
answer = async ({ textDocument }) => {
  assert.equal(textDocument.uri, "file:///games/ten.rules");
  return { title: "Ten", html: `page ${document.version}`, version: document.version };
};
kept.commands["houserules.rulebook"]();
const book = kept.panels.at(-1);
assert.match(book.webview.html, /script-src 'nonce-[a-z0-9]{24}'/);
book.webview.onDidReceiveMessage.fire({ ready: true });
await until("the first page", () => book.webview.said.length === 2);
assert.deepEqual(book.webview.said, [{ line: 7 }, { html: "page 1" }]);
assert.equal(book.title, "Rulebook of Ten");

// It is written anew while somebody types, once for a burst of keys; saving is not needed.
const before = kept.asked.length;
for (let key = 0; key < 5; key += 1) {
  document.version += 1;
  vscode.workspace.onDidChangeTextDocument.fire({ document });
}
await until("the page as it was typed", () => book.webview.said.at(-1).html === "page 6");
assert.equal(kept.asked.length, before + 1);

// A page of an older text is not shown.
const told = book.webview.said.length;
answer = async () => ({ title: "Old", html: "old", version: 2 });
vscode.workspace.onDidChangeTextDocument.fire({ document });
await until("the old page", () => kept.asked.length === before + 2);
await sleep(20);
assert.equal(book.webview.said.length, told);

// While something is wrong the page stays, and says what.
answer = async () => Promise.reject(new Error("line 3: `x` means nothing here"));
vscode.workspace.onDidChangeTextDocument.fire({ document });
await until("what is wrong", () => book.webview.said.at(-1).wrong?.startsWith("line 3"));

// It follows the cursor, and the cursor follows it.
vscode.window.onDidChangeTextEditorSelection.fire({ textEditor: { document, selection: { active: { line: 9 } } } });
assert.deepEqual(book.webview.said.at(-1), { line: 9 });
await Promise.all(book.webview.onDidReceiveMessage.fire({ line: 4 }));
assert.equal(editor.selection.active.line, 4);
book.dispose();
assert.equal(vscode.workspace.onDidChangeTextDocument.count(), 0);
assert.equal(vscode.window.onDidChangeTextEditorSelection.count(), 0);

// Inside the page: the item at or above the cursor.
const { nearest } = require("../media/rulebook.js");
assert.equal(nearest([3, 20, 9], 12), 9);
assert.equal(nearest([3, 20, 9], 20), 20);
assert.equal(nearest([3], 2), undefined);

// The table: its links, until the page is closed.
const tables = [{ title: "T<en>", host: "http://h/#a", spectator: "http://h/#c", seats: [{ name: "Ana", url: "http://h/#b" }] }];
writeFileSync(program, `#!/bin/sh\necho "$@" > ${folder}/call\nprintf '%s\\n' '${JSON.stringify({ tables })}'\nexec sleep 60\n`);
chmodSync(program, 0o755);
kept.commands["houserules.table"]();
await until("the table", () => kept.panels.length === 2);
assert.equal(readFileSync(join(folder, "call"), "utf8"), "serve /games/ten.rules --format json\n");
const page = kept.panels.at(-1).webview.html;
for (const words of ['href="http://h/#a">T&#60;en&#62;: the host', 'href="http://h/#b"', 'href="http://h/#c"']) {
  assert.ok(page.includes(words), page);
}
assert.deepEqual(kept.opened, ["http://h/#a"]);
assert.ok(!page.includes("<iframe"), page);
kept.panels.at(-1).dispose();

// On the desktop the host's page stands beside the text.
vscode.env.uiKind = 1;
kept.commands["houserules.table"]();
await until("the table again", () => kept.panels.length === 3);
assert.ok(kept.panels.at(-1).webview.html.includes('<iframe title="The table" src="http://h/#a"'));
assert.deepEqual(kept.opened, ["http://h/#a"]);
kept.panels.at(-1).dispose();

// A table that cannot be set up says why.
writeFileSync(program, "#!/bin/sh\necho 'error: these rules have errors' >&2\nexit 1\n");
kept.commands["houserules.table"]();
await until("the error", () => kept.errors.length === 1);
assert.equal(kept.errors[0], "error: these rules have errors");

// A server that does not start says why, also where the client fails with a plain text.
const begin = LanguageClient.prototype.start;
LanguageClient.prototype.start = async () => Promise.reject("spawn houserules ENOENT");
await kept.commands["houserules.restart"]();
assert.match(kept.errors[1], /cannot be started: spawn houserules ENOENT$/);
LanguageClient.prototype.start = begin;

rmSync(folder, { recursive: true });
console.log("the extension does what it is told");
