// The next hand reckoned on this phone, from the multipliers and the transition table the server gave.

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
function sumOf(table, payload, extra) {
  const { table_points: points = 0, kitty_points: kitty = 0, capture = "none", declarer } = payload;
  const times = facts.multipliers[capture] ?? 0;
  const against = (table?.sides[declarer].penalties ?? 0) + extra[declarer] - extra[declarer === "a" ? "b" : "a"];
  const sum = points + kitty * times + against;
  const total = table?.floor === false ? sum : Math.max(0, sum);
  const parts = [t("sum_table", { n: points })];
  if (times && kitty) parts.push(t("sum_kitty", { n: kitty, times }));
  if (against) parts.push(t(against > 0 ? "sum_added" : "sum_taken", { n: Math.abs(against) }));
  return { total, text: `${parts.join(" ")} = ${total}` };
}

/** A hand as far as it can be reckoned here: `{text, total, row}`; `row` is null where only the server can tell. */
export function reckon(table, payload, extra = { a: 0, b: 0 }) {
  if (payload.finish) return byOrder(table, payload);
  const { total, text } = sumOf(table, payload, extra);
  const side = table?.sides[payload.declarer];
  const special = SPECIAL.some((name) => payload[name]) || payload.capture === "five-ten-king";
  if (!side || special || (side.flag && payload.capture !== "none")) return { text, total, row: null };
  const rows = side.rows[(payload.capture ?? "none") === "none" ? "none" : "captured"];
  return { text, total, row: rows[Math.min(total / 5, rows.length - 1)] ?? null };
}

/** A hand settled by the order of finishing. */
function byOrder(table, { declarer, finish }) {
  const winner = finish[0][0];
  const partner = finish.findIndex((code, at) => at > 0 && code[0] === winner) + 1;
  const text = t("sum_finish", { n: partner });
  return { text, total: null, row: table?.sides[declarer]?.rows[`${winner}-${partner}`] ?? null };
}

/** The steps of the reasoning, the sum first. */
export function reasoningOf({ text, row }) {
  if (!row) return [text, t("settled_later")];
  return row.reasoning.length > 1 ? [text, ...row.reasoning.slice(1)] : row.reasoning;
}
