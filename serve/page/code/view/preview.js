// A card looked at closely: under the pointer, at the focus, or held down on a phone.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { useScene } from "./context.js";
import { Bubble } from "./about.js";
import { Large, worthALook } from "./card.js";

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
      const node = event.target.closest && event.target.closest("[data-look], [data-about]");
      if (!node) pressed = null;
      const asked = event.type === "contextmenu" || event.type === "click";
      if (event.type === "click" && !(node && node.classList.contains("about"))) return undefined;
      if (!node || (node.dataset.look && node.dataset.look === pressed && !asked)) return setSeen(null);
      pressed = null;
      const rect = node.getBoundingClientRect();
      const { look: name, kind, about, aboutName } = node.dataset;
      const what = about ? { about, name: aboutName } : { face: { name, kind: Number(kind) } };
      timer = setTimeout(() => setSeen({ ...what, rect }), asked ? 0 : WAIT);
      if (event.type === "contextmenu") event.preventDefault();
      return undefined;
    };
    const away = (event) => {
      clearTimeout(timer);
      if (event.type === "pointerdown") pressed = event.target.closest?.("[data-look]")?.dataset.look ?? null;
      setSeen(null);
    };
    const events = [["pointerover", look], ["focusin", look], ["contextmenu", look], ["click", look], ["pointerdown", away], ["keydown", away], ["scroll", away]];
    events.forEach(([name, act]) => document.addEventListener(name, act, { capture: name === "scroll", passive: name !== "contextmenu" }));
    return () => events.forEach(([name, act]) => document.removeEventListener(name, act, { capture: name === "scroll" }));
  }, []);
  if (!seen || (seen.face && !worthALook(book, seen.face))) return null;
  const { rect } = seen;
  if (seen.about) {
    const width = Math.min(300, innerWidth - 16);
    const left = Math.max(8, Math.min(rect.left, innerWidth - width - 8));
    const below = rect.bottom < innerHeight * 0.6;
    const place = below ? { top: `${rect.bottom + 6}px` } : { bottom: `${innerHeight - rect.top + 6}px` };
    return html`<div class="preview" aria-hidden="true" style=${{ left: `${left}px`, width: `${width}px`, ...place }}><${Bubble} name=${seen.name} doc=${seen.about} /></div>`;
  }
  const left = rect.left + rect.width / 2 < innerWidth / 2 ? Math.min(rect.right + 12, innerWidth - 220) : Math.max(8, rect.left - 212);
  // With much to read it is moved up.
  const top = Math.max(8, Math.min(rect.top - 60, innerHeight - 420));
  return html`<div class="preview" aria-hidden="true" style=${{ left: `${Math.max(8, left)}px`, top: `${top}px` }}><${Large} face=${seen.face} /></div>`;
}
