// A card looked at closely: under the pointer, at the focus, or held down on a phone.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { useScene } from "./context.js";
import { behind, Large } from "./card.js";

const WAIT = 350;

export function Preview() {
  const { book } = useScene();
  const [seen, setSeen] = useState(null);
  useEffect(() => {
    let timer = 0;
    // Whoever has pressed a card knows it, and looks where it goes.
    let pressed = null;
    const look = (event) => {
      clearTimeout(timer);
      const node = event.target.closest && event.target.closest("[data-look]");
      if (!node) pressed = null;
      if (!node || (node.dataset.look === pressed && event.type !== "contextmenu")) return setSeen(null);
      pressed = null;
      const rect = node.getBoundingClientRect();
      const face = { name: node.dataset.look, kind: Number(node.dataset.kind) };
      timer = setTimeout(() => setSeen({ face, rect }), event.type === "contextmenu" ? 0 : WAIT);
      if (event.type === "contextmenu") event.preventDefault();
      return undefined;
    };
    const away = (event) => {
      clearTimeout(timer);
      if (event.type === "pointerdown") pressed = event.target.closest?.("[data-look]")?.dataset.look ?? null;
      setSeen(null);
    };
    const events = [["pointerover", look], ["focusin", look], ["contextmenu", look], ["pointerdown", away], ["keydown", away], ["scroll", away]];
    events.forEach(([name, act]) => document.addEventListener(name, act, { capture: name === "scroll", passive: name !== "contextmenu" }));
    return () => events.forEach(([name, act]) => document.removeEventListener(name, act, { capture: name === "scroll" }));
  }, []);
  if (!seen || worthless(book, seen.face)) return null;
  const left = seen.rect.left + seen.rect.width / 2 < innerWidth / 2 ? Math.min(seen.rect.right + 12, innerWidth - 220) : Math.max(8, seen.rect.left - 212);
  const top = Math.max(8, Math.min(seen.rect.top - 60, innerHeight - 300));
  return html`<div class="preview" aria-hidden="true" style=${{ left: `${left}px`, top: `${top}px` }}><${Large} face=${seen.face} /></div>`;
}

// What shows everything at its own size need not be shown larger.
function worthless(book, face) {
  const row = book.row(face);
  return !row || (book.fields(row).length < 3 && behind(book, row).length === 0 && !(row.prose && row.prose.length > 0));
}
