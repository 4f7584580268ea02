// The score sheet on the screen: every entry, striking one with a reason, entering a struck hand again.

import { $, complain, el, open, t, write } from "./dom.js";
import { describe, handNumber } from "./describe.js";
import { isOpen } from "./sides.js";

export class ScoreSheet {
  constructor(desk, handForm) {
    this.desk = desk;
    this.handForm = handForm;
    this.form = $("strike-form");
    $("open-sheet").addEventListener("click", () => open($("dialog-sheet")));
    $("open-undo").addEventListener("click", () => this.#undo());
    $("strike-chips").addEventListener("click", (event) => {
      const { reason } = event.target.closest("[data-reason]")?.dataset ?? {};
      if (reason) $("strike-reason").value = reason;
    });
    this.form.addEventListener("submit", (event) => this.#submit(event));
  }

  draw(state) {
    const lines = state.entries.map((entry) => this.#line(state, entry, true)).reverse();
    $("sheet-list").replaceChildren(...(lines.length ? lines : [el("li", { class: "empty" }, t("empty_sheet"))]));
    $("finish-sheet").replaceChildren(...state.entries.map((entry) => this.#line(state, entry, false)));
    $("open-undo").disabled = !canStrike(state) || !lastLive(state);
  }

  #line(state, entry, withKeys) {
    const number = handNumber(state, entry.n);
    const settled = number ? state.result.hands[number - 1] : null;
    const title = number ? `${t("hand_number", { n: number })} ${describe(state, entry)}` : describe(state, entry);
    const line = el("li", { class: entry.struck ? "struck" : "" }, el("span", { class: "line-n" }, String(entry.n)));
    line.append(el("span", { class: "line-what" }, title));
    if (settled) line.append(el("small", { class: "line-why" }, settled.reasoning.join(t("and_then"))));
    if (entry.unsent) line.append(el("small", { class: "line-why waits" }, t("waits")));
    if (entry.struck) line.append(el("small", { class: "line-why" }, t("struck")));
    if (withKeys && canStrike(state)) line.append(this.#keys(state, entry, number));
    return line;
  }

  #keys(state, entry, number) {
    const keys = el("span", { class: "line-keys" });
    const key = (label, action, data) => el("button", { type: "button", class: "key", onclick: action, data }, label);
    if (canBeStruck(entry)) keys.append(key(t("strike"), () => this.#ask(entry), { strike: entry.n }));
    if (entry.struck && entry.type === "hand" && isOpen(state) && !isReplaced(state, entry)) {
      keys.append(key(t("refill"), () => this.#refill(entry), { refill: entry.n }));
    }
    return keys;
  }

  #refill(entry) {
    $("dialog-sheet").close();
    this.handForm.replace(entry);
  }

  #undo() {
    const last = lastLive(this.desk.state);
    if (last) this.#ask(last);
  }

  #ask(entry) {
    this.entry = entry;
    complain(this.form);
    const { state } = this.desk;
    const number = handNumber(state, entry.n);
    const title = number ? `${t("hand_number", { n: number })} ` : "";
    write($("strike-what"), title + describe(state, entry));
    open($("dialog-strike"));
  }

  #submit(event) {
    event.preventDefault();
    const reason = $("strike-reason").value.trim();
    if (!reason) return complain(this.form, t("reason_wanted"));
    this.desk.append({ type: "strike", entry: this.entry.id, reason });
    return $("dialog-strike").close();
  }
}

const canBeStruck = (entry) => !entry.struck && !entry.parked && entry.type !== "strike";
const canStrike = (state) => !["confirmed", "verified"].includes(state.status);
const isReplaced = (state, entry) => state.entries.some((one) => !one.struck && one.payload.replaces === entry.id);

/** The last entry that can be taken back, or undefined. */
function lastLive(state) {
  return state.entries.filter(canBeStruck).at(-1);
}
