// What has not been sent: each entry in its order, what was recorded since, and how a refused one is mended.

import { $, el, open, show, t, write } from "./dom.js";
import { describe } from "./describe.js";

export class Unsent {
  constructor(desk, handForm) {
    this.desk = desk;
    this.handForm = handForm;
    $("open-unsent").addEventListener("click", () => this.open());
  }

  open() {
    this.#draw(this.desk.state);
    open($("dialog-unsent"));
  }

  /** The number unsent is always on the screen. */
  draw() {
    const n = this.desk.outbox.store.count();
    write($("open-unsent"), n ? t("unsent_count", { n }) : t("unsent_none"));
    $("open-unsent").classList.toggle("key-warn", n > 0);
    document.body.dataset.unsent = n;
    if ($("dialog-unsent").open) this.#draw(this.desk.state);
  }

  #draw(state) {
    const items = this.desk.queue;
    $("unsent-list").replaceChildren(...(items.length ? items.map((item) => this.#line(state, item)) : [nothing()]));
    this.#drawSince(state, this.desk.outbox.parked(this.desk.base));
    this.#drawOthers();
  }

  #line(state, item) {
    const { payload } = item.body;
    const what = payload ? describe(state, { payload, n: 0 }) : t("confirm_waits", { side: t(`side_${item.body.side}`) });
    const line = el("li", { data: { item: item.id } }, el("span", { class: "line-what" }, what));
    const at = item.body.device_at ? new Date(item.body.device_at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : "";
    line.append(el("small", {}, at ? t("unsent_at", { at }) : t("unsent_waits")));
    if (item.problem) line.append(el("p", { class: "error" }, item.problem.detail), this.#keys(state, item));
    return line;
  }

  /** A refused entry: send it after all, change it, or throw it away. */
  #keys(state, item) {
    const { outbox, base, server } = this.desk;
    const key = (label, onclick, act) => el("button", { type: "button", class: "key", data: { act }, onclick }, label);
    const keys = el("div", { class: "band-keys" });
    if (item.body.payload) keys.append(key(t("send_again"), () => outbox.resend(base, item.id, server.last_entry), "resend"));
    if (item.body.payload?.type === "hand" && !state.rules.finish) keys.append(key(t("mend"), () => this.#mend(item), "mend"));
    keys.append(key(t("discard"), () => this.#discard(keys, item), "discard"));
    return keys;
  }

  #mend(item) {
    $("dialog-unsent").close();
    this.handForm.mend(item);
  }

  /** Ask once more in place: thrown away is gone. */
  #discard(keys, item) {
    const yes = el("button", { type: "button", class: "key key-danger", data: { act: "discard-yes" } }, t("discard_yes"));
    yes.addEventListener("click", () => this.desk.outbox.discard(this.desk.base, item.id));
    const no = el("button", { type: "button", class: "key" }, t("keep"));
    no.addEventListener("click", () => this.#draw(this.desk.state));
    keys.replaceChildren(yes, no);
    yes.focus();
  }

  /** What others recorded after the entry that the refused one follows. */
  #drawSince(state, parked) {
    const { entries } = this.desk.server;
    const from = entries.findIndex((entry) => entry.id === parked?.body.after);
    const since = parked && isLate(parked.problem) ? entries.slice(from + 1) : [];
    show($("unsent-since"), since.length > 0);
    const line = (entry) => {
      const twice = isAlike(entry.payload, parked.body.payload ?? {});
      const what = `${entry.n}. ${describe(state, entry)}${entry.by ? `(${entry.by})` : ""}`;
      return el("li", { class: twice ? "twice" : "" }, what, twice ? el("strong", {}, ` ${t("maybe_twice")}`) : null);
    };
    $("since-list").replaceChildren(...since.map(line));
  }

  /** Other matches with something unsent: their page shows it. */
  #drawOthers() {
    const { outbox, base } = this.desk;
    const others = outbox.store.bases().filter((other) => other !== base && outbox.store.of(other).length);
    const line = (other) => {
      const id = /\/matches\/(\d+)\//.exec(other)?.[1];
      const text = t(outbox.parked(other) ? "other_parked" : "other_unsent", { n: outbox.store.of(other).length });
      return el("a", { class: "key", href: `${$("console").dataset.home}${id}/` }, text);
    };
    $("unsent-others").replaceChildren(...others.map(line));
  }
}

const nothing = () => el("li", { class: "empty" }, t("unsent_nothing"));
const isLate = ({ code }) => code === "stale" || code === "taken-over";

/** True where another entry says the same: perhaps this one, written down by somebody else. */
function isAlike(one, other) {
  const said = { hand: ["table_points", "kitty_points", "capture"], penalty: ["offence", "side"] }[other.type] ?? [];
  return one.type === other.type && said.every((name) => (one[name] ?? 0) === (other[name] ?? 0) || (name === "capture" && (one[name] ?? "none") === (other[name] ?? "none")));
}
