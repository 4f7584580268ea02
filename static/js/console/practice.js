// A practice match: its entries stay on this phone, and the server only reckons what they give.

import { Outbox } from "./outbox.js";
import { Store } from "./store.js";
import { Wire } from "./wire.js";

const QUEUE = "console:practice-queue:"; // apart from real entries: never counted as unsent, never sent by another page
const PREFIX = "console:practice:";

/** The outbox of practice matches. */
export const practiceOutbox = () => new Outbox(new Store(QUEUE), PracticeWire);

/** Speaks for a practice match as `Wire` does for a real one: what was written is kept here and sent whole. */
class PracticeWire extends Wire {
  constructor(base) {
    super(base);
    this.kept = parsed(read(PREFIX + base));
    this.state = null;
  }

  async read() {
    return this.state ? null : this.#answer(await this.#ask({ want: "state" }));
  }

  get() {
    return this.#ask({ want: "table" });
  }

  async post(part, body) {
    if (part === "preview/") return this.#ask({ want: "preview", payload: body.payload });
    if (part === "confirm/") return this.#confirm(body.side);
    const { entries } = this.kept;
    const twice = entries.some((one) => one.id === body.id);
    const answer = await this.#ask({ want: "state", entries: twice ? entries : [...entries, body] });
    if (answer.problem) return answer;
    if (!twice) this.#keep({ entries: [...entries, body], confirmed: [] });
    return this.#answer(answer);
  }

  #ask(body) {
    return super.post("", { entries: this.kept.entries, ...body });
  }

  #answer(state) {
    if (state.problem) return state;
    const { confirmed } = this.kept;
    this.state = { ...state, confirmations: confirmed, status: confirmed.length === 2 ? "confirmed" : state.status };
    return this.state;
  }

  async #confirm(side) {
    const { entries, confirmed } = this.kept;
    this.#keep({ entries, confirmed: [...new Set([...confirmed, side])] });
    return this.#answer(await this.#ask({ want: "state" }));
  }

  #keep(kept) {
    this.kept = kept;
    try {
      localStorage.setItem(PREFIX + this.base, JSON.stringify(kept));
    } catch {
      return; // lives only in this page then
    }
  }
}

/** Forget the practice match of this address, and begin it anew. */
export function beginAgain(base) {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith("console:") && key.includes(base)) localStorage.removeItem(key);
  }
  window.location.reload();
}

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parsed(text) {
  try {
    const { entries, confirmed } = JSON.parse(text);
    return Array.isArray(entries) && Array.isArray(confirmed) ? { entries, confirmed } : { entries: [], confirmed: [] };
  } catch {
    return { entries: [], confirmed: [] };
  }
}
