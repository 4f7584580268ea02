// Before the match: who of both sides is here, and how late the others are. Nothing here keeps a match from starting.

import { $, complain, el, show, t, write } from "./dom.js";
import { clockText } from "./clock.js";
import { NoAnswer, newId } from "./wire.js";

const POLL_MS = 5000;

export class Arrivals {
  constructor(desk, actions) {
    this.desk = desk;
    this.found = null;
    this.box = $("arrivals");
    $("late-forfeit").addEventListener("click", () => actions.openForfeit());
    $("propose-forfeit").addEventListener("click", () => actions.openProposal("propose-forfeit", this.#about(), this.#sender()));
    $("propose-start").addEventListener("click", () => actions.openProposal("propose-start", "", this.#sender()));
    $("outcome-close").addEventListener("click", () => show($("outcome"), false));
    setInterval(() => this.#tick(), 1000);
    setInterval(() => document.hidden || this.#read(), POLL_MS);
    this.#read();
  }

  draw(state) {
    show(this.box, state.status === "scheduled" && this.found !== null);
  }

  async #read() {
    if (this.desk.state.status === "scheduled" || this.#waits()) await this.#take(() => this.desk.wire.get("check-in/"));
  }

  /** Whether the table proposed something that was not answered when last read. */
  #waits() {
    return this.found?.proposal?.state === "open";
  }

  #missing() {
    return ["a", "b"].filter((side) => this.found?.sides[side].some((player) => player.since === null));
  }

  #about() {
    const missing = this.#missing();
    return t("propose_about", { who: missing.length === 1 ? t(`side_${missing[0]}`) : t("propose_both") });
  }

  /** Sends one proposal, the same however often it is tried; a sentence where it was not taken. */
  #sender() {
    const id = newId();
    const missing = this.#missing();
    return async (body) => {
      const verdict = body.verdict === "forfeit" ? `forfeit-${missing.length === 1 ? missing[0] : "both"}` : body.verdict;
      try {
        const answer = await this.desk.wire.post("proposal/", { ...body, id, verdict });
        if (answer.problem) return answer.problem.detail;
        this.#took(answer);
        return "";
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        return t("propose_offline");
      }
    };
  }

  async #note(side, player) {
    const body = { side, players: [player.id], here: player.since === null };
    await this.#take(() => this.desk.wire.post("check-in/", body));
  }

  async #take(ask) {
    try {
      const answer = await ask();
      if (answer.problem) return complain(this.box, answer.problem.detail);
      complain(this.box);
      return this.#took(answer);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return complain(this.box, t("arrivals_offline"));
    }
  }

  #took(answer) {
    const waited = this.#waits();
    this.found = answer;
    this.#show();
    this.#tick();
    if (waited && ["allowed", "forfeited"].includes(answer.proposal?.state)) {
      write($("outcome-text"), t(`outcome_${answer.proposal.state}`));
      show($("outcome"), true);
    }
    return this.draw(this.desk.state);
  }

  #show() {
    const shown = JSON.stringify(this.found);
    if (shown === this.shown) return; // a key must not vanish under the thumb
    this.shown = shown;
    const key = (side) => (player) => {
      const here = player.since !== null;
      const attrs = { "aria-pressed": String(here) };
      const word = el("span", { class: "whole" }, t(here ? "is_here" : "not_here"));
      const label = el("span", {}, `${t(side)}${player.number} ${player.name} `, word);
      return el("button", { type: "button", class: `key who-${side}`, data: { player: player.id }, attrs, onclick: () => this.#note(side, player) }, label);
    };
    const keys = ["a", "b"].flatMap((side) => this.found.sides[side].map(key(side)));
    $("arrival-keys").replaceChildren(...keys);
    this.#tick();
  }

  /** Lateness counts while somebody is missing; at the rule's limit it is proposed to the chief, never decided here. */
  #tick() {
    const { late_from: from, late_minutes: limit, proposal } = this.found ?? {};
    const missing = this.#missing();
    const late = from ? this.desk.wire.now() - Date.parse(from) : 0;
    const counts = missing.length > 0 && late > 0;
    const over = counts && limit !== null && late >= limit * 60_000;
    show($("late"), counts);
    const isChief = "chief" in $("console").dataset;
    show($("late-forfeit"), Boolean(over && isChief));
    for (const id of ["propose-forfeit", "propose-start"]) show($(id), Boolean(over && !isChief && !this.#waits()));
    this.#showProposal(proposal);
    if (!counts) return;
    const params = { who: missing.map((side) => t(`side_${side}`)).join(t("list_mark")), time: lateText(late), limit };
    const limited = limit === 0 ? "late_over_at_once" : "late_over";
    write($("late-text"), t(over ? limited : limit === null ? "late_open" : "late_counts", params));
  }

  #showProposal(proposal) {
    const said = ["open", "declined"].includes(proposal?.state);
    show($("proposal"), said);
    if (said) write($("proposal"), t(`proposal_${proposal.state}`, { what: proposal.text, answer: proposal.answer }));
  }
}

/** How late: to the second in the first two hours, in words after that. */
function lateText(late) {
  const hours = Math.floor(late / 3_600_000);
  return hours < 2 ? clockText(late) : hours < 24 ? t("late_hours", { n: hours }) : t("late_days");
}
