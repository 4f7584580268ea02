// What is seldom needed: the start, clocks, a void hand, forfeit, notes, and how an undecided end is decided.

import { $, choose, chosen, complain, open, show, t, write } from "./dom.js";
import { whoWord } from "./describe.js";

/** Each action: which questions it asks, when it is offered, and the entry it makes. */
const ACTIONS = {
  pause: { when: isRunning, entry: (desk) => ({ type: "pause", at: desk.stamp() }) },
  resume: { when: (state) => state.clock.state === "paused", entry: (desk) => ({ type: "resume", at: desk.stamp() }) },
  extend: {
    fields: ["minutes"],
    when: hasClock,
    entry: () => ({ type: "extend", minutes: Number($("act-minutes").value) }),
  },
  void: {
    when: isPlaying,
    entry: (desk) => ({ type: "hand", result: "void", declarer: desk.state.result.declarer ?? "a" }),
  },
  "time-up": {
    fields: ["cards"],
    when: (state) => state.status === "playing" && hasClock(state),
    entry: () => ({ type: "time-up", cards_drawn: chosen($("act-form"), "act-cards") === "true" }),
  },
  note: { fields: ["text"], when: isUnconfirmed, entry: () => ({ type: "note", text: $("act-text").value.trim() }) },
  forfeit: { fields: ["side"], when: (state) => !isOver(state), entry: () => ({ type: "forfeit", side: side() }) },
  retire: { fields: ["side"], when: isPlaying, entry: () => ({ type: "retire", side: side() }) },
};

export class Actions {
  constructor(desk) {
    this.desk = desk;
    this.form = $("act-form");
    this.name = "";
    $("open-menu").addEventListener("click", () => open($("dialog-menu")));
    $("menu-keys").addEventListener("click", (event) => this.#choose(event.target.closest("[data-act]")));
    this.form.addEventListener("submit", (event) => this.#submit(event));
    $("start").addEventListener("click", () => this.#start());
    for (const key of document.querySelectorAll("button[data-time-up]")) {
      key.addEventListener("click", () => desk.append({ type: "time-up", cards_drawn: key.dataset.timeUp === "true" }));
    }
    for (const key of document.querySelectorAll("[data-decide]")) {
      key.addEventListener("click", () => this.#decide(key.dataset.decide));
    }
  }

  draw(state) {
    for (const key of $("menu-keys").querySelectorAll("[data-act]")) {
      const action = ACTIONS[key.dataset.act];
      show(key, action ? action.when(state) : true);
    }
    for (const input of this.form.querySelectorAll('[name="act-side"]')) {
      write(input.nextElementSibling, `${whoWord(state, { side: input.value })} ${state.teams[input.value]?.name ?? ""}`);
    }
    write($("deciding-text"), state.next_step.text);
    show($("decide-why-row"), state.next_step.code !== "lot");
  }

  #choose(key) {
    if (!key) return;
    $("dialog-menu").close();
    if (key.dataset.act === "swap") return $("console").classList.toggle("swapped");
    this.name = key.dataset.act;
    const { fields = [] } = ACTIONS[this.name];
    for (const field of this.form.querySelectorAll("[data-field]")) show(field, fields.includes(field.dataset.field));
    $("act-text").value = "";
    choose(this.form, "act-side", "");
    complain(this.form);
    write($("act-title"), key.textContent);
    return open($("dialog-act"));
  }

  async #submit(event) {
    event.preventDefault();
    const { fields = [], entry } = ACTIONS[this.name];
    if (fields.includes("side") && !side()) return complain(this.form, t("side_wanted"));
    if (fields.includes("text") && !$("act-text").value.trim()) return complain(this.form, t("text_wanted"));
    const answer = await this.desk.append(entry(this.desk));
    if (answer.ok) $("dialog-act").close();
    else if (answer.problem) complain(this.form, answer.problem.detail);
  }

  #start() {
    const first = chosen($("start-declarer"), "first");
    return this.desk.append({ type: "start", at: this.desk.stamp(), ...(first ? { declarer: first } : {}) });
  }

  async #decide(winner) {
    const panel = $("panel-deciding");
    const text = $("decide-why").value.trim();
    const byLot = this.desk.state.next_step.code === "lot";
    if (!byLot && !text) return complain(panel, t("text_wanted"));
    complain(panel);
    const answer = await this.desk.append(byLot ? { type: "lot", winner } : { type: "decision", winner, text });
    return answer.problem && complain(panel, answer.problem.detail);
  }
}

const side = () => chosen($("act-form"), "act-side");

function isOver(state) {
  return ["finished", "confirmed", "verified"].includes(state.status);
}

function isUnconfirmed(state) {
  return !["confirmed", "verified"].includes(state.status);
}

function isPlaying(state) {
  return ["playing", "last-hand"].includes(state.status);
}

function hasClock(state) {
  return isPlaying(state) && state.clock.state !== "none";
}

function isRunning(state) {
  return hasClock(state) && state.clock.state === "running";
}
