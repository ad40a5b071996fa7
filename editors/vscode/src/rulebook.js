// The rulebook beside the text: written anew as somebody types, at the place where the cursor is.
const vscode = require("vscode");
const { randomBytes } = require("node:crypto");

// Typing is over after so many milliseconds.
const PAUSE = 150;

const nonce = () => randomBytes(12).toString("hex");

function shell(webview, script) {
  const once = nonce();
  const allowed = `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${once}'`;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${allowed}">
<style id="style"></style>
<style>#wrong:not(:empty){position:sticky;top:0;background:#b33;color:#fff;padding:.4em .8em}
.here{outline:2px solid #d90;outline-offset:.3em}</style>
</head><body><div id="wrong"></div><main id="book"></main>
<script nonce="${once}" src="${webview.asWebviewUri(script)}"></script></body></html>`;
}

// Shows the rulebook of a document; `ask` asks the server for it.
function show(context, document, ask) {
  const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  const media = vscode.Uri.joinPath(context.extensionUri, "media");
  const panel = vscode.window.createWebviewPanel("houserules.rulebook", "Rulebook", beside, {
    enableScripts: true,
    localResourceRoots: [media],
  });
  const uri = document.uri.toString();
  const open = () => vscode.window.visibleTextEditors.find((e) => e.document.uri.toString() === uri);
  const tell = (message) => panel.webview.postMessage(message);
  let timer;
  let gone = false;
  const write = async () => {
    try {
      const page = await ask({ textDocument: { uri } });
      // Another page is on its way.
      if (gone || (page.version ?? document.version) !== document.version) return;
      panel.title = `Rulebook of ${page.title}`;
      tell({ html: page.html });
    } catch (error) {
      if (!gone) tell({ wrong: error.message });
    }
  };
  const place = (editor) => editor && tell({ line: editor.selection.active.line });
  const parts = [
    vscode.workspace.onDidChangeTextDocument((change) => {
      // The rulebook also shows modules and tables that the game uses.
      if (!/\.(rules|csv)$/.test(change.document.uri.path)) return;
      clearTimeout(timer);
      timer = setTimeout(write, PAUSE);
    }),
    vscode.window.onDidChangeTextEditorSelection((change) => {
      if (change.textEditor.document.uri.toString() === uri) place(change.textEditor);
    }),
    panel.webview.onDidReceiveMessage(async (message) => {
      if (message.ready) {
        place(open());
        await write();
      }
      if (message.line === undefined) return;
      const editor = await vscode.window.showTextDocument(document, { viewColumn: open()?.viewColumn });
      const at = new vscode.Position(message.line, 0);
      editor.selection = new vscode.Selection(at, at);
      editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenter);
    }),
  ];
  panel.onDidDispose(() => {
    gone = true;
    clearTimeout(timer);
    parts.forEach((part) => part.dispose());
  });
  panel.webview.html = shell(panel.webview, vscode.Uri.joinPath(media, "rulebook.js"));
  context.subscriptions.push(panel);
  return panel;
}

module.exports = { show };
