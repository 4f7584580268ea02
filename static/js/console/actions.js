// What is seldom needed: the start, clocks, a void hand, forfeit, notes, and how an undecided end is decided.

import { $, choose, chosen, complain, open, show, t, write } from "./dom.js";
import { knowsChecks } from "./check.js";
import { drawSeats } from "./declarer.js";
import { drawHands } from "./describe.js";
import { whoSits } from "./facts.js";

/** Each action: which questions it asks, when it is offered, and the entry it makes. */
const ACTIONS = {
  pause: { fields: ["why"], when: isRunning, entry: (desk) => ({ type: "pause", at: desk.stamp() }) },
  resume: { when: (state) => state.clock.state === "paused", entry: (desk) => ({ type: "resume", at: desk.stamp() }) },
  extend: {
    fields: ["minutes", "why"],
    when: hasClock,
    entry: () => ({ type: "extend", minutes: minutes() }),
  },
  void: {
    fields: ["about"],
    about: "void_about",
    when: isPlaying,
    entry: (desk) => ({ type: "hand", result: "void", declarer: desk.state.result.declarer ?? "a" }),
  },
  "time-up": {
    fields: ["cards"],
    when: (state) => state.status === "playing" && hasClock(state),
    entry: () => ({ type: "time-up", cards_drawn: chosen($("act-form"), "act-cards") === "true" }),
  },
  note: { fields: ["text"], when: isUnconfirmed, entry: () => ({ type: "note", text: $("act-text").value.trim() }) },
  protest: { fields: ["side", "hand", "text"], when: (state) => isUnconfirmed(state) && state.status !== "scheduled", entry: protest },
  check: { when: (state) => isPlaying(state) && knowsChecks(state) },
  "propose-forfeit": { fields: ["about"], propose: () => ({ verdict: "forfeit" }) },
  "propose-start": {
    fields: ["excuse", "clock"],
    propose: () => ({ verdict: "start", clock_from: chosen($("act-form"), "act-clock"), reason: $("act-excuse").value.trim() }),
  },
  forfeit: { fields: ["side"], when: (state) => isChief() && !isOver(state), entry: () => ({ type: "forfeit", side: side() }) },
  retire: { fields: ["side"], when: (state) => isChief() && isPlaying(state), entry: () => ({ type: "retire", side: side() }) },
};

export class Actions {
  constructor(desk, hand, check) {
    this.desk = desk;
    this.check = check;
    this.hand = hand;
    this.form = $("act-form");
    this.name = "";
    this.bid = $("start-declarer").querySelector("label"); // whoever bids
    $("open-menu").addEventListener("click", () => open($("dialog-menu")));
    $("menu-keys").addEventListener("click", (event) => this.#choose(event.target.closest("[data-act]")));
    for (const name of ["why", "excuse"]) {
      $(`${name}-chips`).addEventListener("click", (event) => {
        const { reason } = event.target.closest("[data-reason]")?.dataset ?? {};
        if (reason) $(`act-${name}`).value = reason;
      });
    }
    const objects = $("open-protest");
    objects.addEventListener("click", () => this.#open("protest", objects.textContent));
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
    if (state.teams.a && state.teams.b) drawSeats($("start-declarer"), "first", state, [this.bid]);
    for (const key of $("menu-keys").querySelectorAll("[data-act]")) {
      const action = ACTIONS[key.dataset.act];
      show(key, action ? action.when(state) : true);
    }
    for (const input of this.form.querySelectorAll('[name="act-side"]')) {
      write(input.nextElementSibling, `${t(`side_${input.value}`)} ${state.teams[input.value]?.name ?? ""}`);
    }
    write($("deciding-text"), isChief() ? state.next_step.text : `${state.next_step.text} ${t("deciding_chief")}`);
    show($("decide-why-row"), isChief() && state.next_step.code !== "lot");
    show($("deciding-keys"), isChief());
  }

  #choose(key) {
    if (!key) return null;
    $("dialog-menu").close();
    if (key.dataset.act === "swap") return $("console").classList.toggle("swapped");
    if (key.dataset.act === "check") return this.check.open();
    return this.#open(key.dataset.act, key.textContent);
  }

  /** Ask which side forfeits. */
  openForfeit() {
    this.#open("forfeit", $("menu-keys").querySelector('[data-act="forfeit"]').textContent);
  }

  /** Ask what is proposed to the chief referee; `send(body)` gives a sentence where it could not be sent. */
  openProposal(name, about, send) {
    this.send = send;
    write($("act-about"), about);
    this.#open(name, $(name).textContent);
  }

  async #propose(propose) {
    const refused = await this.send(propose());
    return refused ? complain(this.form, refused) : $("dialog-act").close();
  }

  #open(name, title) {
    this.name = name;
    const { fields = [], about } = ACTIONS[this.name];
    if (about) write($("act-about"), t(about));
    for (const field of this.form.querySelectorAll("[data-field]")) show(field, fields.includes(field.dataset.field));
    $("act-text").value = "";
    $("act-why").value = "";
    $("act-excuse").value = "";
    choose(this.form, "act-side", "");
    complain(this.form);
    write($("act-title"), title);
    drawHands($("act-hand"), this.desk.state, t("no_hand"));
    return open($("dialog-act"));
  }

  #submit(event) {
    event.preventDefault();
    const { fields = [], entry, propose } = ACTIONS[this.name];
    if (fields.includes("excuse") && !$("act-excuse").value.trim()) return complain(this.form, t("reason_wanted"));
    if (propose) return this.#propose(propose);
    if (fields.includes("side") && !side()) return complain(this.form, t("side_wanted"));
    if (fields.includes("text") && !$("act-text").value.trim()) return complain(this.form, t("text_wanted"));
    if (fields.includes("minutes") && !(minutes() >= 1 && minutes() <= 600)) return complain(this.form, t("minutes_wanted"));
    const why = fields.includes("why") ? $("act-why").value.trim() : "";
    if (fields.includes("why") && !why) return complain(this.form, t("reason_wanted"));
    this.desk.append(entry(this.desk));
    if (why) this.desk.append({ type: "note", text: t(`why_${this.name}`, { why }) });
    return $("dialog-act").close();
  }

  #start() {
    const seat = chosen($("start-declarer"), "first");
    const { side: declarer } = seat ? whoSits(seat) : {};
    this.desk.append({ type: "start", at: this.desk.stamp(), ...(seat ? { declarer } : {}) });
    if (seat) this.hand.begin(declarer, seat);
  }

  #decide(winner) {
    const panel = $("panel-deciding");
    const text = $("decide-why").value.trim();
    const byLot = this.desk.state.next_step.code === "lot";
    if (!byLot && !text) return complain(panel, t("text_wanted"));
    complain(panel);
    return this.desk.append(byLot ? { type: "lot", winner } : { type: "decision", winner, text });
  }
}

function protest() {
  const hand = $("act-hand").value;
  return { type: "protest", side: side(), text: $("act-text").value.trim(), ...(hand ? { hand } : {}) };
}

const minutes = () => Math.round(Number($("act-minutes").value));

const side = () => chosen($("act-form"), "act-side");

/** What ends a match otherwise than by play is the chief referee's: a table is not offered it. */
const isChief = () => "chief" in $("console").dataset;

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
