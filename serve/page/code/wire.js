// The connection: one socket, requests with replies, and reconnecting by itself.

const LONGEST = 8000;

export class Wire {
  constructor(link, on) {
    this.link = link;
    this.on = on;
    this.page = randomWord();
    this.browser = browserWord();
    this.next = 1;
    this.open = new Map();
    this.tries = 0;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => this.greet();
    socket.onmessage = (event) => this.hear(event.data);
    socket.onclose = () => this.lost(socket);
    socket.onerror = () => socket.close();
  }

  greet() {
    const hello = { do: "hello", id: this.next++, link: this.link, page: this.page, browser: this.browser, protocol: 1 };
    this.hello = hello.id;
    this.socket.send(JSON.stringify(hello));
  }

  hear(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    if (message.reply === undefined) {
      this.on.message(message);
    } else if (message.reply === this.hello) {
      this.greeted(message);
    } else {
      const asked = this.open.get(message.reply);
      this.open.delete(message.reply);
      if (asked) asked.done(message);
    }
  }

  greeted(message) {
    if (!message.ok) {
      this.refused = true;
      this.on.refused(message.why || "This link leads to no table.");
      this.socket.close();
      return;
    }
    this.tries = 0;
    this.on.connected(message);
    // What was not answered before the line broke is said again, under the same number.
    for (const asked of this.open.values()) this.socket.send(asked.text);
  }

  lost(socket) {
    if (socket !== this.socket || this.refused) return;
    this.on.lost();
    const wait = Math.min(LONGEST, 250 * 2 ** this.tries) * (0.7 + Math.random() * 0.6);
    this.tries += 1;
    setTimeout(() => this.connect(), wait);
  }

  // The reply to a request; never rejected, as a refusal is an answer.
  ask(what) {
    const id = this.next++;
    const text = JSON.stringify({ ...what, id });
    return new Promise((done) => {
      this.open.set(id, { text, done });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }
}

// By this word the table knows all pages of this browser: a seat that is open in another one
// everybody is told of. Only the table hears it.
function browserWord() {
  const fresh = randomWord();
  try {
    const kept = localStorage.getItem("houserules.browser");
    if (!kept) localStorage.setItem("houserules.browser", fresh);
    return kept || fresh;
  } catch {
    // Nothing is kept here: each page is one of its own.
    return fresh;
  }
}

function randomWord() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

