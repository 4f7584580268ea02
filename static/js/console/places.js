// The sheet as it will stand: every entry in its place, what is struck, and which penalties belong to which hand.

import { stepOf } from "./ladder.js";

const QUIET = ["note", "protest"]; // striking one of these changes nothing that is reckoned

/** The queue as entries of the sheet: from a refused one on nothing acts. */
export function written(server, queued) {
  const last = server.entries.at(-1)?.n ?? 0;
  let parked = false;
  return queued.map(({ id, body: { payload }, problem }, at) => {
    parked ||= Boolean(problem);
    return { id, n: last + at + 1, type: payload.type, payload, struck: false, unsent: true, parked };
  });
}

/** True where what is in the queue changes what the server has reckoned already: then the sheet is played again. */
export function looksBack(server, fresh) {
  const old = new Map(server.entries.map((entry) => [entry.id, entry]));
  return fresh.some(({ type, payload, parked }) => {
    if (parked) return false;
    const struck = type === "strike" ? old.get(payload.entry) : null;
    if (struck && !QUIET.includes(struck.type)) return true;
    return old.has(payload.replaces) || (type === "penalty" && old.has(payload.hand));
  });
}

/** Entries in their places: one struck among them never acts, one entered again acts where the old one stood. */
export function inTheirPlaces(entries) {
  const places = [];
  const of = (id) => places.findIndex((one) => one.id === id);
  for (const entry of entries) {
    const { type, payload, parked } = entry;
    const struck = type === "strike" && !parked ? places[of(payload.entry)] : null;
    if (struck) Object.assign(struck, { struck: true });
    const replaced = parked ? -1 : type === "start" ? places.findIndex(isStruckStart) : of(payload.replaces);
    places.splice(replaced >= 0 ? replaced + 1 : places.length, 0, entry);
  }
  return places;
}

const isStruckStart = (entry) => entry.type === "start" && entry.struck;

/** Note of every penalty its step of the ladder, and of every hand the points charged to it afterwards (`charged`). */
export function resolve(state, places) {
  const before = [...state.entries];
  for (const entry of places) {
    if (entry.type === "penalty" && acts(entry)) entry.done = stepOf({ ...state, entries: before }, entry.payload);
    before.push(entry);
  }
  for (const entry of places) {
    if (entry.done && entry.payload.hand) charge(places, entry);
  }
}

/** A penalty for a hand already played: to the hand that stands in that place now. */
function charge(places, entry) {
  const now = (id) => {
    const next = places.find((one) => acts({ ...one, struck: false }) && one.payload.replaces === id);
    return next ? now(next.id) : id;
  };
  const hand = places.find((one) => one.id === now(entry.payload.hand));
  if (hand) hand.charged = [...(hand.charged ?? []), { ...entry.done, side: entry.payload.side, offence: entry.payload.offence }];
}

/** True for an entry that does something. */
export const acts = (entry) => !entry.parked && !entry.struck;
