// The match as it will be once the queue has arrived: the server's state with the unsent entries laid over it.

import { isMercy, newGame, offend, startOf } from "./course.js";
import { t } from "./dom.js";
import { facts, nextSeat } from "./facts.js";
import { stepOf } from "./ladder.js";
import { reasoningOf, reckon } from "./table.js";

const LIVE = ["playing", "last-hand"];

/** `{state, course}`: the queue laid over the server's state. What only the server can tell is null (levels), or
 * `awaiting` (the end). The course is what the next hand is reckoned from: the server's `table`, whether that hand is the
 * `first` one after it, points noted (`extra`), and where both sides stand (`position`, null where not known). */
export function ahead(server, items, table) {
  const known = new Set(server.entries.map((entry) => entry.id));
  const queued = items.filter((item) => item.part === "entries/" && !known.has(item.id));
  const fresh = table?.version === server.version ? table : null;
  const course = { table: fresh, position: startOf(fresh), first: true, extra: { a: 0, b: 0, declarer: 0 } };
  if (!queued.length) return { state: { ...server, unsent: items.length }, course };
  const state = copyOf(server, items.length);
  for (const entry of inTheirPlaces(written(server, queued))) lay(state, entry, course);
  state.entries.sort((one, other) => one.n - other.n);
  state.last_entry = queued.at(-1).id;
  return { state, course };
}

function copyOf(server, unsent) {
  const { levels, passed, games, score, hands } = server.result;
  const result = { ...server.result, levels: { ...levels }, passed: { ...passed }, games: { ...games }, hands: [...hands] };
  if (score) result.score = { ...score };
  const entries = server.entries.map((entry) => ({ ...entry }));
  return { ...server, unsent, result, entries, clock: { ...server.clock }, next_step: { ...server.next_step } };
}

/** The queue as entries of the sheet: from a refused one on nothing acts. */
function written(server, queued) {
  const last = server.entries.at(-1)?.n ?? 0;
  let parked = false;
  return queued.map(({ id, body: { payload }, problem }, at) => {
    parked ||= Boolean(problem);
    return { id, n: last + at + 1, type: payload.type, payload, struck: false, unsent: true, parked };
  });
}

/** A queued entry struck in the queue never acts; a hand entered again acts in the place of the struck one. */
function inTheirPlaces(entries) {
  const places = [];
  const of = (id) => places.findIndex((one) => one.id === id);
  for (const entry of entries) {
    const { type, payload, parked } = entry;
    const struck = type === "strike" && !parked ? places[of(payload.entry)] : null;
    if (struck) Object.assign(struck, { struck: true });
    entry.inside = Boolean(struck);
    const replaced = payload.replaces && !parked ? of(payload.replaces) : -1;
    if (replaced >= 0) entry.inside = true;
    places.splice(replaced >= 0 ? replaced + 1 : places.length, 0, entry);
  }
  return places;
}

function lay(state, entry, course) {
  if (!entry.parked && !entry.struck && !(entry.type === "strike" && entry.inside)) STEPS[entry.type]?.(state, entry, course);
  state.entries.push(entry);
}

const STEPS = {
  start(state, { payload }) {
    state.status = "playing";
    state.result.declarer = payload.declarer ?? null;
    const minutes = state.clock.seconds_left;
    if (state.clock.state === "not-started") {
      Object.assign(state.clock, { state: "running", deadline: later(payload.at, minutes) });
    }
    state.next_step = { code: payload.declarer ? "play-hand" : "first-declarer", text: "" };
  },
  hand: layHand,
  penalty(state, { payload }, course) {
    if (state.status === "awaiting") return null;
    const done = stepOf(state, payload);
    if (["match-lost", "disqualify", "forfeit"].includes(done.kind)) return ending(state);
    if (payload.hand) return done.points || done.moves ? unknown(state, course) : null;
    if (done.moves) return layOffence(state, payload, done, course);
    if (bothDid(state, payload)) return spent(course);
    course.extra[done.against === "declarer" ? "declarer" : payload.side] += done.points;
    return null;
  },
  strike(state, { payload }, course) {
    const struck = state.entries.find((entry) => entry.id === payload.entry); // of the server's sheet
    if (struck) struck.struck = true;
    if (struck && !["note", "protest"].includes(struck.type)) unknown(state, course);
  },
  pause(state, { payload }) {
    const { deadline } = state.clock;
    if (deadline) {
      const left = Math.max(0, (Date.parse(deadline) - Date.parse(payload.at)) / 1000);
      Object.assign(state.clock, { state: "paused", deadline: null, seconds_left: left });
    }
  },
  resume(state, { payload }) {
    if (state.clock.state === "paused") {
      Object.assign(state.clock, { state: "running", deadline: later(payload.at, state.clock.seconds_left) });
    }
  },
  extend(state, { payload }) {
    const { clock } = state;
    if (clock.deadline) clock.deadline = later(clock.deadline, payload.minutes * 60);
    else if (clock.seconds_left !== null) clock.seconds_left += payload.minutes * 60;
  },
  "time-up"(state, { payload }) {
    state.clock.state = "over";
    const more = state.rules.at_end !== "stop" && payload.cards_drawn !== false;
    state.status = more && LIVE.includes(state.status) ? "last-hand" : "awaiting";
  },
  forfeit: ending, retire: ending, disqualify: ending, lot: ending, decision: ending,
};

