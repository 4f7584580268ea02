// The end: the result, the whole sheet, and both sides' confirmations one after the other.

import { $, show, t, write } from "./dom.js";
import { levelWord, sideWord, verdict } from "./describe.js";

export class Finish {
  constructor(desk) {
    this.desk = desk;
    for (const key of document.querySelectorAll("[data-confirm]")) {
      key.addEventListener("click", () => desk.confirm(key.dataset.confirm));
    }
  }

  draw(state) {
    const { result } = state;
    if (state.status === "awaiting") return this.#drawAwaiting(result);
    const done = ["confirmed", "verified"].includes(state.status);
    write($("verdict"), verdict(result));
    const level = (side) => (result.passed[side] ? t("passed") : levelWord(result.levels[side]));
    const levels = `${level("a")} : ${level("b")}`;
    write($("verdict-why"), `${t(`decided_${result.decided_by}`)} · ${levels}`);
    write($("finish-text"), t(done ? "result_stands" : "result_waits"));
    for (const key of document.querySelectorAll("[data-confirm]")) {
      const side = key.dataset.confirm;
      const said = done || state.confirmations.includes(side);
      const waits = this.desk.queue.some((item) => item.body.side === side && item.part === "confirm/");
      key.disabled = said || waits;
      const word = said ? "confirmed_side" : waits ? "confirm_waits" : "confirm_side";
      write(key, t(word, { side: sideWord(side) }));
    }
    show($("open-protest"), !done);
    show($("finish-back"), done);
    return null;
  }

  /** Over by what is on this phone; the result stands once it has been sent. */
  #drawAwaiting(result) {
    const { decided_by: how } = result;
    const words = { verdict: verdict(result), why: t(`decided_${how}`) };
    write($("awaiting-text"), how ? t("awaiting_verdict", words) : t("awaiting_unknown"));
  }
}
