// The hand: what the referee types, its live preview, and the one confirmation.

import { $, choose, chosen, complain, el, radio, show, t, write } from "./dom.js";
import { captureWord } from "./describe.js";
import { drawExtras, extrasOf } from "./extras.js";
import { drawOrder } from "./order.js";
import { previewText, showWhy } from "./preview.js";

const PREVIEW_AFTER_MS = 120;
const KITTY_PRESETS = [0, 5, 10, 15, 20, 30];
const TOLD = new Set(["first-declarer", "flag-hand", "pay-tribute", "decider-hand", "resume"]); // what the table must hear
const BLANK = {
  table: "", kitty: "", box: "table", capture: "none", level_card: "", declarer: "", override: "", replaces: "", extras: {},
  finish: [],
};

export class HandForm {
  constructor(desk) {
    this.desk = desk;
    this.form = $("panel-hand");
    this.storeKey = `${desk.storeKey}:hand`;
    this.draft = { ...BLANK, ...JSON.parse(localStorage.getItem(this.storeKey) ?? "{}") };
    this.asked = 0;
    this.choosing = false;
    this.preview = null;
    this.#listen();
  }

  /** Draw for a new state; what is typed stays. */
  draw(state) {
    const number = state.result.hands.length + 1;
    const replaced = state.entries.find((entry) => entry.id === this.draft.replaces);
    if (this.draft.replaces && !replaced?.struck) this.draft.replaces = "";
    const title = state.status === "tied" ? t("hand_decider") : t("hand_number", { n: number });
    write($("hand-title"), this.draft.replaces ? t("hand_replacing", { n: replaced.n }) : title);
    show($("cancel-replace"), Boolean(this.draft.replaces));
    this.#drawCaptures(state.rules);
    drawExtras($("extras"), state.rules, this.draft.extras, () => this.#changed());
    this.version = state.version;
    this.#changed();
  }

  /** Enter a struck hand again, in its place. */
  replace(entry) {
    const old = entry.payload;
    const text = (value) => (value === undefined ? "" : String(value));
    Object.assign(this.draft, BLANK, {
      table: text(old.table_points), kitty: text(old.kitty_points), capture: old.capture ?? "none", declarer: old.declarer,
      level_card: old.capture_level_card ?? "no", replaces: entry.id,
      override: old.declarer_override ?? "", finish: old.finish ?? [],
    });
    this.draw(this.desk.state);
    this.form.scrollIntoView();
  }

  #listen() {
    $("pad").addEventListener("click", (event) => this.#key(event.target.closest("[data-key]")?.dataset.key));
    $("presets").addEventListener("click", (event) => this.#preset(event.target.closest("[data-value]")?.dataset.value));
    for (const box of this.form.querySelectorAll("[data-box]")) {
      box.addEventListener("click", () => this.#set({ box: box.dataset.box }));
    }
    $("captures").addEventListener("change", () => this.#capture(chosen($("captures"), "capture")));
    $("level-card").addEventListener("change", () => this.#set({ level_card: chosen($("level-card"), "level-card") }));
    $("declarer").addEventListener("click", () => {
      this.choosing = !this.choosing;
      this.#drawDraft(this.desk.state);
    });
    $("declarer-choice").addEventListener("change", () => {
      this.choosing = false;
      this.#set({ declarer: chosen($("declarer-choice"), "declarer") });
    });
    $("override-chips").addEventListener("click", (event) => {
      const { reason } = event.target.closest("[data-reason]")?.dataset ?? {};
      if (reason) this.#set({ override: reason });
    });
    $("override-text").addEventListener("input", (event) => this.#set({ override: event.target.value }));
    $("cancel-replace").addEventListener("click", () => this.reset());
    $("preview").addEventListener("click", () => this.preview?.hand && showWhy(this.preview.hand));
    this.form.addEventListener("submit", (event) => this.#submit(event));
  }

  #set(change) {
    Object.assign(this.draft, change);
    this.#changed();
  }

  #key(key) {
    if (!key) return;
    const { box } = this.draft;
    const now = this.draft[box];
    const next = { back: now.slice(0, -1), clear: "" }[key] ?? (now === "0" ? key : now + key);
    this.#set({ [box]: next.slice(0, 3) });
  }

  #preset(value) {
    if (value !== undefined) this.#set({ [this.draft.box]: value });
  }

  #capture(code) {
    const none = code === "none";
    this.#set({ capture: code, level_card: "", box: none ? "table" : "kitty", kitty: none ? "" : this.draft.kitty });
  }

  #drawCaptures({ captures }) {
    const box = $("captures");
    if (box.dataset.drawn === captures.join()) return;
    box.dataset.drawn = captures.join();
    box.append(...captures.map((code) => radio("capture", code, captureWord(code))));
  }

  /** The side written on this hand: the one chosen, else the one on stage. */
  #declarer() {
    return this.draft.declarer || this.desk.state.result.declarer || "";
  }

  #mustExplain() {
    const { declarer } = this.desk.state.result;
    return Boolean(declarer && this.#declarer() !== declarer && !this.draft.replaces);
  }

  #asksLevelCard(state) {
    const level = state.result.levels[this.#declarer()];
    const { level_card_levels: levels, level_card_captures: captures } = state.rules;
    return levels.includes(level) && captures.includes(this.draft.capture);
  }

  #changed() {
    localStorage.setItem(this.storeKey, JSON.stringify(this.draft));
    this.#drawDraft(this.desk.state);
    this.#ask();
  }

