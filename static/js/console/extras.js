// What only some rulesets ask of a hand: jokers in the kitty, a dry kitty, a special bid, a refused tribute.

import { choose, el, radio, t } from "./dom.js";

/** Draw the questions of this ruleset once; `answers()` are those of the hand being entered, changed in place. */
export function drawExtras(box, { rules, result }, answers, changed) {
  const values = answers();
  const owed = Boolean(result.tribute?.cards) || Boolean(values.tribute_refused);
  const asked = rules.extras ?? [];
  if (box.dataset.drawn === asked.join()) return update(box, values, owed);
  box.dataset.drawn = asked.join();
  box.replaceChildren(...asked.map((name) => QUESTIONS[name]?.(answers, changed, rules.decks)).filter(Boolean));
  return update(box, values, owed);
}

/** The answers as keys of the entry; what was not answered is left out. */
export function extrasOf(rules, values) {
  const found = {};
  for (const name of rules.extras ?? []) {
    const value = values[name];
    if (name === "kitty_jokers" && value && value.small + value.big > 0) found[name] = value;
    else if (name === "special_bid" && value) found[name] = { side: value, kind: "red-five-pair" };
    else if (name !== "kitty_jokers" && value) found[name] = value;
  }
  return found;
}

const QUESTIONS = {
  kitty_jokers(answers, changed, decks) {
    return el("div", { class: "steppers" }, ...["small", "big"].map((kind) => stepper(kind, answers, changed, decks)));
  },
  dry_kitty: (answers, changed) => tick("dry_kitty", answers, changed),
  tribute_refused: (answers, changed) => tick("tribute_refused", answers, changed),
  special_bid(answers, changed) {
    const box = el("fieldset", { class: "choice" }, el("legend", {}, t("extra_special_bid")));
    const choices = [["", t("none")], ["a", t("side_a")], ["b", t("side_b")]];
    box.append(...choices.map(([value, label]) => radio("special-bid", value, label, value === "")));
    box.addEventListener("change", (event) => {
      answers().special_bid = event.target.value;
      changed();
    });
    return box;
  },
};

/** As many of a kind as there are packs. */
function stepper(kind, answers, changed, decks) {
  const output = el("output", { data: { joker: kind } }, "0");
  const move = (by) => () => {
    const now = { small: 0, big: 0, ...answers().kitty_jokers };
    now[kind] = Math.min(decks, Math.max(0, now[kind] + by));
    answers().kitty_jokers = now;
    output.textContent = String(now[kind]);
    changed();
  };
  const key = (by, sign) => el("button", { type: "button", class: "key", onclick: move(by) }, sign);
  return el("div", { class: "stepper" }, el("span", {}, t(`extra_joker_${kind}`)), key(-1, "−"), output, key(1, "+"));
}

function tick(name, answers, changed) {
  const input = el("input", { type: "checkbox", data: { tick: name } });
  input.addEventListener("change", () => {
    answers()[name] = input.checked;
    changed();
  });
  return el("label", { class: "tick" }, input, el("span", {}, t(`extra_${name}`)));
}

function update(box, values, owed) {
  for (const output of box.querySelectorAll("[data-joker]")) {
    output.textContent = String(values.kitty_jokers?.[output.dataset.joker] ?? 0);
  }
  const refusal = box.querySelector('[data-tick="tribute_refused"]');
  if (refusal) refusal.closest("label").hidden = !owed;
  for (const input of box.querySelectorAll("[data-tick]")) input.checked = Boolean(values[input.dataset.tick]);
  choose(box, "special-bid", values.special_bid ?? "");
}
