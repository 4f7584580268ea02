// What each entry does to the match: levels, who is on stage, what is noted, and whether it is over.

import { isFlag, mercyOf, newGame, offend, startFrom, stepOn } from "./course.js";
import { t } from "./dom.js";
import { STEP_OWED, decided } from "./end.js";
import { OTHER, facts, nextSeat } from "./facts.js";
import { reckon, reckonEnded } from "./table.js";

const OPEN = ["playing", "last-hand", "tied"];
const LIVE = ["playing", "last-hand"];
const CARDS = [undefined, "main", "off"];
const ORDERS = ["aabb", "bbaa", "abab", "baba", "abba", "baab"].map((sides) => [...sides].map((side) => `${side}1`));
const OVER = { "match-lost": "ruling", disqualify: "disqualification", forfeit: "forfeit", retire: "retirement" };

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
  "time-up"(state, { payload }, course) {
    if (!LIVE.includes(state.status)) return;
    const drawn = payload.cards_drawn !== false;
    if (drawn && isPlayedOut(state, course)) state.status = "last-hand";
    else decide(state, course);
  },
  strike(state, { payload }) {
    const struck = state.entries.find((entry) => entry.id === payload.entry);
    if (struck) struck.struck = true;
  },
  forfeit: layGone, retire: layGone, disqualify: layGone,
  lot: (state, { payload }) => (state.tied === "lot" ? over(state, { winner: payload.winner, how: "lot" }) : null),
  decision(state, { payload: { winner } }, course) {
    if (!["ruling", "decider-match"].includes(state.tied)) return;
    const how = state.tied === "ruling" ? "ruling" : "decider";
    over(state, { winner, how: winner ? how : course.table?.course.end.no_winner ?? null });
  },
};

/** A side gives up or is out, then the other wins; both absent, nobody does. One player out, and play goes on. */
function layGone(state, { type, payload: { side, player } }) {
  const { result } = state;
  const isOver = !OPEN.includes(state.status) && state.status !== "scheduled";
  if (type === "forfeit" && isOver && result.winner === side && result.decided_by === "forfeit") over(state, { winner: null, how: "both-lose" });
  else if (!player && (!isOver || type === "disqualify")) over(state, { winner: OTHER[side], how: OVER[type] });
}

function layHand(state, entry, course) {
  const { payload } = entry;
  const decides = payload.result === "decider";
  const inTurn = decides ? state.tied === "decider" : LIVE.includes(state.status);
  if (!inTurn) return null; // an earlier entry, changed since, ended the match
  for (const done of entry.charged ?? []) note(course, done);
  if (payload.result === "void" || bothDid(course)) return spent(course);
  const { total, row, reasoning } = reckon(course, payload);
  const settled = { gain: row?.gain, on_stage: row?.on_stage, reasoning };
  state.result.hands.push({ n: entry.n, attackers_points: total, ...settled, unsent: Boolean(entry.unsent) });
  state.declarer_seat = nextSeat(payload.declarer_seat, row?.on_stage ?? null, stayed(row, payload));
  return row ? goOn(state, course, row, true) : layUnknown(state, course);
}

function layPenalty(state, { payload, done }, course) {
  const { hand, side, offence } = payload;
  if (!OPEN.includes(state.status) && !hand) return null;
  if (done.kind in OVER) return over(state, { winner: OTHER[side], how: OVER[done.kind] });
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
  const { position, table } = course;
  const after = position && offend(table.course, position, done, side, state.result.declarer);
  if (!after) return layUnknownOffence(state, course, stays);
  course.position = after.position;
  state.result.levels = after.levels;
  if (state.tied && done.kind !== "hand-lost" && table.course.by_levels) decide(state, course); // levels moved: anew
  return stays ? null : layOver(state, course, { ...after, on_stage: after.declarer });
}

