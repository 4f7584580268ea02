// What each entry does to the match: levels, who is on stage, what is noted, and whether it is over.

import { isFlag, isMercy, newGame, offend, startFrom } from "./course.js";
import { t } from "./dom.js";
import { facts, nextSeat } from "./facts.js";
import { reckon, reckonEnded } from "./table.js";

const OPEN = ["playing", "last-hand", "tied"];
const LIVE = ["playing", "last-hand"];
const OVER = ["match-lost", "disqualify", "forfeit"];

/** Let an entry that stands act. */
export function lay(state, entry, course) {
  STEPS[entry.type]?.(state, entry, course);
}

const STEPS = {
  start(state, { payload }, course) {
    state.status = "playing";
    state.result.declarer = payload.declarer ?? null;
    if (payload.levels && course.position) startFrom(course, payload.levels);
    if (payload.levels) state.result.levels = { ...payload.levels };
  },
  hand: layHand,
  penalty: layPenalty,
  pause: (state) => paused(state, true),
  resume: (state) => paused(state, false),
  "time-up"(state, { payload }) {
    const more = state.rules.at_end !== "stop" && payload.cards_drawn !== false;
    if (LIVE.includes(state.status)) state.status = more ? "last-hand" : "awaiting";
  },
  strike(state, { payload }) {
    const struck = state.entries.find((entry) => entry.id === payload.entry);
    if (struck) struck.struck = true;
  },
  forfeit: ending, retire: ending, lot: ending, decision: ending,
  disqualify: (state, { payload }) => (payload.player ? null : ending(state)),
};

function layHand(state, entry, course) {
  const { payload } = entry;
  const decides = payload.result === "decider";
  if (!OPEN.includes(state.status) && !decides) return null; // an earlier entry, changed since, ended the match
  for (const done of entry.charged ?? []) note(course, done);
  if (payload.result === "void" || bothDid(course)) return spent(course);
  if (decides) state.status = "tied";
  const { total, row, reasoning } = reckon(course, payload);
  const settled = { gain: row?.gain, on_stage: row?.on_stage, reasoning };
  state.result.hands.push({ n: entry.n, attackers_points: total, ...settled, unsent: Boolean(entry.unsent) });
  state.declarer_seat = nextSeat(payload.declarer_seat, row?.on_stage ?? null, stayed(row, payload));
  return row ? goOn(state, course, row, true) : layUnknown(state, course);
}

function layPenalty(state, { payload, done }, course) {
  const { hand, side, offence } = payload;
  if (!OPEN.includes(state.status) && !hand) return null;
  if (OVER.includes(done.kind)) return ending(state);
  if (!hand) note(course, { ...done, side, offence });
  layEffect(state, side, done, course);
  if (hand || !OPEN.includes(state.status)) return null;
  if (bothDid(course)) return spent(course);
  return done.ends && done.kind === "points" ? layEnded(state, course) : null;
}

/** Points count in the hand at play; some offences, done by both sides in it, make it a misdeal. */
function note(course, { side, offence, points, against }) {
  course.charged[against === "declarer" ? "declarer" : side] += points;
  if (facts.ladders[offence]?.misdeal_if_both) course.noted.push({ offence, side });
}

const bothDid = ({ noted }) => noted.some((one) => noted.some((two) => two.offence === one.offence && two.side !== one.side));

/** An offence that moves levels or takes the hand's place. */
function layEffect(state, side, done, course) {
  if (done.kind === "misdeal") return spent(course);
  if (!["levels", "opponents-levels", "change-stage", "hand-lost"].includes(done.kind)) return null;
  const stays = ["levels", "opponents-levels"].includes(done.kind);
  const ruled = state.status === "tied" && stays; // a level match is then decided anew
  const { position, table } = course;
  const after = position && !ruled && offend(table.course, position, done, side, state.result.declarer);
  if (!after) return layUnknownOffence(state, course, { stays, ruled });
  if (!stays) return layOver(state, course, { ...after, on_stage: after.declarer });
  course.position = after.position;
  state.result.levels = after.levels;
  return null;
}

