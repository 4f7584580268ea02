// The desk: the match as last read with what is still unsent on top, and who wants to hear of changes.

import { ahead } from "./ahead.js";
import { keptAt, recall, remember } from "./known.js";
import { Outbox, isAboutWho } from "./outbox.js";
import { NoAnswer, newId } from "./wire.js";

const POLL_MS = 3000;
const FROZEN_MS = 10000;

export class Desk {
  constructor(base, state, outbox = new Outbox()) {
    this.base = base;
    this.outbox = outbox;
    this.wire = this.outbox.wireOf(base);
    this.storeKey = `console:${base}:unsent`;
    this.listeners = [];
    this.mine = new Set(this.queue.map((item) => item.id)); // what was written on this phone, not by another hand
    this.watchers = [];
    this.reads = 0;
    this.#begin(state);
    this.#lay();
    this.outbox.onChange((change) => this.#changed(change));
  }

  /** From the page; where that was kept for want of a network, from what the server told last, and since when. */
  #begin(state) {
    const known = recall(this.base);
    const old = keptAt();
    const further = old && known && known.state.version >= state.version;
    this.server = further ? known.state : state;
    this.table = known?.table?.course?.outcomes ? known.table : null; // an older state's too: see ahead
    this.contactAt = old ? Math.max(old, further ? known.at : 0) : Date.now();
    if (old && known) this.wire.offsetMs = known.offsetMs;
  }

  #remember() {
    remember(this.base, this.server, this.table, this.wire.offsetMs);
  }

  /** Call `listener(state)` now and after every change. */
  onState(listener) {
    this.listeners.push(listener);
    listener(this.state);
  }

  /** Call `listener()` now and whenever the state, the queue or the network changes. */
  onStatus(listener) {
    this.watchers.push(listener);
    listener();
  }

  /** What waits in this match's queue. */
  get queue() {
    return this.outbox.store.of(this.base);
  }

  /** Seconds since the server last answered, once that is long ago; else 0. */
  frozenSeconds() {
    const silent = Date.now() - this.contactAt;
    return silent > FROZEN_MS ? Math.round(silent / 1000) : 0;
  }

  /** Read every few seconds for as long as the page is looked at, and at once when it is looked at again. */
  watch() {
    const tick = async () => {
      if (!document.hidden) await this.refresh();
      setTimeout(tick, POLL_MS);
    };
    setTimeout(tick, POLL_MS);
    const again = () => !document.hidden && this.refresh();
    document.addEventListener("visibilitychange", again);
    window.addEventListener("online", again);
    this.outbox.watch();
    this.#fetchTable();
  }

  async refresh() {
    const read = ++this.reads;
    try {
      const answer = await this.wire.read();
      if (answer?.problem) return this.#refused(answer.problem);
      this.#reached();
      return answer && read === this.reads ? this.#take(answer) : this.#status();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return this.#lost();
    }
  }

  /** The server's time now, as entries write it. */
  stamp() {
    return new Date(this.wire.now()).toISOString();
  }

  /** What an entry would do, or `{problem}`; null where the server cannot be asked: no network, or more is unsent. */
  async preview(payload) {
    if (this.queue.length) return null;
    try {
      const answer = await this.wire.post("preview/", { payload });
      return answer.problem && isAboutWho(answer.problem) ? null : answer;
    } catch (error) {
      if (error instanceof NoAnswer) return null;
      throw error;
    }
  }

  /** Commit an entry on top of what is on the screen: from here on it is kept until the server has it. */
  append(payload) {
    const id = newId();
    this.mine.add(id);
    const after = this.outbox.last(this.base, this.server.last_entry);
    this.outbox.add(this.base, "entries/", { id, after, payload, device_at: new Date().toISOString() }, id);
  }

  /** A side confirms the sheet as it is on the screen; only where everything has been sent. */
  confirm(side) {
    this.outbox.add(this.base, "confirm/", { side, version: this.server.version });
  }

  #changed({ kind, base, answer }) {
    if (base === this.base && kind === "sent") {
      this.reads += 1; // a read under way may be older than this answer
      this.server = { ...this.server, ...answer }; // the answer may tell only what the entry changed
      this.#remember();
    }
    if (kind === "sent" || kind === "parked") this.contactAt = Date.now();
    if (kind === "sent") this.offline = false;
    if (kind === "offline") this.offline = true;
    if (kind === "offline" || kind === "kept") return this.#status();
    this.#lay();
    this.#tell();
    if (kind === "elsewhere" || (kind === "parked" && base === this.base)) this.refresh();
    if (kind === "sent" && !this.queue.length) this.#fetchTable();
    return null;
  }

  /** The server answers this reader: whatever kept the queue waiting may be over. */
  #reached() {
    this.contactAt = Date.now();
    this.offline = false;
    this.problem = null;
  }

  #take(state) {
    this.server = state;
    this.#remember();
    this.#lay();
    this.#tell();
    this.#fetchTable();
  }

  #refused(problem) {
    this.problem = problem;
    this.contactAt = Date.now();
    this.#status();
  }

  #lost() {
    this.offline = true;
    this.#status();
  }

  /** Keep the table of the next hand at hand, for when the network goes. */
  async #fetchTable() {
    const wanted = this.server.version;
    const open = ["scheduled", "playing", "last-hand", "tied", "finished"].includes(this.server.status);
    if (!open || this.table?.version === wanted || this.fetching === wanted) return;
    this.fetching = wanted;
    try {
      const table = await this.wire.get(`table/?course=${this.table?.course_tag ?? ""}`);
      if (!table.problem) this.table = { ...table, course: table.course ?? this.table.course };
      this.#remember();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
    this.fetching = null;
    this.#lay();
    this.#tell();
  }

  #lay() {
    const { state, course } = ahead(this.server, this.queue, this.table);
    this.state = state;
    this.course = course;
  }

  #tell() {
    for (const listener of this.listeners) listener(this.state);
    this.#status();
  }

  #status() {
    for (const watcher of this.watchers) watcher();
  }
}
