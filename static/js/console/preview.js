// What an entry would do, in one line, and the whole derivation.

import { $, el, open, t } from "./dom.js";
import { sideWord } from "./describe.js";
import { reasoningOf, reckon } from "./table.js";

const SOURCE = /〔[^〕]*〕| \[[^\]]*\]/g;

/** One line: the steps of the reasoning without their sources, and who wins. */
export function previewText(answer) {
  const { hand, result } = answer;
  const parts = hand ? [withoutSources(hand.reasoning)] : [];
  if (result.status === "finished" && result.winner) parts.push(t("match_over", { side: sideWord(result.winner) }));
  return parts.join(t("and_then")) || result.warnings.join(t("and_then"));
}

/** `{text, reasoning}` of a hand reckoned on this phone; levels are left to the server where only it can tell. */
export function localPreview(desk, payload) {
  const found = reckon(desk.course, payload);
  const plain = payload.replaces || payload.result === "decider" ? { ...found, row: null } : found;
  const reasoning = reasoningOf(plain);
  return { text: withoutSources(reasoning), reasoning };
}

/** Open the derivation of a hand, step by step with its source. */
export function showWhy(reasoning) {
  $("why-list").replaceChildren(...reasoning.map((step) => el("li", {}, step)));
  open($("dialog-why"));
}

const withoutSources = (steps) => steps.map((step) => step.replace(SOURCE, "")).join(t("and_then"));
