// What an entry would do, in one line, and the whole derivation.

import { ahead } from "./ahead.js";
import { $, el, open, t } from "./dom.js";
import { sideWord } from "./describe.js";
import { reckon } from "./table.js";

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
  const { reasoning } = (payload.replaces && inItsPlace(desk, payload)) || reckon(desk.course, payload);
  return { text: withoutSources(reasoning), reasoning };
}

/** A hand entered again, reckoned where the struck one stood; undefined where it would not count. */
function inItsPlace({ server, queue, table }, payload) {
  const id = "preview";
  const { state } = ahead(server, [...queue, { id, part: "entries/", body: { payload } }], table);
  const { n } = state.entries.find((entry) => entry.id === id);
  return state.result.hands.find((hand) => hand.n === n);
}

/** Open the derivation of a hand, step by step with its source. */
export function showWhy(reasoning) {
  $("why-list").replaceChildren(...reasoning.map((step) => el("li", {}, step)));
  open($("dialog-why"));
}

const withoutSources = (steps) => steps.map((step) => step.replace(SOURCE, "")).join(t("and_then"));
