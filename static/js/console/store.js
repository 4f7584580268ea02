// What stays on this phone: each match's queue of entries not yet on the server, in the order in which they were made.

const PREFIX = "console:outbox:";

/** The queues; where the browser gives no storage they live only in this page, and `lasting` is false. */
export class Store {
  constructor(prefix = PREFIX) {
    this.prefix = prefix;
    this.lasting = true;
    this.memory = new Map();
  }

  /** The items of a match: `{id, part, body, problem?}`. */
  of(base) {
    if (this.memory.has(base)) return this.memory.get(base);
    return parsed(this.#read(this.prefix + base));
  }

  /** The matches that have something unsent. */
  bases() {
    const kept = this.lasting ? Object.keys(localStorage).filter((key) => key.startsWith(this.prefix)) : [];
    return [...new Set([...kept.map((key) => key.slice(this.prefix.length)), ...this.memory.keys()])];
  }

  /** How many items wait, of all matches. */
  count() {
    return this.bases().reduce((sum, base) => sum + this.of(base).length, 0);
  }

  /** True for a change of another page's that touches the queues. */
  holds(key) {
    return key === null || key.startsWith(this.prefix);
  }

  /** Change a match's queue: `change(items)` gives the new one. */
  update(base, change) {
    const items = change(this.of(base));
    try {
      if (items.length) localStorage.setItem(this.prefix + base, JSON.stringify(items));
      else localStorage.removeItem(this.prefix + base);
      this.memory.delete(base);
    } catch {
      this.lasting = false; // full, or forbidden
      if (items.length) this.memory.set(base, items);
      else this.memory.delete(base);
    }
    return items;
  }

  #read(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      this.lasting = false;
      return null;
    }
  }
}

function parsed(text) {
  try {
    const items = JSON.parse(text ?? "[]");
    return Array.isArray(items) ? items : [];
  } catch {
    return [];
  }
}
