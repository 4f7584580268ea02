// The penalty sheet: offence, who, how many; what it does is shown before it is given.

import { $, choose, chosen, complain, el, open, radio, show, t, write } from "./dom.js";
import { whoWord } from "./describe.js";


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
    for (const key of $("penalty-count-row").querySelectorAll("[data-step]")) {
      key.addEventListener("click", () => this.#counted(this.count + Number(key.dataset.step)));
    }
    for (const id of ["penalty-who", "penalty-effect", "penalty-hand"]) $(id).addEventListener("change", () => this.#ask());
    $("effect-amount").addEventListener("input", () => this.#ask());
    this.form.addEventListener("submit", (event) => this.#submit(event));
  }

  open() {
    $("offence-search").value = "";
    $("penalty-note").value = "";
    $("effect-amount").value = "10";
    choose($("penalty-effect"), "effect", "");
    this.#drawHands();
    this.#pick(null);
    open($("dialog-penalty"));
  }

  #list() {
    const wanted = $("offence-search").value.trim().toLowerCase();
    const { offences, groups } = this.desk.state.rules;
    const words = (one) => `${one.name} ${one.remedy} ${t(`search_${one.code}`, {}, "")}`.toLowerCase();
    const found = offences.filter((one) => words(one).includes(wanted));
    const of = (group) => found.filter((one) => one.group === group);
    const parts = Object.keys(groups).flatMap((group) => this.#group(groups[group], of(group)));
    $("offence-list").replaceChildren(...(parts.length ? parts : [el("p", { class: "empty" }, t("penalty_none_found"))]));
  }

  #group(title, offences) {
    if (!offences.length) return [];
    const key = (one) =>
      el("button", { type: "button", class: "key offence", data: { offence: one.code }, onclick: () => this.#pick(one) }, one.name);
    return [el("h3", {}, title), ...offences.map(key)];
  }

  #pick(offence) {
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
    this.#drawWho();
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
    const { state } = this.desk;
    const option = (value, label) => el("option", { value }, label);
    const hands = state.result.hands.map((hand, at) => [state.entries.find((one) => one.n === hand.n), at + 1]);
    const past = hands.filter(([entry]) => entry).map(([entry, number]) => option(entry.id, t("hand_number", { n: number })));
    $("penalty-hand").replaceChildren(option("", t("this_hand")), ...past.reverse());
    show($("penalty-hand-row"), past.length > 0);
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
    const effect = this.offence.discretionary ? chosen($("penalty-effect"), "effect") : "";
    if (effect) payload.effect = { [effect]: effect === "disqualify" ? true : Number($("effect-amount").value) };
    return payload;
  }

  #ask() {
    const effect = chosen($("penalty-effect"), "effect");
    show($("effect-amount-row"), effect === "points" || effect === "levels");
    complain(this.form);
    const submit = this.form.querySelector(".submit");
    submit.disabled = true;
    const payload = this.#payload();
    write($("penalty-preview"), payload ? t("previewing") : t("penalty_pick_who"));
    this.asked += 1;
    clearTimeout(this.timer);
    if (payload) this.timer = setTimeout(() => this.#fetch(payload, this.asked), 120);
  }

  async #fetch(payload, asked) {
    const answer = await this.desk.preview(payload);
    if (asked !== this.asked) return;
    write($("penalty-preview"), answer ? "" : t("preview_offline"));
    if (!answer) return;
    if (answer.problem) return complain(this.form, answer.problem.detail);
    write($("penalty-preview"), answer.penalty.text);
    this.form.querySelector(".submit").disabled = false;
  }

  async #submit(event) {
    event.preventDefault();
    const payload = this.#payload();
    if (!payload || this.form.querySelector(".submit").disabled) return;
    const answer = await this.desk.append(payload);
    if (answer.ok) $("dialog-penalty").close();
    else if (answer.problem) complain(this.form, answer.problem.detail);
  }
}
