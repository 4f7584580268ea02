// The hand: what the referee types, its live preview, and the one confirmation.

import { $, choose, chosen, complain, el, show, t, write } from "./dom.js";
import { drawCaptures } from "./captures.js";
import { DeclarerPrompt } from "./declarer.js";
import { drawExtras, extrasOf } from "./extras.js";
import { drawOrder } from "./order.js";
import { localPreview, previewText, showWhy } from "./preview.js";
import { wrongPoints } from "./table.js";

const PREVIEW_AFTER_MS = 120;
const KITTY_PRESETS = [0, 5, 10, 15, 20, 30];
const TOLD = new Set(["first-declarer", "flag-hand", "pay-tribute", "decider-hand", "resume"]); // what the table must hear
const BLANK = {
  table: "", kitty: "", box: "table", capture: "none", level_card: "", declarer: "", seat: "", override: "", replaces: "", mends: "",
  extras: {}, finish: [],
};

export class HandForm {
  constructor(desk) {
    this.desk = desk;
    this.form = $("panel-hand");
    this.storeKey = `${desk.storeKey}:hand`;
    this.draft = { ...BLANK, extras: {}, ...kept(this.storeKey) };
    this.asked = 0;
    this.preview = null;
    this.prompt = new DeclarerPrompt((side, seat) => this.#set({ declarer: side, seat }));
    this.#listen();
  }

  /** Draw for a new state; what is typed stays. */
  draw(state) {
    const number = state.result.hands.length + 1;
    const replaced = state.entries.find((entry) => entry.id === this.draft.replaces);
    if (this.draft.replaces && !replaced?.struck) this.draft.replaces = "";
    if (this.draft.mends && !this.desk.queue.some((item) => item.id === this.draft.mends)) this.draft.mends = "";
    const title = state.status === "tied" ? t("hand_decider") : t("hand_number", { n: number });
    const replacing = this.draft.replaces ? t("hand_replacing", { n: replaced.n }) : title;
    write($("hand-title"), this.draft.mends ? t("hand_mending") : replacing);
    show($("cancel-replace"), Boolean(this.draft.replaces || this.draft.mends));
    this.prompt.draw(state);
    drawExtras($("extras"), state, () => this.draft.extras, () => this.#changed());
    this.#changed();
  }

  /** Enter a struck hand again, in its place. */
  replace(entry) {
    this.#fill(entry.payload, { replaces: entry.id });
  }

  /** Change a refused hand that is still in the queue, in its place. */
  mend(item) {
    this.#fill(item.body.payload, { mends: item.id, replaces: item.body.payload.replaces ?? "" });
  }

  /** The first declarer as chosen at the start. */
  begin(side, seat) {
    this.#set({ declarer: side, seat });
  }

  #fill(old, marks) {
    const text = (value) => (value === undefined ? "" : String(value));
    const extras = { dry_kitty: old.dry_kitty, tribute_refused: old.tribute_refused, kitty_jokers: old.kitty_jokers };
    Object.assign(this.draft, BLANK, {
      table: text(old.table_points), kitty: text(old.kitty_points), capture: old.capture ?? "none", declarer: old.declarer,
      seat: old.declarer_seat ?? "", level_card: old.capture_level_card ?? "no", override: old.declarer_override ?? "",
      extras: { ...extras, special_bid: old.special_bid?.side }, finish: old.finish ?? [], ...marks,
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
    $("level-card").addEventListener("change", () => this.#set({ level_card: chosen($("level-card"), "level-card") }));
    $("override-chips").addEventListener("click", (event) => {
      const { reason } = event.target.closest("[data-reason]")?.dataset ?? {};
      if (reason) this.#set({ override: reason });
    });
    $("override-text").addEventListener("input", (event) => this.#set({ override: event.target.value }));
    $("cancel-replace").addEventListener("click", () => this.reset());
    $("preview").addEventListener("click", () => this.preview && showWhy(this.preview.reasoning));
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

  /** The side written on this hand: the one chosen, else the one on stage. */
  #declarer() {
    return this.draft.declarer || this.desk.state.result.declarer || "";
  }

  /** The seat written on this hand: the one chosen, else the one the rotation gives; none where it is not known. */
  #seat() {
    const { seat } = this.draft;
    return seat || (this.draft.declarer ? "" : this.desk.state.declarer_seat ?? "");
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
    keep(this.storeKey, this.draft);
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
    drawCaptures($("captures"), state.rules.captures, draft.capture, (code) => this.#capture(code));
    show($("level-card"), this.#asksLevelCard(state));
    choose($("level-card"), "level-card", draft.level_card);
    const side = this.#declarer();
    this.prompt.show(state, side, this.#seat());
    this.#drawHint(state, side);
    show($("override"), this.#mustExplain());
    if ($("override-text").value !== draft.override) $("override-text").value = draft.override;
  }

  /** What the table must hear before the hand: tribute owed, the flag hand, who comes first. */
  #drawHint(state, side) {
    const { code, text } = state.next_step;
    const owed = state.result.tribute;
    const words = owed?.cards ? t("tribute_owed", { side: t(`side_${owed.from}`), n: owed.cards }) : text;
    write($("hand-hint"), words);
    show($("hand-hint"), Boolean(words) && TOLD.has(code) && !(code === "first-declarer" && side));
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
    if (this.#seat()) payload.declarer_seat = this.#seat();
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

  /** Reckon at once what can be reckoned here; ask the server for what only it knows. */
  #ask() {
    complain(this.form);
    this.asked += 1;
    clearTimeout(this.timer);
    const { payload, missing } = this.#payload();
    const wrong = payload && wrongPoints(this.desk.state, payload);
    this.preview = payload && !wrong ? localPreview(this.desk, payload) : null;
    if (wrong) complain(this.form, wrong);
    this.#showPreview(missing ? t(missing) : this.preview?.text ?? "", Boolean(this.preview));
    if (this.preview) this.timer = setTimeout(() => this.#fetch(payload, this.asked), PREVIEW_AFTER_MS);
  }

  async #fetch(payload, asked) {
    const answer = await this.desk.preview(payload);
    if (asked !== this.asked || !answer) return;
    this.preview = answer.problem ? null : { text: previewText(answer), reasoning: answer.hand?.reasoning ?? [] };
    if (answer.problem) complain(this.form, answer.problem.detail);
    this.#showPreview(this.preview?.text ?? "", Boolean(this.preview));
  }

  #showPreview(text, ready) {
    write($("preview"), text);
    $("preview").classList.toggle("preview-ready", ready);
    $("submit-hand").disabled = !ready;
  }

  #submit(event) {
    event.preventDefault();
    const { payload } = this.#payload();
    if (!payload || !this.preview) return;
    const { mends } = this.draft;
    this.draft = { ...BLANK, extras: {} };
    if (mends) this.desk.outbox.replace(this.desk.base, mends, payload, this.desk.server.last_entry);
    else this.desk.append(payload);
    this.reset();
  }

  /** Begin the next hand with nothing typed. */
  reset() {
    this.draft = { ...BLANK, extras: {} };
    this.draw(this.desk.state);
  }
}

/** What was typed when the page was last open. */
function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

/** Keep what is typed; a browser without storage keeps it only on the screen. */
function keep(key, draft) {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    return;
  }
}
