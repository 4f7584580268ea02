// Before the match: who of both sides is here, and how late the others are. Nothing here keeps a match from starting.

import { $, complain, el, show, t, write } from "./dom.js";
import { clockText } from "./clock.js";
import { NoAnswer } from "./wire.js";

const POLL_MS = 5000;

export class Arrivals {
  constructor(desk, actions) {
    this.desk = desk;
    this.found = null;
    this.box = $("arrivals");
    $("late-forfeit").addEventListener("click", () => actions.openForfeit());
    setInterval(() => this.#tick(), 1000);
    setInterval(() => document.hidden || this.#read(), POLL_MS);
    this.#read();
  }

  draw(state) {
    show(this.box, state.status === "scheduled" && this.found !== null);
  }

  async #read() {
    if (this.desk.state.status === "scheduled") await this.#take(() => this.desk.wire.get("check-in/"));
  }

  async #note(side, player) {
    const body = { side, players: [player.id], here: player.since === null };
    await this.#take(() => this.desk.wire.post("check-in/", body));
  }

  async #take(ask) {
    try {
      const answer = await ask();
      if (answer.problem) return complain(this.box, answer.problem.detail);
      this.found = answer;
      complain(this.box);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return complain(this.box, t("arrivals_offline"));
    }
    this.#show();
    return this.draw(this.desk.state);
  }

  #show() {
    const shown = JSON.stringify(this.found);
    if (shown === this.shown) return; // a key must not vanish under the thumb
    this.shown = shown;
    const key = (side) => (player) => {
      const here = player.since !== null;
      const attrs = { "aria-pressed": String(here) };
      const label = `${t(side)}${player.number} ${player.name} ${t(here ? "is_here" : "not_here")}`;
      return el("button", { type: "button", class: `key who-${side}`, data: { player: player.id }, attrs, onclick: () => this.#note(side, player) }, label);
    };
    const keys = ["a", "b"].flatMap((side) => this.found.sides[side].map(key(side)));
    $("arrival-keys").replaceChildren(...keys);
    this.#tick();
  }

  /** Lateness counts while somebody is missing; at the rule's limit it is proposed to the chief, never decided here. */
  #tick() {
    const { late_from: from, late_minutes: limit, sides } = this.found ?? {};
    const missing = ["a", "b"].filter((side) => sides?.[side].some((player) => player.since === null));
    const late = from ? this.desk.wire.now() - Date.parse(from) : 0;
    const counts = missing.length > 0 && late > 0;
    const over = counts && limit !== null && late >= limit * 60_000;
    show($("late"), counts);
    show($("late-forfeit"), Boolean(over && "chief" in $("console").dataset));
    if (!counts) return;
    const params = { who: missing.map((side) => t(`side_${side}`)).join("、"), time: clockText(late), limit };
    write($("late-text"), t(over ? "late_over" : limit === null ? "late_open" : "late_counts", params));
  }
}
