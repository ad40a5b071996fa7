// A press means what was there when it began. What has come under the finger since, in the middle
// of a press or between the two of a double one, takes none.
const ACTS = "button.entry, button[data-go]";

let begun = null;
let done = null;

// What a button does, in words; what it would confirm is said beside it.
function said(node) {
  const button = node?.closest(ACTS);
  return button ? (button.closest(".confirm") ?? button).innerText : null;
}

export function minded(root) {
  root.addEventListener("pointerdown", (event) => (begun = { said: said(event.target) }), true);
  root.addEventListener("click", onClick, true);
}

function onClick(event) {
  const now = said(event.target);
  // Keys, and presses by programs, have no such thing as a finger.
  const first = begun;
  begun = null;
  const again = event.detail > 1 ? done : null;
  done = now;
  if (event.detail === 0 || now === null) return;
  const other = (first !== null && first.said !== now) || (again !== null && again !== now);
  if (!other) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}
