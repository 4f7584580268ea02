// The step of an offence's ladder a penalty would be, and what that step does, reckoned from the entries on the screen.

import { t } from "./dom.js";
import { facts } from "./facts.js";

/** `{step, kind, points, levels, ends, against}` of a penalty on top of the state. */
export function stepOf(state, payload) {
  const offence = state.rules.offences.find((one) => one.code === payload.offence);
  const ladder = facts.ladders[payload.offence] ?? { effects: [{ kind: "discretion" }], increase: 0, against: "offender" };
  const byPlayer = offence?.per_player && !offence.discretionary;
  const same = (entry) =>
    entry.type === "penalty" && !entry.struck && entry.payload.offence === payload.offence &&
    entry.payload.side === payload.side && (!byPlayer || entry.payload.player === payload.player);
  const step = state.entries.filter(same).length + 1;
  const effect = { ...effectAt(ladder, step) };
  if (effect.kind === "discretion") Object.assign(effect, chosenEffect(payload.effect));
  const points = effect.kind === "points" ? effect.points * (effect.chosen ? 1 : payload.count ?? 1) : 0;
  const ends = Boolean(offence?.ends_hand && effect.kind !== "warning") || ["change-stage", "hand-lost", "misdeal"].includes(effect.kind);
  return { step, kind: effect.kind, points, levels: effect.levels ?? 0, ends, against: ladder.against };
}

/** "第3次 → 罚20分，计入本副", and what it does to the attackers' points. */
export function stepText(state, payload, done) {
  const words = t(`effect_${done.kind}`, { points: done.points, levels: done.levels });
  const ends = done.ends && !["change-stage", "hand-lost", "misdeal"].includes(done.kind) ? t("effect_ends") : "";
  return t("penalty_step", { step: done.step, words: words + ends }) + handEffect(state, payload, done);
}

/** "；本副闲家 +20" where points are noted in the hand at play. */
export function handEffect(state, payload, { points, against }) {
  const { declarer } = state.result;
  if (!points || !declarer || payload.hand) return "";
  const onDeclarer = against === "declarer" || payload.side === declarer;
  return t(onDeclarer ? "attackers_more" : "attackers_less", { n: points });
}

function effectAt({ effects, increase }, step) {
  const effect = effects[Math.min(step, effects.length) - 1];
  const beyond = step - effects.length;
  if (beyond > 0 && increase && effect.kind === "points") return { ...effect, points: effect.points + increase * beyond };
  return effect;
}

function chosenEffect(effect) {
  const [kind, amount] = Object.entries(effect ?? { warning: 0 })[0];
  return { kind, chosen: true, points: kind === "points" ? amount : 0, levels: kind === "levels" ? amount : 0 };
}
