// The client: it starts `houserules lsp`, and does what the server leaves to an editor: terminals
// and pages.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const rulebook = require("./rulebook");
const table = require("./table");

let client;

function program() {
  return vscode.workspace.getConfiguration("houserules").get("program") || "houserules";
}

async function start(context) {
  const run = { command: program(), args: ["lsp"] };
  client = new LanguageClient("houserules", "Houserules", { run, debug: run }, {
    documentSelector: [{ language: "houserules" }, { pattern: "**/*.csv", scheme: "file" }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{rules,csv}") },
  });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const choose = "Choose the program …";
    // The client fails with a text as well as with an error.
    const why = error?.message ?? error;
    const said = `The program \`${run.command}\` cannot be started: ${why}`;
    if ((await vscode.window.showErrorMessage(said, choose)) !== choose) return;
    const files = await vscode.window.showOpenDialog({ title: "Where is houserules?" });
    if (!files?.length) return;
    const settings = vscode.workspace.getConfiguration("houserules");
    await settings.update("program", files[0].fsPath, vscode.ConfigurationTarget.Global);
    await start(context);
  }
}

function play(...files) {
  const [game, ...variants] = files;
  if (!game) return;
  const terminal = vscode.window.createTerminal({
    name: "Houserules",
    shellPath: program(),
    shellArgs: ["play", game, ...variants.flatMap((file) => ["--variant", file])],
  });
  terminal.show();
}

async function activate(context) {
  const commands = {
    "houserules.play": play,
    "houserules.playHere": () => play(vscode.window.activeTextEditor?.document.uri.fsPath),
    "houserules.rulebook": () => {
      const document = vscode.window.activeTextEditor?.document;
      const ask = (params) => client.sendRequest("houserules/rulebook", params);
      if (document && client) rulebook.show(context, document, ask);
    },
    "houserules.table": () => {
      const file = vscode.window.activeTextEditor?.document.uri.fsPath;
      if (file) table.show(context, program(), file);
    },
    "houserules.restart": async () => {
      await client?.stop();
      await start(context);
    },
  };
  for (const [name, act] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, act));
  }
  await start(context);
}

async function deactivate() {
  await client?.stop();
}

module.exports = { activate, deactivate };
