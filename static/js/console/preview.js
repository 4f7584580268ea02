// What an entry would do, in one line, and the whole derivation.

import { $, el, open, t } from "./dom.js";
import { sideWord } from "./describe.js";

const SOURCE = /〔[^〕]*〕/g;

/** One line: the steps of the reasoning without their sources, and who wins. */
export function previewText(answer) {
  const { hand, result } = answer;
  const parts = hand ? hand.reasoning.map((step) => step.replace(SOURCE, "")) : [];
  if (result.status === "finished" && result.winner) parts.push(t("match_over", { side: sideWord(result.winner) }));
  return parts.join(";") || result.warnings.join(";");
}

/** Open the derivation of a hand, step by step with its source. */
export function showWhy(hand) {
  $("why-list").replaceChildren(...hand.reasoning.map((step) => el("li", {}, step)));
  open($("dialog-why"));
}
