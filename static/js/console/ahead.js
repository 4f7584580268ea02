// The match as it will be once the queue has arrived: the server's state with the unsent entries laid over it.

import { facts, nextSeat } from "./facts.js";
import { stepOf } from "./ladder.js";
import { reasoningOf, reckon } from "./table.js";

const LIVE = ["playing", "last-hand"];

/** `{state, course}`: the queue laid over the server's state. What only the server can tell is null (levels), or
 * `awaiting` (the end). The course is what the next hand is reckoned from: `table`, points noted (`extra`), `unsure`. */
export function ahead(server, items, table) {
  const known = new Set(server.entries.map((entry) => entry.id));
  const queued = items.filter((item) => item.part === "entries/" && !known.has(item.id));
  const course = { table: table?.version === server.version ? table : null, extra: { a: 0, b: 0 }, unsure: false };
  if (!queued.length) return { state: { ...server, unsent: items.length }, course };
  const state = copyOf(server, items.length);
  for (const item of queued) lay(state, item, course);
  return { state, course };
}

function copyOf(server, unsent) {
  const result = { ...server.result, levels: { ...server.result.levels }, hands: [...server.result.hands] };
  const entries = server.entries.map((entry) => ({ ...entry }));
  return { ...server, unsent, result, entries, clock: { ...server.clock }, next_step: { ...server.next_step } };
}

function lay(state, { id, body, problem }, course) {
  const { payload } = body;
  const n = (state.entries.at(-1)?.n ?? 0) + 1;
  course.stopped ||= Boolean(problem);
  const entry = { id, n, type: payload.type, payload, struck: false, unsent: true, parked: course.stopped };
  if (!course.stopped) STEPS[payload.type]?.(state, entry, course);
  state.entries.push(entry);
  state.last_entry = id;
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
    const done = stepOf(state, payload);
    if (done.moves) return unknown(state, course);
    const charged = done.against === "declarer" ? state.result.declarer : payload.side;
    if (charged && !payload.hand) course.extra[charged] += done.points;
    return payload.hand && done.points ? unknown(state, course) : null;
  },
  strike(state, { payload }, course) {
    const struck = state.entries.find((entry) => entry.id === payload.entry);
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

function layHand(state, entry, course) {
  const { payload } = entry;
  if (payload.result === "void") return null;
  if (payload.replaces || payload.result === "decider") {
    unknown(state, course);
    if (payload.result === "decider") state.status = "awaiting";
    return null;
  }
  const found = reckon(course.table, payload, course.extra);
  const { row } = found;
  const reasoning = reasoningOf(course.unsure ? { ...found, row: null } : found);
  const { result } = state;
  result.hands.push({ n: entry.n, attackers_points: found.total, reasoning, unsent: true });
  const onStage = row ? row.on_stage : null;
  const stayed = row && row.gain.a === 0 && row.gain.b === 0 && onStage === payload.declarer;
  state.declarer_seat = nextSeat(payload.declarer_seat, onStage, stayed);
  result.declarer = onStage;
  result.levels = row && !course.unsure ? { ...row.levels } : { a: null, b: null };
  result.tribute = null;
  const full = facts.max_hands !== null && result.hands.length >= facts.max_hands;
  const ends = state.status === "last-hand" || full || (row && ((row.passed && !course.unsure) || row.early));
  state.status = ends ? "awaiting" : state.status;
  state.next_step = { code: onStage ? "play-hand" : "first-declarer", text: "" };
  course.table = nextTable(course.table);
  course.unsure = true;
  course.extra = { a: 0, b: 0 };
  return null;
}

/** Who is on stage after a further hand does not hang on the levels, but for a flag hand; penalties were spent. */
function nextTable(table) {
  if (!table || table.kind !== "points" || table.sides.a.flag || table.sides.b.flag) return null;
  const spent = (side) => ({ ...side, penalties: 0 });
  return { ...table, sides: { a: spent(table.sides.a), b: spent(table.sides.b) } };
}

/** From here on only the server knows the levels and who is on stage. */
function unknown(state, course) {
  state.result.levels = { a: null, b: null };
  state.result.declarer = null;
  state.declarer_seat = null;
  course.table = null;
}

function ending(state) {
  state.status = "awaiting";
}

const later = (at, seconds) => new Date(Date.parse(at) + seconds * 1000).toISOString();
