// What the chief referee decided about this match while the referee was at the table, and protests without a ruling.

import { $, el, show, t } from "./dom.js";
import { describe } from "./describe.js";

const DECISIONS = new Set(["ruling", "decision", "lot", "forfeit", "retire", "disqualify", "strike"]);

export class News {
  constructor(desk) {
    this.desk = desk;
    this.seen = null;
    this.waiting = [];
    $("news-close").addEventListener("click", () => this.#close());
  }

  draw(state) {
    this.#drawProtests(state.protests ?? [], state.status === "finished");
    const before = this.seen;
    this.seen = new Set(state.entries.map((entry) => entry.id));
    if (!before) return; // the page was opened just now: the sheet tells all
    const fresh = state.entries.filter((entry) => !before.has(entry.id) && !this.desk.mine.has(entry.id) && isDecision(entry));
    this.waiting.push(...inFew(fresh).map(([entry, count]) => `${told(state, entry, count)} — ${entry.actor_name}`));
    $("news-list").replaceChildren(...this.waiting.map((text) => el("li", {}, text)));
    show($("news"), this.waiting.length > 0);
  }

  #close() {
    this.waiting = [];
    show($("news"), false);
  }

  /** That there is one and whether the winner hangs on it; unfolded, and at the end, both rulings played through. */
  #drawProtests(protests, over) {
    const told = JSON.stringify([protests, over]);
    show($("protests"), protests.length > 0);
    if (this.told === told) return;
    this.told = told;
    const folded = ({ brief, text, matters_text: matters }) =>
      el("details", { class: "more", open: over }, el("summary", {}, brief), el("p", {}, text), el("p", {}, matters));
    $("protests").replaceChildren(...protests.map(folded));
  }
}

/** Strikes of one person for one reason are told once, with how many: a sheet read from the other side is one decision. */
function inFew(entries) {
  const groups = new Map();
  for (const entry of entries) {
    const key = entry.type === "strike" ? `${entry.actor_name} ${entry.payload.reason}` : entry.id;
    const group = groups.get(key) ?? [entry, 0];
    groups.set(key, [group[0], group[1] + 1]);
  }
  return [...groups.values()];
}

const told = (state, entry, n) => (n > 1 ? t("struck_many", { n, reason: entry.payload.reason }) : describe(state, entry));

/** A decision, or a penalty at discretion with its reason: what only the chief referee writes otherwise than by the ladder. */
function isDecision({ type, payload, unsent }) {
  return !unsent && (DECISIONS.has(type) || (type === "penalty" && payload.offence === "other" && Boolean(payload.note)));
}
