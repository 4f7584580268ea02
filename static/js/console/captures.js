// The kitty's captures as keys: those that count differently in this ruleset, and tractors of any length.

import { choose, el, radio, show, t } from "./dom.js";
import { captureWord } from "./describe.js";

const IN_A_ROW = 6; // where there would be more keys, the stepper for longer tractors begins one pair earlier
const LONGEST = 20;
const OTHERWISE = ["none", "five-ten-king"]; // never told apart by their shape

/** Draw the captures with the chosen one; `chose(code)` is called with another. */
export function drawCaptures(box, rules, code, chose) {
  const offered = offeredBy(rules);
  if (box.dataset.drawn !== offered.join()) build(box, rules, offered, chose);
  const pairs = pairsOf(code);
  const from = shortestOf(offered, rules);
  choose(box, "capture", keyOf(rules, pairs >= from ? `tractor-${from}` : code));
  const row = box.querySelector(".longer-row");
  if (!row) return;
  show(row, pairs >= from);
  row.querySelector("output").textContent = String(Math.max(pairs, from));
}

/** The codes with a key of their own. */
function offeredBy({ captures, one_capture: one }) {
  if (one) return ["none", one, ...captures.filter((code) => code === "five-ten-king")];
  return captures.length > IN_A_ROW ? captures.filter((code) => code !== "tractor-4") : captures;
}

/** Where all count alike, whatever captured stands under the one key. */
const keyOf = ({ one_capture: one }, code) => (one && !OTHERWISE.includes(code) ? one : code);

/** The pairs of the last tractor key where longer ones are reached through it; else more than there are. */
const shortestOf = (offered, { captures }) => (captures.includes("tractor-4") && Math.max(...offered.map(pairsOf))) || LONGEST + 1;

function build(box, rules, offered, chose) {
  box.dataset.drawn = offered.join();
  const from = shortestOf(offered, rules);
  const word = (code) => {
    if (code === rules.one_capture) return t("capture_any");
    return pairsOf(code) === from ? t("capture_longer", { n: from }) : captureWord(code);
  };
  const keys = offered.map((code) => radio("capture", code, word(code)));
  if (from <= LONGEST) keys.push(longerRow(from, chose));
  box.replaceChildren(box.querySelector("legend"), ...keys);
  box.onchange = (event) => chose(event.target.value);
}

function longerRow(from, chose) {
  const output = el("output", {});
  const move = (by) => () => chose(`tractor-${Math.min(LONGEST, Math.max(from, Number(output.textContent) + by))}`);
  const key = (by, sign, label) =>
    el("button", { type: "button", class: "key", onclick: move(by), attrs: { "aria-label": label } }, sign);
  const keys = [key(-1, "−", t("fewer")), output, key(1, "+", t("more"))];
  return el("div", { class: "stepper longer-row" }, el("span", {}, t("tractor_pairs")), ...keys);
}

const pairsOf = (code) => Number(/^tractor-(\d+)$/.exec(code)?.[1] ?? 0);
