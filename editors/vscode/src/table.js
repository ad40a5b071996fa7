// A running table: `houserules serve`. The host's page opens in the browser, and all links stand
// beside the text: pages with seats in them refuse to be shown inside others.
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

function page(all) {
  const row = ({ name, url }) => `<li><a href="${safe(url)}">${safe(name)}</a></li>`;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>li{margin:.6em 0}</style></head><body><h1>The table</h1>
<p>The host's page has opened in your browser; so does each of these links. Save the rules, and the table is asked to bring them in.
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
    panel.webview.html = page(links(told));
    vscode.env.openExternal(vscode.Uri.parse(told.tables[0].host));
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
