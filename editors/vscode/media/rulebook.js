// The page of the rulebook: swaps what it shows, follows the text, and says what was clicked.

// Of the lines on which items stand, the last at or above a line.
function nearest(lines, line) {
  const above = lines.filter((at) => at <= line);
  return above.length ? Math.max(...above) : undefined;
}

function follow(document, line) {
  const told = [...document.querySelectorAll("[data-line]")];
  const at = nearest(told.map((element) => Number(element.dataset.line)), line);
  for (const element of told) element.classList.remove("here");
  const found = told.find((element) => Number(element.dataset.line) === at);
  found?.classList.add("here");
  found?.scrollIntoView({ block: "center" });
}

function run(window, editor) {
  const { document } = window;
  let line = 0;
  window.addEventListener("message", ({ data }) => {
    if (data.html !== undefined) {
      const page = new window.DOMParser().parseFromString(data.html, "text/html");
      document.getElementById("style").textContent = page.querySelector("style")?.textContent ?? "";
      document.getElementById("book").replaceChildren(...page.body.childNodes);
      document.getElementById("wrong").textContent = "";
      follow(document, line);
    }
    if (data.wrong !== undefined) document.getElementById("wrong").textContent = data.wrong;
    if (data.line !== undefined) follow(document, (line = data.line));
  });
  document.addEventListener("dblclick", ({ target }) => {
    const at = target.closest?.("[data-line]");
    if (at) editor.postMessage({ line: Number(at.dataset.line) });
  });
  editor.postMessage({ ready: true });
}

if (typeof acquireVsCodeApi === "function") run(window, acquireVsCodeApi());
else module.exports = { nearest, run };
