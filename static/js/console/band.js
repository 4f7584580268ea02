// The one band on top: refused, signed out, offline, kept only in memory; in words, with the one thing to do.

import { $, show, t, write } from "./dom.js";

const AGAIN = new Set(["join-again", "not-signed-in", "revoked"]);

export class Band {
  constructor(desk, loginUrl, openUnsent) {
    this.desk = desk;
    $("alert-login").href = loginUrl;
    $("alert-unsent").addEventListener("click", openUnsent);
  }

  draw() {
    const { kind, params = {}, key } = this.#worst();
    show($("alert"), Boolean(kind));
    if (!kind) return;
    write($("alert-text"), t(kind, params));
    show($("alert-login"), key === "login");
    show($("alert-unsent"), key === "unsent");
  }

  /** What matters most, and which key mends it. */
  #worst() {
    const { outbox, base, offline, problem } = this.desk;
    const n = outbox.store.count();
    const who = outbox.kept ?? problem;
    if (who) return { kind: n ? "kept" : "shut", params: { n, detail: who.detail }, key: AGAIN.has(who.code) ? "login" : "" };
    const parked = outbox.parked(base);
    if (parked) return { kind: parked.problem.code === "stale" ? "stale" : "refused", params: parked.problem, key: "unsent" };
    if (outbox.store.bases().some((other) => outbox.parked(other))) return { kind: "parked_elsewhere", key: "unsent" };
    if (n && !outbox.store.lasting) return { kind: "memory_only", params: { n } };
    return offline && n ? { kind: "offline", params: { n } } : {};
  }
}
