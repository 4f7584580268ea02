// The next hand reckoned on this phone, from the multipliers and the transition table the server gave.

import { stepOn } from "./course.js";
import { t } from "./dom.js";
import { facts } from "./facts.js";

const SPECIAL = ["capture_level_card", "special_bid", "kitty_jokers", "tribute_refused", "dry_kitty"];

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
function sumOf({ table, extra, first }, payload) {
  const { table_points: points = 0, kitty_points: kitty = 0, capture = "none", declarer } = payload;
  const times = facts.multipliers[capture] ?? 0;
  const before = first ? table?.sides[declarer].penalties ?? 0 : 0;
  const against = before + extra.declarer + extra[declarer] - extra[declarer === "a" ? "b" : "a"];
  const earned = points + kitty * times;
  const total = table?.floor === false ? earned + against : Math.max(0, earned + against);
  const parts = [t("sum_table", { n: points })];
  if (times && kitty) parts.push(t("sum_kitty", { n: kitty, times }));
  if (against) parts.push(t(against > 0 ? "sum_added" : "sum_taken", { n: Math.abs(against) }));
  return { total, earned, against, text: `${parts.join(" ")} = ${total}` };
}

/** A hand as far as it can be reckoned here: `{text, total, row}`; `row` is null where only the server can tell. */
export function reckon(course, payload) {
  const sum = payload.finish ? { text: t("sum_finish", { n: partnerOf(payload) }), total: null } : sumOf(course, payload);
  const row = isPlain(payload) && isExact(course.table?.course.exact, sum) ? rowOf(course, payload, sum.total) : null;
  return { text: sum.text, total: sum.total, row };
}

const isPlain = (payload) => payload.capture !== "five-ten-king" && !SPECIAL.some((name) => payload[name]);

/** False where a row of its own is read without the penalties, and there are some. */
function isExact(exact, { total, earned, against }) {
  if (!exact || !against) return true;
  const near = [total, earned];
  return !near.some((sum) => exact.values.includes(sum) || (exact.full !== null && sum >= exact.full));
}

/** What the hand does; of the first one the server's table also has the reasoning, word for word. */
function rowOf(course, payload, total) {
  const { table, position, first } = course;
  if (!position) return null;
  const done = stepOn(table.course, position, payload, total);
  const cell = cellOf(table, payload, total);
  if (first && cell) return { ...done, reasoning: cell.reasoning };
  const plain = position[payload.declarer].level !== table.course.flag && !table.sides[payload.declarer].flag;
  return { ...done, reasoning: worded(done, payload, position, table.course, plain ? cell?.reasoning[1] : null) };
}

/** The row of the next hand's table: by the total, or by the order of finishing. */
function cellOf(table, payload, total) {
  const { rows } = table.sides[payload.declarer];
  if (payload.finish) return rows[`${payload.finish[0][0]}-${partnerOf(payload)}`];
  const listed = rows[(payload.capture ?? "none") === "none" ? "none" : "captured"];
  return listed[Math.min(Math.max(0, total) / 5, listed.length - 1)];
}

/** The reasoning of a later hand: the rule its total meets, who climbs, who is on stage. */
function worded(done, { declarer, finish }, before, course, rule) {
  const code = (level) => levelName(course.levels[Math.min(level, course.levels.length - 1)]);
  const reached = (side) => (done.passed === side ? t("passed") : levelName(done.levels[side]));
  const move = (side) => t("moved", { side: sideName(side), old: code(before[side].level), now: reached(side) });
  const moves = ["a", "b"].filter((side) => course.by_levels && done.gain[side]).map(move);
  const stays = t(done.on_stage === declarer ? "stage_kept" : "stage_taken", { side: sideName(done.on_stage) });
  return ["", ...(rule && !finish ? [rule] : []), ...moves, stays];
}

const sideName = (side) => t(`side_${side}`);
const levelName = (code) => t(`level_${code}`, {}, code);
const partnerOf = ({ finish }) => finish.findIndex((code, at) => at > 0 && code[0] === finish[0][0]) + 1;

/** The steps of the reasoning, the sum first. */
export function reasoningOf({ text, row }) {
  if (!row) return [text, t("settled_later")];
  return row.reasoning.length > 1 ? [text, ...row.reasoning.slice(1)] : row.reasoning;
}
