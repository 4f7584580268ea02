// Entries and results in words.

import { el, t } from "./dom.js";

/** 甲方 / 乙方, with the team's name where it helps. */
export const sideWord = (side) => t(`side_${side}`);

/** A level as it is written on the screen; null where only the server can tell. */
export const levelWord = (level) => (level === null ? t("waits") : t(`level_${level}`, {}, level));

/** A capture's short word. */
export function captureWord(code) {
  const [, n] = /^tractor-(\d+)$/.exec(code) ?? [];
  return n ? t("capture_tractor", { n }) : t(`capture_${code}`, {}, code);
}

/** The number a hand has for the players: its place among the settled hands, else null. */
export function handNumber(state, n) {
  const at = state.result.hands.findIndex((hand) => hand.n === n);
  return at < 0 ? null : at + 1;
}

/** Fill a select with the hands played, the last first, after a first choice for none of them. */
export function drawHands(select, state, none) {
  const option = (value, label) => el("option", { value }, label);
  const hands = state.result.hands.map((hand, at) => [state.entries.find((one) => one.n === hand.n), at + 1]);
  const past = hands.filter(([entry]) => entry).map(([entry, number]) => option(entry.id, t("hand_number", { n: number })));
  select.replaceChildren(option("", none), ...past.reverse());
  return past.length;
}

/** Who an offence is noted against: a player by name, or a whole side. */
export function whoWord(state, { side, player }) {
  const named = state.teams[side]?.players.find((one) => one.number === player);
  return player ? `${t(side)}${player}${named ? ` ${named.name}` : ""}` : t("whole_side", { side: sideWord(side) });
}

/** An entry in one line. */
export function describe(state, entry) {
  const payload = entry.payload;
  const side = payload.side ?? payload.winner ?? payload.declarer;
  const params = {
    ...payload,
    side: side ? (payload.type === "hand" ? t(side) : sideWord(side)) : "",
    reason: payload.reason ?? "",
    text: payload.text ?? "",
  };
  return (WORDS[payload.type] ?? ((_, __, p) => t(`entry_${payload.type}`, p)))(state, payload, params);
}

/** What only some rulesets ask of a hand, where it was answered. */
function specials({ capture_level_card: card, kitty_jokers: jokers = {}, special_bid: bid, ...payload }) {
  const found = card ? [t(`card_${card}`)] : [];
  for (const kind of ["small", "big"]) if (jokers[kind]) found.push(`${t(`extra_joker_${kind}`)}${jokers[kind]}`);
  if (bid) found.push(`${t(bid.side)} ${t("extra_special_bid")}`);
  return [...found, ...["dry_kitty", "tribute_refused"].filter((name) => payload[name]).map((name) => t(`extra_${name}`))];
}

const WORDS = {
  hand(state, payload, params) {
    if (payload.result === "void") return t("entry_void");
    if (payload.finish) {
      const order = payload.finish.map((code) => `${t(code[0])}${code[1]}`).join(" ");
      return t("entry_finish", { ...params, order });
    }
    const capture = captureWord(payload.capture ?? "none");
    const line = t("entry_hand", { ...params, table: payload.table_points ?? "–", kitty: payload.kitty_points ?? 0, capture });
    return [line, ...specials(payload)].join(" ");
  },
  penalty(state, payload) {
    const offence = state.rules.offences.find((one) => one.code === payload.offence);
    const name = offence?.name ?? payload.offence;
    const line = t("entry_penalty", { who: whoWord(state, payload), offence: name, count: payload.count ?? 1 });
    return payload.note ? line + t("noted", { note: payload.note }) : line;
  },
  strike(state, payload, params) {
    const target = state.entries.find((one) => one.id === payload.entry);
    return t("entry_strike", { ...params, n: target?.n ?? "?" });
  },
  disqualify: (state, payload, params) =>
    payload.player ? t("entry_player_out", { who: whoWord(state, payload) }) : t("entry_disqualify", params),
  "time-up": (state, payload) => t(`entry_time-up_${payload.cards_drawn !== false}`),
};

/** The result in large words and why, once the match is over. */
export function verdict(result) {
  if (result.winner) return t("wins", { side: sideWord(result.winner) });
  return t(result.decided_by === "both-lose" ? "both_lose" : "draw");
}
