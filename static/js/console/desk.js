// The desk: the match as last read, the one write under way, and who wants to hear of changes.

import { NoAnswer, Wire, newId } from "./wire.js";

const POLL_MS = 3000;
const RETRY_MS = 2000;
const FROZEN_MS = 10000;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Desk {
  constructor(base, state) {
    this.wire = new Wire(base);
    this.state = state;
    this.contactAt = Date.now();
    this.writing = false;
    this.listeners = [];
    this.alerts = [];
    this.storeKey = `console:${base}:unsent`;
  }

  /** Call `listener(state)` now and after every change. */
  onState(listener) {
    this.listeners.push(listener);
    listener(this.state);
  }

  /** Call `listener({kind, …})` for what the referee must be told: offline, sent, stale, refused, signed-out. */
  onAlert(listener) {
    this.alerts.push(listener);
  }

  /** Seconds since the server last answered, once that is long ago; else 0. */
  frozenSeconds() {
    const silent = Date.now() - this.contactAt;
    return silent > FROZEN_MS ? Math.round(silent / 1000) : 0;
  }

  /** Read every few seconds for as long as the page is looked at, and at once when it is looked at again. */
  watch() {
    const tick = async () => {
      if (!document.hidden && !this.writing) await this.refresh();
      setTimeout(tick, POLL_MS);
    };
    setTimeout(tick, POLL_MS);
    const again = () => !document.hidden && !this.writing && this.refresh();
    document.addEventListener("visibilitychange", again);
    window.addEventListener("online", again);
  }

  async refresh() {
    try {
      const answer = await this.wire.read();
      if (answer?.problem) return this.#alert({ kind: kindOf(answer.problem), problem: answer.problem });
      this.contactAt = Date.now();
      if (answer && !this.writing) this.#take(answer);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
  }

  /** The server's time now, as entries write it. */
  stamp() {
    return new Date(this.wire.now()).toISOString();
  }

  /** What an entry would do, or `{problem}`; null where there is no network. */
  async preview(payload) {
    try {
      return await this.wire.post("preview/", { payload });
    } catch (error) {
      if (error instanceof NoAnswer) return null;
      throw error;
    }
  }

  /** Write an entry on top of what is on the screen; resolves to `{ok, problem}` once the server has answered. */
  append(payload) {
    const device_at = new Date().toISOString();
    return this.#write("entries/", { id: newId(), after: this.state.last_entry, payload, device_at });
  }

  /** A side confirms the sheet as it is on the screen. */
  confirm(side) {
    return this.#write("confirm/", { side, version: this.state.version });
  }

  /** Send what an earlier page could not: the same id again, so that it counts once. True if a hand got through. */
  async resume() {
    const unsent = JSON.parse(localStorage.getItem(this.storeKey) ?? "null");
    if (!unsent) return false;
    this.#alert({ kind: "unsent" });
    const { ok } = await this.#write(unsent.part, unsent.body);
    return ok && unsent.body.payload?.type === "hand";
  }

  async #write(part, body) {
    if (this.writing) return { ok: false };
    this.writing = true;
    localStorage.setItem(this.storeKey, JSON.stringify({ part, body }));
    this.#tell();
    const answer = await this.#insist(part, body);
    localStorage.removeItem(this.storeKey);
    this.writing = false;
    this.contactAt = Date.now();
    if (!answer.problem) {
      this.#alert({ kind: "sent" });
      this.#take({ ...this.state, ...answer }); // the answer may tell only what the entry changed
      return { ok: true };
    }
    this.#alert({ kind: kindOf(answer.problem), problem: answer.problem });
    this.#tell();
    await this.refresh();
    return { ok: false, problem: answer.problem };
  }

  /** Send the same request until there is an answer to it. */
  async #insist(part, body) {
    for (;;) {
      try {
        return await this.wire.post(part, body);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        this.#alert({ kind: "offline" });
        await pause(RETRY_MS);
      }
    }
  }

  #take(state) {
    this.state = state;
    this.#tell();
  }

  #tell() {
    for (const listener of this.listeners) listener(this.state);
  }

  #alert(alert) {
    for (const listener of this.alerts) listener(alert);
  }
}

function kindOf(problem) {
  const kinds = { stale: "stale", "not-signed-in": "signed-out", "join-again": "signed-out" };
  return kinds[problem.code] ?? "refused";
}
