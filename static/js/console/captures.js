// The kitty's captures as keys: those this ruleset knows, and tractors of any length.

import { choose, el, radio, show, t } from "./dom.js";
import { captureWord } from "./describe.js";

const LONGER = "tractor-4"; // where this is known, longer ones are too
const SHORTEST = 4;
const LONGEST = 20;

/** Draw the captures with the chosen one; `chose(code)` is called with another. */
export function drawCaptures(box, captures, code, chose) {
  if (box.dataset.drawn !== captures.join()) build(box, captures, chose);
  const pairs = pairsOf(code);
  choose(box, "capture", pairs >= SHORTEST ? LONGER : code);
  const row = box.querySelector(".longer-row");
  if (!row) return;
  show(row, pairs >= SHORTEST);
  row.querySelector("output").textContent = String(Math.max(pairs, SHORTEST));
}

function build(box, captures, chose) {
  box.dataset.drawn = captures.join();
  box.dataset.count = captures.length;
  const word = (code) => (code === LONGER ? t("capture_longer") : captureWord(code));
  const keys = captures.map((code) => radio("capture", code, word(code)));
  if (captures.includes(LONGER)) keys.push(longerRow(chose));
  box.replaceChildren(box.querySelector("legend"), ...keys);
  box.onchange = (event) => chose(event.target.value);
}

function longerRow(chose) {
  const output = el("output", {});
  const move = (by) => () => chose(`tractor-${Math.min(LONGEST, Math.max(SHORTEST, Number(output.textContent) + by))}`);
  const key = (by, sign, label) =>
    el("button", { type: "button", class: "key", onclick: move(by), attrs: { "aria-label": label } }, sign);
  const keys = [key(-1, "−", t("fewer")), output, key(1, "+", t("more"))];
  return el("div", { class: "stepper longer-row" }, el("span", {}, t("tractor_pairs")), ...keys);
}

const pairsOf = (code) => Number(/^tractor-(\d+)$/.exec(code)?.[1] ?? 0);
