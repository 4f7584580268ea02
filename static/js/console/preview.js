// What an entry would do, in one line, and the whole derivation.

import { $, el, open, t } from "./dom.js";
import { sideWord } from "./describe.js";

/** One line: the last steps of the reasoning, or who wins. */
export function previewText(answer) {
  const { hand, result } = answer;
  const parts = hand ? hand.reasoning.map(stepText) : [];
  if (result.status === "finished" && result.winner) parts.push(t("match_over", { side: sideWord(result.winner) }));
  return parts.join(";") || result.warnings.map(stepText).join(";");
}

/** Open the derivation of a hand, step by step with its source. */
export function showWhy(hand) {
  $("why-list").replaceChildren(...hand.reasoning.map((step) => el("li", {}, stepText(step))));
  open($("dialog-why"));
}

function stepText(step) {
  if (typeof step === "string") return step;
  return step.source ? `${step.text}(${step.source})` : step.text;
}