function layUnknownOffence(state, course, { stays, ruled }) {
  unknown(state, course, ruled ? "later_decided" : "later_ruling");
  if (ruled) state.status = "awaiting";
  return stays ? null : spent(course);
}

/** A hand that an offence with points ended settles on the points noted so far. */
function layEnded(state, course) {
  const { declarer } = state.result;
  const row = declarer ? reckonEnded(course, declarer) : null;
  if (row) return layOver(state, course, row);
  if (declarer || !course.position) unknown(state, course, "later_penalised");
  return spent(course);
}

/** The hand an offence ended is none of the hands played. */
function layOver(state, course, row) {
  goOn(state, course, { tribute: null, early: null, ...row }, false);
  state.declarer_seat = seatAfterLast(state);
  return null;
}

/** The seat that declares next, from the last hand that was settled. */
function seatAfterLast({ result, entries }) {
  const last = result.hands.at(-1);
  const { payload } = entries.find((entry) => entry.n === last?.n) ?? {};
  return nextSeat(payload?.declarer_seat, result.declarer, last && stayed(last, payload));
}

/** True for a hand that is played again by the same declarer. */
const stayed = (row, payload) => Boolean(row?.gain && row.gain.a === 0 && row.gain.b === 0 && row.on_stage === payload?.declarer);

/** After a hand, or an offence in its place, the match is over, a game is, or play goes on. `counts`: a hand played. */
function goOn(state, course, row, counts) {
  const { result } = state;
  const rules = course.table.course;
  const full = counts && facts.max_hands !== null && result.hands.length >= facts.max_hands;
  const last = ["last-hand", "tied"].includes(state.status);
  const ends = last || full || row.won || row.early || isMercy(rules, row.position);
  if (row.passed) result.games = { a: row.position.a.games, b: row.position.b.games };
  const again = row.passed && !ends;
  result.levels = again ? newGame(rules, row.position) : row.levels;
  result.passed = { a: row.passed === "a" && !again, b: row.passed === "b" && !again };
  result.declarer = again ? row.passed : row.on_stage;
  result.tribute = row.tribute;
  if (ends) state.status = "awaiting";
  course.position = row.position;
  return spent(course);
}

/** The score, and what the table does next. */
export function tell(state, course) {
  const { result } = state;
  const { position } = course;
  if (result.score && position) result.score = { a: position.a.score, b: position.b.score };
  if (!OPEN.includes(state.status) || state.status === "tied") return;
  const code = stepAfter(state, course);
  state.next_step = { code, text: result.levels.a === null ? "" : t(`next_${code}`) };
}

function stepAfter({ status, result, paused: stopped, next_step: before }, course) {
  const { declarer, tribute } = result;
  if (stopped ?? before.code === "resume") return "resume";
  if (status === "last-hand") return "last-hand";
  if (!declarer) return "first-declarer";
  if (tribute) return "pay-tribute";
  return course.position && isFlag(course.table.course, course.position, declarer) ? "flag-hand" : "play-hand";
}

function paused(state, stopped) {
  state.paused = stopped;
}

function layUnknown(state, course) {
  const full = facts.max_hands !== null && state.result.hands.length >= facts.max_hands;
  unknown(state, course, "later_penalised");
  state.result.tribute = null;
  if (["last-hand", "tied"].includes(state.status) || full) state.status = "awaiting";
  return spent(course);
}

/** Points noted so far count in one hand only. */
function spent(course) {
  course.charged = { a: 0, b: 0, declarer: 0 };
  course.noted = [];
  return null;
}

/** From here on only the server knows the levels and who is on stage; `why` is the key of a sentence. */
export function unknown(state, course, why) {
  state.result.levels = { a: null, b: null };
  state.result.declarer = null;
  state.declarer_seat = null;
  course.position = null;
  course.why ||= why;
}

function ending(state) {
  state.status = "awaiting";
  return null;
}