/** An offence that moves levels or takes the hand's place. */
function layOffence(state, { side }, done, course) {
  if (done.kind === "misdeal") return spent(course);
  const known = course.position && done.kind !== "points";
  const after = known && offend(course.table.course, course.position, done, side, state.result.declarer);
  if (!after) return unknown(state, course);
  if (["levels", "opponents-levels"].includes(done.kind)) {
    course.position = after.position;
    state.result.levels = after.levels;
    return tell(state, course);
  }
  goOn(state, course, { ...after, on_stage: after.declarer, tribute: null, early: null }, false);
  state.declarer_seat = seatAfterLast(state);
  return null;
}

/** The seat that declares next, from the last hand that was settled. */
function seatAfterLast({ result, entries }) {
  const last = result.hands.at(-1);
  const { payload } = entries.find((entry) => entry.n === last?.n) ?? {};
  const stayed = last?.gain && last.gain.a === 0 && last.gain.b === 0 && last.on_stage === payload?.declarer;
  return nextSeat(payload?.declarer_seat, result.declarer, stayed);
}

/** Some offences, done by both sides in one hand, make it a misdeal: nothing noted in it counts. */
function bothDid(state, { offence, side }) {
  if (!facts.ladders[offence]?.misdeal_if_both) return false;
  const from = state.entries.filter((one) => one.type === "hand" && !one.struck).at(-1)?.n ?? 0;
  const same = (one) => one.type === "penalty" && !one.struck && !one.payload.hand && one.payload.offence === offence;
  return state.entries.some((one) => one.n > from && same(one) && one.payload.side !== side);
}

function layHand(state, entry, course) {
  const { payload } = entry;
  if (state.status === "awaiting") return null; // an earlier hand, entered again, ended the match
  if (payload.result === "void") return spent(course);
  if ((payload.replaces && !entry.inside) || payload.result === "decider") {
    unknown(state, course);
    if (payload.result === "decider") state.status = "awaiting";
    return null;
  }
  const found = reckon(course, payload);
  const { row } = found;
  const settled = { gain: row?.gain, on_stage: row?.on_stage, reasoning: reasoningOf(found) };
  state.result.hands.push({ n: entry.n, attackers_points: found.total, ...settled, unsent: true });
  const stayed = row && row.gain.a === 0 && row.gain.b === 0 && row.on_stage === payload.declarer;
  state.declarer_seat = nextSeat(payload.declarer_seat, row?.on_stage ?? null, stayed);
  return row ? goOn(state, course, row, true) : layUnknown(state, course);
}

/** After a hand, or an offence in its place, the match is over, a game is, or play goes on. `counts`: a hand played. */
function goOn(state, course, row, counts) {
  const { result } = state;
  const rules = course.table.course;
  const full = counts && facts.max_hands !== null && result.hands.length >= facts.max_hands;
  const ends = state.status === "last-hand" || full || row.won || row.early || isMercy(rules, row.position);
  if (row.passed) result.games = { a: row.position.a.games, b: row.position.b.games };
  const again = row.passed && !ends;
  result.levels = again ? newGame(rules, row.position) : row.levels;
  result.passed = { a: row.passed === "a" && !again, b: row.passed === "b" && !again };
  result.declarer = again ? row.passed : row.on_stage;
  result.tribute = row.tribute;
  if (ends) state.status = "awaiting";
  course.position = row.position;
  tell(state, course);
  return spent(course);
}

/** The score, and what the table does next. */
function tell(state, course) {
  const { result } = state;
  const { position } = course;
  if (result.score) result.score = { a: position.a.score, b: position.b.score };
  const flag = result.declarer && position[result.declarer].level === course.table.course.flag;
  const going = flag ? "flag-hand" : "play-hand";
  const code = !result.declarer ? "first-declarer" : result.tribute ? "pay-tribute" : going;
  state.next_step = { code, text: code === "flag-hand" ? t("flag_hand") : "" };
}

function layUnknown(state, course) {
  const full = facts.max_hands !== null && state.result.hands.length >= facts.max_hands;
  unknown(state, course);
  state.result.tribute = null;
  if (state.status === "last-hand" || full) state.status = "awaiting";
  state.next_step = { code: "first-declarer", text: "" };
  return spent(course);
}

/** Points noted so far count in one hand only. */
function spent(course) {
  course.first = false;
  course.extra = { a: 0, b: 0, declarer: 0 };
}

/** From here on only the server knows the levels and who is on stage. */
function unknown(state, course) {
  state.result.levels = { a: null, b: null };
  state.result.declarer = null;
  state.declarer_seat = null;
  course.position = null;
}

function ending(state) {
  state.status = "awaiting";
}

const later = (at, seconds) => new Date(Date.parse(at) + seconds * 1000).toISOString();
