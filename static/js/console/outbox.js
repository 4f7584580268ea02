// The outbox: every write waits here first, and goes to the server in order, once; a refused one stops its own match.

import { alone } from "./lease.js";
import { Store } from "./store.js";
import { NoAnswer, Wire, newId } from "./wire.js";

const RETRY_MS = 2000;
// Says nothing about the entry, only about who sends it: keep it until the referee has joined again.
const WHO = new Set(["not-signed-in", "join-again", "revoked", "other-table", "csrf", "forbidden"]);

export class Outbox {
  constructor(store = new Store(), Kind = Wire) {
    this.store = store;
    this.Kind = Kind; // how a match is spoken for
    this.wires = new Map();
    this.listeners = [];
    this.flushing = false;
    this.kept = null; // the problem for which everything waits, if any
  }

  /** The wire of a match, so that its clock and tag are shared. */
  wireOf(base) {
    if (!this.wires.has(base)) this.wires.set(base, new this.Kind(base, () => this.store.count()));
    return this.wires.get(base);
  }

  /** Call `listener({kind, base, answer, problem})`: queued, sent, offline, kept, parked, elsewhere. */
  onChange(listener) {
    this.listeners.push(listener);
  }

  /** Flush at load, by a timer, and whenever the network or the page comes back. */
  watch() {
    const again = () => this.flush();
    window.addEventListener("online", again);
    document.addEventListener("visibilitychange", () => !document.hidden && again());
    window.addEventListener("storage", (event) => this.store.holds(event.key) && this.#tell({ kind: "elsewhere" }));
    setInterval(again, RETRY_MS);
    again();
  }

  /** Put a write last in its match's queue. `after` is what it follows; what is queued already comes before. */
  add(base, part, body, id = newId()) {
    this.store.update(base, (items) => [...items, { id, part, body }]);
    this.#tell({ kind: "queued", base });
    this.flush();
    return id;
  }

  /** The id a new entry follows: the last in the queue, else the last on the sheet. */
  last(base, onSheet) {
    const entries = this.store.of(base).filter((item) => item.part === "entries/");
    return entries.length ? entries.at(-1).id : onSheet;
  }

  /** The item that stops a match's queue, if one does. */
  parked(base) {
    return this.store.of(base).find((item) => item.problem);
  }

  /** Send a parked item after all, on top of the sheet as it stands now. */
  resend(base, id, after) {
    const again = (item) => {
      const { problem, ...rest } = item;
      return { ...rest, body: { ...rest.body, after } };
    };
    this.store.update(base, (items) => items.map((item) => (item.id === id ? again(item) : item)));
    this.#tell({ kind: "queued", base });
    this.flush();
  }

  /** Put another entry in the place of a parked one: what followed it follows the new one. */
  replace(base, id, payload, after) {
    const fresh = newId();
    const moved = (item) => {
      if (item.id === id) return { id: fresh, part: item.part, body: { ...item.body, id: fresh, after, payload } };
      return item.body.after === id ? { ...item, body: { ...item.body, after: fresh } } : item;
    };
    this.store.update(base, (items) => items.map(moved));
    this.#tell({ kind: "queued", base });
    this.flush();
  }

  /** Throw an item away, with what strikes it; the next one follows what it followed. */
  discard(base, id) {
    this.store.update(base, (items) => {
      const gone = items.find((item) => item.id === id);
      if (!gone) return items;
      const left = items.filter((item) => item.id !== id && item.body.payload?.entry !== id);
      const moved = (item) => (item.body.after === id ? { ...item, body: { ...item.body, after: gone.body.after } } : item);
      return left.map(moved);
    });
    this.#tell({ kind: "queued", base });
    this.flush();
  }

  /** Send what waits, one after the other; other matches go on where one is stopped. */
  async flush() {
    if (this.flushing || !this.store.count()) return;
    this.flushing = true;
    try {
      await alone(async () => {
        for (const base of this.store.bases()) await this.#queue(base);
      });
    } finally {
      this.flushing = false;
    }
  }

  async #queue(base) {
    for (;;) {
      const head = this.store.of(base)[0];
      if (!head || head.problem) return;
      let answer;
      try {
        answer = await this.wireOf(base).post(head.part, head.body);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        this.#tell({ kind: "offline", base });
        return;
      }
      if (!this.#understood(base, head, answer)) return;
    }
  }

  /** Note what the server said of an item; false where the queue stops. */
  #understood(base, head, answer) {
    const { problem } = answer;
    this.kept = problem && isAboutWho(problem) ? problem : null;
    if (this.kept) this.#tell({ kind: "kept", base, problem });
    else if (problem) this.#park(base, head.id, problem);
    else this.#done(base, head.id, answer);
    return !problem;
  }

  #park(base, id, problem) {
    this.store.update(base, (items) => items.map((item) => (item.id === id ? { ...item, problem } : item)));
    this.#tell({ kind: "parked", base, problem });
  }

  #done(base, id, answer) {
    this.store.update(base, (items) => items.filter((item) => item.id !== id));
    this.#tell({ kind: "sent", base, answer });
  }

  #tell(change) {
    for (const listener of this.listeners) listener(change);
  }
}

/** True where a problem says nothing about the entry, only about who sends it. */
export function isAboutWho(problem) {
  return problem.status === 401 || problem.status === 429 || WHO.has(problem.code);
}
