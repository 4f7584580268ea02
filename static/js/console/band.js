// The one band on top: offline, refused, stale, signed out; in words, with the one thing to do.

import { $, el, show, t, write } from "./dom.js";
import { describe } from "./describe.js";

export class Band {
  constructor(loginUrl) {
    this.kind = "";
    $("alert-login").href = loginUrl;
    $("alert-close").addEventListener("click", () => this.#hide());
  }

  /** Show an alert; a sent entry takes "offline" away again. */
  tell({ kind, problem }, state) {
    if (kind === "sent") return ["offline", "unsent", "refused", "stale", "signed-out"].includes(this.kind) && this.#hide();
    this.kind = kind;
    const key = { "signed-out": "signed_out" }[kind] ?? kind;
    const joins = problem?.code === "join-again"; // no account: the problem itself says what to do
    write($("alert-text"), joins ? problem.detail : t(key, { detail: problem?.detail ?? "" }));
    const since = problem?.since ?? [];
    const line = (entry) => el("li", {}, `${entry.n}. ${describe(state, entry)}(${entry.by})`);
    $("alert-list").replaceChildren(...since.map(line));
    show($("alert-login"), kind === "signed-out");
    show($("alert"), true);
    return $("alert").scrollIntoView({ block: "nearest" });
  }

  #hide() {
    this.kind = "";
    show($("alert"), false);
  }
}
