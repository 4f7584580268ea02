// The penalty sheet: offence, who, how many; what it does is shown before it is given.

import { $, choose, chosen, complain, el, open, radio, show, t, write } from "./dom.js";
import { drawHands, whoWord } from "./describe.js";
import { handEffect, stepOf, stepText } from "./ladder.js";
import { OTHER, looked, suggested, wordsOf } from "./search.js";

export class PenaltySheet {
  constructor(desk) {
    this.desk = desk;
    this.form = $("penalty-form");
    this.offence = null;
    this.count = 1;
    this.asked = 0;
    $("open-penalty").addEventListener("click", () => this.open());
    $("offence-search").addEventListener("input", () => this.#list());
    $("offence-chosen").querySelector("button").addEventListener("click", () => this.#pick(null));
    $("remedy-close").addEventListener("click", () => show($("remedy-band"), false));
    $("overrule").addEventListener("toggle", () => this.#ask());
    $("overrule-why").addEventListener("input", () => this.#ask());
    for (const key of $("penalty-count-row").querySelectorAll("[data-step]")) {
      key.addEventListener("click", () => this.#counted(this.count + Number(key.dataset.step)));
    }
    for (const id of ["penalty-who", "penalty-hand"]) $(id).addEventListener("change", () => this.#ask());
    $("penalty-effect").addEventListener("change", () => this.#amount());
    $("effect-amount").addEventListener("input", () => this.#ask());
    this.form.addEventListener("submit", (event) => this.#submit(event));
  }

  open() {
    $("offence-search").value = "";
    $("offence-search").placeholder = t("penalty_search", { words: suggested(this.desk.state.rules.offences).join(t("list_mark")) });
    $("penalty-note").value = "";
    choose($("penalty-effect"), "effect", "");
    $("overrule-why").value = "";
    $("overrule").open = false;
    this.#drawHands();
    this.#pick(null);
    open($("dialog-penalty"));
  }

  /** All by their headings; where something is looked for, what fits, the likeliest first. */
  #list() {
    const wanted = $("offence-search").value.trim();
    const { offences, groups } = this.desk.state.rules;
    const of = (group) => offences.filter((one) => one.group === group);
    const parts = wanted ? this.#found(wanted, offences) : Object.keys(groups).flatMap((group) => this.#group(groups[group], of(group)));
    $("offence-list").replaceChildren(...parts);
  }

  #found(wanted, offences) {
    const found = looked(wanted, offences, wordsOf);
    const unlisted = found[0]?.code === OTHER ? [el("p", { class: "empty" }, t("penalty_none_found"))] : [];
    return [...unlisted, ...found.map((one) => this.#row(one))];
  }

  #group(title, offences) {
    return offences.length ? [el("h3", {}, title), ...offences.map((one) => this.#row(one))] : [];
  }

  /** An offence with the four players: one tap says what and who. */
  #row(offence) {
    const { state } = this.desk;
    const key = ({ side, player }) => {
      const name = state.teams[side].players.find((one) => one.number === player)?.name ?? "";
      const label = el("span", {}, `${t(side)}${player}`, el("small", {}, name));
      const onclick = () => this.#pick(offence, `${side}${player}`);
      return el("button", { type: "button", class: `key who who-${side}`, data: { offence: offence.code, who: `${side}${player}` }, onclick }, label);
    };
    const players = ["a", "b"].flatMap((side) => state.teams[side].players.map(({ number }) => ({ side, player: number })));
    const keys = el("div", { class: "who-keys" }, ...players.map(key));
    return el("div", { class: "offence", attrs: { role: "group", "aria-label": offence.name } }, el("strong", {}, offence.name), keys);
  }

  #pick(offence, who = "") {
    this.offence = offence;
    this.#counted(1, false);
    show($("offence-pick"), !offence);
    show($("offence-chosen"), Boolean(offence));
    show($("penalty-details"), Boolean(offence));
    if (!offence) return this.#list();
    write($("offence-chosen").querySelector("strong"), offence.name);
    write($("offence-remedy"), offence.remedy ?? "");
    show($("offence-remedy"), Boolean(offence.remedy));
    show($("penalty-effect"), Boolean(offence.discretionary));
    show($("penalty-effect").querySelector('[value="disqualify"]').parentElement, "chief" in $("console").dataset);
    show($("overrule"), !offence.discretionary && "chief" in $("console").dataset);
    if (offence.code === OTHER) $("penalty-note").value ||= $("offence-search").value.trim(); // what it was, in the referee's words
    this.#drawWho();
    choose($("penalty-who"), "who", who);
    write($("count-word"), t(offence.unit === "card" ? "count_cards" : "count_times"));
    return this.#ask();
  }

  #drawWho() {
    const { state } = this.desk;
    const keys = [];
    for (const side of ["a", "b"]) {
      const players = state.teams[side].players.map((one) => one.number);
      keys.push(...players.map((player) => radio("who", `${side}${player}`, whoWord(state, { side, player }))));
      if (!this.offence.per_player) keys.push(radio("who", side, whoWord(state, { side })));
    }
    $("penalty-who").dataset.columns = keys.length / 2;
    const legend = $("penalty-who").querySelector("legend");
    $("penalty-who").replaceChildren(legend, ...keys);
  }

  #drawHands() {
    show($("penalty-hand-row"), drawHands($("penalty-hand"), this.desk.state, t("this_hand")) > 0);
  }

  #counted(count, ask = true) {
    this.count = Math.min(99, Math.max(1, count));
    write($("penalty-count"), String(this.count));
    if (ask) this.#ask();
  }

  /** The penalty as an entry, or null while something is missing. */
  #payload() {
    const who = chosen($("penalty-who"), "who");
    if (!this.offence || !who) return null;
    const payload = { type: "penalty", side: who[0], offence: this.offence.code, count: this.count };
    if (who[1]) payload.player = Number(who[1]);
    if ($("penalty-hand").value) payload.hand = $("penalty-hand").value;
    if ($("penalty-note").value.trim()) payload.note = $("penalty-note").value.trim();
    if (this.#overrules()) return this.#overruled(payload);
    const effect = this.offence.discretionary ? this.#effect() : null;
    return effect ? { ...payload, effect } : payload;
  }

  #overrules() {
    return $("overrule").open && !this.offence.discretionary;
  }

  /** What the chief decides instead of the ladder: noted as an offence at discretion, with the reason. */
  #overruled(payload) {
    const why = $("overrule-why").value.trim();
    if (!why) return null;
    const note = t("overruled", { offence: this.offence.name, why });
    const effect = this.#effect();
    return { ...payload, offence: "other", note, ...(effect ? { effect } : {}) };
  }

  #effect() {
    const kind = chosen($("penalty-effect"), "effect");
    return kind ? { [kind]: kind === "disqualify" ? true : Number($("effect-amount").value) } : null;
  }

  /** Ten points or one level to begin with: what is usual, and the least. */
  #amount() {
    const levels = chosen($("penalty-effect"), "effect") === "levels";
    write($("effect-amount-word"), t(levels ? "amount_levels" : "amount_points"));
    $("effect-amount").value = levels ? "1" : "10";
    this.#ask();
  }

  #ask() {
    const effect = chosen($("penalty-effect"), "effect");
    show($("penalty-effect"), Boolean(this.offence?.discretionary) || (this.offence && this.#overrules()));
    show($("effect-amount-row"), !$("penalty-effect").hidden && (effect === "points" || effect === "levels"));
    complain(this.form);
    const payload = this.#payload();
    this.form.querySelector(".submit").disabled = !payload;
    this.asked += 1;
    clearTimeout(this.timer);
    if (!payload) return write($("penalty-preview"), t(this.offence && this.#overrules() ? "overrule_wanted" : "penalty_pick_who"));
    const { state } = this.desk;
    write($("penalty-preview"), stepText(state, payload, stepOf(state, payload)));
    this.timer = setTimeout(() => this.#fetch(payload, this.asked), 120);
    return null;
  }

  /** The server's word on it, where it can be asked. */
  async #fetch(payload, asked) {
    const answer = await this.desk.preview(payload);
    if (asked !== this.asked || !answer) return;
    if (answer.problem) {
      this.form.querySelector(".submit").disabled = true;
      write($("penalty-preview"), "");
      return complain(this.form, answer.problem.detail);
    }
    const { state } = this.desk;
    const { against } = stepOf(state, payload);
    return write($("penalty-preview"), answer.penalty.text + handEffect(state, payload, { points: answer.penalty.points, against }));
  }

  #submit(event) {
    event.preventDefault();
    const payload = this.#payload();
    if (!payload || this.form.querySelector(".submit").disabled) return;
    this.desk.append(payload);
    write($("remedy-text"), this.offence.remedy ?? "");
    show($("remedy-band"), Boolean(this.offence.remedy));
    $("dialog-penalty").close();
  }
}
