// A running table: `houserules serve`. The host's page stands beside the text, with all links; where
// VS Code itself runs in a browser or on another machine, it opens in the browser, as pages with
// seats in them refuse to be shown inside others of the web.
const vscode = require("vscode");
const { spawn } = require("node:child_process");

const safe = (text) =>
  String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

// Every link, with what it is for.
function links({ tables }) {
  return tables.flatMap((table) => [
    { name: `${table.title}: the host`, url: table.host },
    ...table.seats.map((seat) => ({ name: `${table.title}: ${seat.name}`, url: seat.url })),
    { name: `${table.title}: onlookers`, url: table.spectator },
  ]);
}

function page(all, inside) {
  const table = inside ? `<iframe title="The table" src="${safe(all[0].url)}" allow="clipboard-write"></iframe>` : "";
  const where = inside ? "" : "The host's page has opened in your browser; so does each of these links. ";
  const row = ({ name, url }) => `<li><a href="${safe(url)}">${safe(name)}</a></li>`;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; frame-src http://127.0.0.1:*">
<style>li{margin:.6em 0}iframe{width:100%;height:calc(100vh - 4em);border:0}</style></head><body>${table}<h1>The table</h1>
<p>${where}Save the rules, and the table is asked to bring them in.
Close this page to stop the table; <em>Set up the table in the browser</em> brings it back.</p>
<ul>${all.map(row).join("")}</ul></body></html>`;
}

// Sets a table up, and shows its links until the page is closed.
function show(context, program, file) {
  const child = spawn(program, ["serve", file, "--format", "json"], { stdio: ["ignore", "pipe", "pipe"] });
  let [out, wrong, panel] = ["", "", undefined];
  child.on("error", (error) => (wrong += error.message));
  child.stderr.on("data", (data) => (wrong = (wrong + data).slice(-4000)));
  child.stdout.on("data", (data) => {
    if (panel) return;
    out += data;
    const end = out.indexOf("\n");
    if (end < 0) return;
    const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    panel = vscode.window.createWebviewPanel("houserules.table", "Table", beside, {});
    const told = JSON.parse(out.slice(0, end));
    const inside = vscode.env.uiKind === vscode.UIKind.Desktop && !vscode.env.remoteName;
    panel.webview.html = page(links(told), inside);
    if (!inside) vscode.env.openExternal(vscode.Uri.parse(told.tables[0].host));
    panel.onDidDispose(() => child.kill());
    context.subscriptions.push(panel);
  });
  child.on("close", () => {
    panel?.dispose();
    if (!panel) vscode.window.showErrorMessage(wrong.trim() || "The table could not be set up.");
  });
  context.subscriptions.push({ dispose: () => child.kill() });
  return child;
}

module.exports = { links, page, show };