function layUnknownOffence(state, course, stays) {
  unknown(state, course, "later_ruling");
  if (state.tied) over(state, { winner: null, how: null });
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
  const { position, passed } = row;
  course.position = position;
  Object.assign(result, { levels: row.levels, declarer: row.on_stage, tribute: row.tribute });
  if (passed) result.games = { a: position.a.games, b: position.b.games };
  if (state.tied === "decider" && row.on_stage) over(state, { winner: row.on_stage, how: "decider" });
  else if (OPEN.includes(state.status)) ends(state, course, row, counts);
  const again = passed && LIVE.includes(state.status);
  if (again) Object.assign(result, { levels: newGame(course.table.course, position), declarer: passed });
  result.passed = { a: passed === "a" && !again, b: passed === "b" && !again };
  return spent(course);
}

/** End the match where the hand just settled does. */
function ends(state, course, row, counts) {
  const rules = course.table.course;
  const full = counts && facts.max_hands !== null && state.result.hands.length >= facts.max_hands;
  const ahead = mercyOf(rules, row.position);
  if (row.early) over(state, row.early);
  else if (row.won) over(state, { winner: row.passed, how: rules.games_to_win > 1 ? "games" : "passed-last-level" });
  else if (ahead) over(state, { winner: ahead, how: "mercy" });
  else if (full || state.status === "last-hand") decide(state, course);
}

/** True where the hand in progress is played to its end; by some rules only if it can still change who wins. */
function isPlayedOut(state, course) {
  const { rules, result } = state;
  if (rules.at_end !== "finish-if-it-matters") return rules.at_end !== "stop";
  if (!course.position || !result.declarer) return true;
  const verdict = (act) => {
    const twin = { ...state, status: "last-hand", result: { ...result, hands: [...result.hands, {}] } };
    act(twin, { ...course });
    return JSON.stringify([twin.result.winner, twin.tied]);
  };
  const now = verdict(decide);
  const after = ({ payload, total }) => verdict((twin, copy) => goOn(twin, copy, stepOn(course.table.course, course.position, payload, total), true));
  return possible(rules, result.declarer).some((hand) => after(hand) !== now);
}

/** Every kind of hand that can be settled now: all totals, captured or not, or all orders of finishing. */
function possible({ finish, decks }, declarer) {
  if (finish) return ORDERS.map((order) => ({ payload: { declarer, finish: order }, total: null }));
  const totals = Array.from({ length: 40 * decks + 1 }, (_, at) => 5 * at);
  const kinds = [{}, ...["single", "pair"].flatMap((capture) => CARDS.map((card) => ({ capture, capture_level_card: card })))];
  const hand = (total, kind) => ({ payload: { declarer, table_points: total, ...kind }, total });
  return totals.flatMap((total) => kinds.map((kind) => hand(total, kind)));
}

/** Decide a match whose time or hands are up; where both sides stand is not known, only the server can. */
function decide(state, course) {
  const end = course.position ? decided(course.table.course, course.position, state.result.declarer) : { winner: null, how: null };
  if (!end.tied) return over(state, end);
  Object.assign(state, { status: "tied", tied: end.tied });
  return null;
}

/** The match is over. */
function over(state, { winner, how }) {
  Object.assign(state, { status: "awaiting", tied: null });
  Object.assign(state.result, { winner, decided_by: how });
  return null;
}

/** The score, and what the table does next. */
export function tell(state, course) {
  const { result } = state;
  const { position } = course;
  if (result.score && position) result.score = { a: position.a.score, b: position.b.score };
  if (!OPEN.includes(state.status)) return;
  const code = stepAfter(state, course);
  state.next_step = { code, text: result.levels.a === null ? "" : t(`next_${code}`) };
}

function stepAfter({ status, tied, result, paused: stopped, next_step: before }, course) {
  const { declarer, tribute } = result;
  if (status === "tied") return STEP_OWED[tied];
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
  if (["last-hand", "tied"].includes(state.status) || full) over(state, { winner: null, how: null });
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
