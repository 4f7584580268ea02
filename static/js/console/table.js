// A hand reckoned on this phone: its sum by the multipliers and penalties, what it does by the course's tables.

import { stepOn } from "./course.js";
import { t } from "./dom.js";
import { OTHER, facts } from "./facts.js";
import { partnerOf } from "./kinds.js";

/** What is wrong with a hand's points whatever the levels are, as a sentence; "" where nothing is. */
export function wrongPoints(state, payload) {
  const most = 100 * state.rules.decks;
  const { table_points: table = 0, kitty_points: kitty = 0 } = payload;
  if (table % 5) return t("points_step", { n: table });
  if (kitty % 5) return t("kitty_step", { n: kitty });
  if (table + kitty > most) return t("points_over", { n: table + kitty, most });
  return "";
}

/** The sum of a hand, with the penalties noted so far; `total` never below 0 where the rules say so. */
function sumOf({ table, charged }, payload) {
  const { table_points: points = 0, kitty_points: kitty = 0, capture = "none", declarer } = payload;
  const times = facts.multipliers[capture] ?? 0;
  const against = charged.declarer + charged[declarer];
  const taken = charged[OTHER[declarer]];
  const earned = points + kitty * times;
  const sum = earned + against - taken;
  const total = table?.course.floor === false ? sum : Math.max(0, sum);
  return { total, earned, penalised: Boolean(against || taken), text: sumText(table, { points, kitty, times, against, taken, sum, total }) };
}

function sumText(table, { points, kitty, times, against, taken, sum, total }) {
  const captured = times && kitty;
  if (!(points || captured || against || taken)) return t("sum_none");
  const parts = [t("sum_table", { n: points })];
  if (captured) parts.push(t("sum_kitty", { n: kitty, times }));
  if (against) parts.push(t("sum_against", { n: against }));
  if (taken) parts.push(t("sum_taken", { n: taken }));
  const floored = sum < total ? t("sum_floored") : "";
  return `${parts.join(" ")} = ${total}${floored}${captured ? table?.course.say.kitty ?? "" : ""}`;
}

/** A hand as far as it can be reckoned here: `{total, row, reasoning}`; `row` is null where only the server can tell. */
export function reckon(course, payload) {
  const sum = payload.finish ? { text: t("sum_finish", { n: partnerOf(payload) }), total: null } : sumOf(course, payload);
  const { row, why } = rowOf(course, payload, sum);
  if (!row) return { total: sum.total, row, reasoning: [sum.text, t("settled_later"), t(why)] };
  return { total: sum.total, row, reasoning: payload.finish ? row.reasoning : [sum.text, ...row.reasoning] };
}

function rowOf({ table, position, why }, payload, sum) {
  if (!position) return { row: null, why };
  const row = isExact(table.course.exact, sum) ? stepOn(table.course, position, payload, sum.total) : null;
  return { row, why: "later_penalised" };
}

/** What an offence makes of the hand it ends: settled on the points noted so far; null where the server must tell. */
export function reckonEnded(course, declarer) {
  const { total } = sumOf(course, { declarer });
  return course.position && stepOn(course.table.course, course.position, { declarer }, total, true);
}

/** False where a row of its own is read without the penalties, and there are some. */
function isExact(exact, { total, earned, penalised }) {
  if (!exact || !penalised) return true;
  const near = [total, earned];
  return !near.some((sum) => exact.values.includes(sum) || (exact.full !== null && sum >= exact.full));
}