  #drawDraft(state) {
    const { draft } = this;
    const captured = draft.capture !== "none";
    if (!captured && draft.box === "kitty") draft.box = "table";
    for (const box of ["table", "kitty"]) {
      write($(`box-${box}`), draft[box] || "–");
      this.form.querySelector(`[data-box="${box}"]`).setAttribute("aria-pressed", String(draft.box === box));
    }
    show(this.form.querySelector('[data-box="kitty"]'), captured);
    show($("points-part"), !state.rules.finish);
    show($("finish-part"), state.rules.finish);
    if (state.rules.finish) drawOrder(state, draft.finish, (finish) => this.#set({ finish }));
    this.#drawPresets(draft.box === "kitty" ? KITTY_PRESETS : state.rules.presets);
    choose($("captures"), "capture", draft.capture);
    show($("level-card"), this.#asksLevelCard(state));
    choose($("level-card"), "level-card", draft.level_card);
    const side = this.#declarer();
    write($("declarer-text"), side ? t("declarer_is", { side: t(side) }) : t("declarer_unknown"));
    show($("declarer-choice"), !side || this.choosing);
    const { code, text } = state.next_step;
    write($("hand-hint"), text);
    show($("hand-hint"), TOLD.has(code) && !(code === "first-declarer" && side));
    choose($("declarer-choice"), "declarer", side);
    show($("override"), this.#mustExplain());
    if ($("override-text").value !== draft.override) $("override-text").value = draft.override;
  }

  #drawPresets(values) {
    const box = $("presets");
    if (box.dataset.drawn === values.join()) return;
    box.dataset.drawn = values.join();
    const key = (value) => el("button", { type: "button", class: "key", data: { value } }, String(value));
    box.replaceChildren(...values.map(key));
  }

  /** The hand as an entry, or the code of what is still missing. */
  #payload() {
    const { draft } = this;
    const declarer = this.#declarer();
    if (!declarer) return { missing: "declarer_unknown" };
    const { facts, missing } = this.desk.state.rules.finish ? this.#finish() : this.#points();
    if (missing) return { missing };
    if (this.#mustExplain() && !draft.override.trim()) return { missing: "override_wanted" };
    const payload = { type: "hand", declarer, ...facts };
    if (draft.override.trim() && this.#mustExplain()) payload.declarer_override = draft.override.trim();
    if (draft.replaces) payload.replaces = draft.replaces;
    if (this.desk.state.status === "tied") payload.result = "decider";
    return { payload: { ...payload, ...extrasOf(this.desk.state.rules, draft.extras) } };
  }

  /** The points and the capture, or what is missing of them. */
  #points() {
    const { table, kitty, capture, level_card: card } = this.draft;
    const asksCard = this.#asksLevelCard(this.desk.state);
    if (table === "") return { missing: "points_wanted" };
    if (capture !== "none" && kitty === "") return { missing: "kitty_wanted" };
    if (asksCard && !card) return { missing: "level_card_wanted" };
    const facts = { table_points: Number(table), capture };
    if (capture !== "none") facts.kitty_points = Number(kitty);
    if (asksCard && card !== "no") facts.capture_level_card = card;
    return { facts };
  }

  /** The order of finishing, or that it is missing. */
  #finish() {
    const { finish } = this.draft;
    return finish.length === 4 ? { facts: { finish } } : { missing: "finish_wanted" };
  }

  #ask() {
    complain(this.form);
    this.preview = null;
    this.asked += 1;
    clearTimeout(this.timer);
    const { payload, missing } = this.#payload();
    this.#showPreview(missing ? t(missing) : t("previewing"), false);
    if (payload && !this.desk.writing) this.timer = setTimeout(() => this.#fetch(payload, this.asked), PREVIEW_AFTER_MS);
  }

  async #fetch(payload, asked) {
    const answer = await this.desk.preview(payload);
    if (asked !== this.asked) return;
    if (!answer) {
      this.#showPreview(t("preview_offline"), false);
      this.timer = setTimeout(() => this.#fetch(payload, asked), 2000);
    } else if (answer.problem) {
      this.#showPreview("", false);
      complain(this.form, answer.problem.detail);
    } else {
      this.preview = answer;
      this.#showPreview(previewText(answer), true);
    }
  }

  #showPreview(text, ready) {
    write($("preview"), text);
    $("preview").classList.toggle("preview-ready", ready);
    $("submit-hand").disabled = !ready;
    write($("submit-hand"), this.desk.writing ? t("submitting") : t("submit"));
  }

  async #submit(event) {
    event.preventDefault();
    const { payload } = this.#payload();
    if (!payload || !this.preview) return;
    const answer = await this.desk.append(payload);
    if (answer.ok) this.reset();
    else if (answer.problem) complain(this.form, answer.problem.detail);
  }

  /** Begin the next hand with nothing typed. */
  reset() {
    this.draft = { ...BLANK, extras: {} };
    this.choosing = false;
    this.draw(this.desk.state);
  }
}

