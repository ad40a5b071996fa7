// The client: it starts `houserules lsp`, and does what the server leaves to an editor: terminals
// and pages.
const vscode = require("vscode");
const { execFile } = require("node:child_process");
const { LanguageClient } = require("vscode-languageclient/node");

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
    const said = `The program \`${run.command}\` cannot be started: ${error.message}`;
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

// The rulebook beside the text; written anew whenever a text is saved.
function rulebook(context) {
  const file = vscode.window.activeTextEditor?.document.uri.fsPath;
  if (!file) return;
  const panel = vscode.window.createWebviewPanel(
    "houserules.rulebook", "Rulebook", { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, {},
  );
  const write = () =>
    execFile(program(), ["doc", file], { maxBuffer: 1 << 26 }, async (error, text, wrong) => {
      const source = error ? `\`\`\`\n${wrong || error.message}\n\`\`\`` : text;
      panel.webview.html = await vscode.commands.executeCommand("markdown.api.render", source);
    });
  const saved = vscode.workspace.onDidSaveTextDocument(write);
  panel.onDidDispose(() => saved.dispose());
  context.subscriptions.push(panel);
  write();
}

async function activate(context) {
  const commands = {
    "houserules.play": play,
    "houserules.playHere": () => play(vscode.window.activeTextEditor?.document.uri.fsPath),
    "houserules.rulebook": () => rulebook(context),
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
