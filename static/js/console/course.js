// From hand to hand without a network: the tables of the ruleset, and where both sides stand.

import { fill, t } from "./dom.js";
import { OTHER } from "./facts.js";
import { kindOf } from "./kinds.js";

const ROLES = ["attackers", "declarer"]; // what a climb says comes before the rest: only the side that climbs says it
const NONE = { a: 0, b: 0, declarer: 0 };
const copyOf = ({ a, b, tick }) => ({ a: { ...a }, b: { ...b }, tick });

/** Where the match stands, and what is noted against the hand at play; `position` is null where there are no tables. */
export function courseOf(table) {
  const { position } = table ?? {};
  if (!position) return { table: null, position: null, charged: { ...NONE }, noted: [], why: "later_table" };
  const noted = position.noted.map(([offence, side]) => ({ offence, side }));
  return { table, position: copyOf(position), charged: { ...position.penalties }, noted, why: "" };
}

/** The same before the first entry of the sheet. */
export function beginningOf(table) {
  const side = { level: 0, failures: 0, games: 0, score: 0, climbed: 0, arrived: 0 };
  return courseOf({ ...table, position: { a: side, b: side, tick: 0, penalties: NONE, noted: [] } });
}

/** Both sides on the levels a match begins from. */
export function startFrom(course, levels) {
  for (const side of ["a", "b"]) course.position[side].level = course.table.course.levels.indexOf(levels[side]);
}

/** True where the side's next hand as declarer has no kitty. */
export const isFlag = (course, position, side) => position[side].level === course.flag;

/** What a hand does: `{on_stage, levels, gain, passed, won, early, tribute, position, reasoning}`, or null where the
 * tables do not tell. `position` is where the next one starts, `reasoning` what is said after the sum. `total` is the
 * attackers' sum, null where the order of finishing settles; `ended`: an offence ended the hand. */
export function stepOn(course, position, payload, total, ended = false) {
  const { declarer } = payload;
  const mode = isFlag(course, position, declarer) ? "flag" : "plain";
  const kind = kindOf(course, position[declarer].level, payload, ended);
  const place = course.hands[mode][kind];
  if (place === undefined || total < 0) return null;
  const outcome = course.outcomes[payload.finish ? place : runOf(course.runs[place], total)[1]];
  const after = copyOf(position);
  const who = { declarer, attackers: OTHER[declarer] };
  const said = ROLES.flatMap((role) => move(course, outcome, role, position[who[role]], after[who[role]]));
  const onStage = who[outcome.on_stage];
  const rule = payload.finish ? null : readOf(course, mode, payload, total, ended);
  if (!course.by_levels) score(course, after, onStage, outcome.steps[position[onStage].level] + (rule?.beyond ?? 0));
  const early = outcome.early ? { winner: who[outcome.early[0]], how: outcome.early[1] } : null;
  arrive(position, after);
  const done = { on_stage: onStage, gain: gainOf(course, position, after), early, ...settled(course, position, after) };
  done.tribute = ended || payload.finish ? null : tributeOf(course, outcome, total, who);
  const told = [...(rule ? [rule.text] : []), ...said.map((at) => course.sentences[at])];
  return { ...done, reasoning: wordsOf(course, { done, outcome, payload, who, before: position }, told) };
}

/** What an offence's levels do: `{declarer, passed, levels, position}`, or null where only the server can tell.
 * `done` is its step of the ladder, `side` the side that committed it. */
export function offend(course, position, done, side, declarer) {
  const after = copyOf(position);
  const other = OTHER[side];
  const n = done.levels;
  const raise = (asDeclarer) => {
    if (course.by_levels) after[other].level = climb(course, after[other].level, n, asDeclarer);
    else after[other].score += n;
  };
  let next = declarer;
  if (done.kind === "levels" && course.by_levels) lower(course, after[side], n);
  else if (done.kind === "levels") after[side].score -= n;
  else if (done.kind === "opponents-levels" || done.kind === "change-stage") raise(false);
  if (done.kind === "change-stage") next = declarer && OTHER[declarer];
  if (done.kind === "hand-lost") {
    raise(declarer === other);
    next = other;
  }
  if (course.by_levels) arrive(position, after);
  const { passed, ...found } = settled(course, position, after);
  if (passed && done.kind !== "hand-lost") return null;
  return { declarer: next, passed, ...found };
}

/** The ladder's climb: one level at a time, stopping on a must-play level, leaving it only by the rule. */
function climb({ climb: rules, levels }, level, asked, asDeclarer) {
  const steps = rules.cap === null ? asked : Math.min(asked, rules.cap);
  if (steps <= 0 || level >= levels.length) return level;
  if (rules.held[level] && !asDeclarer && !rules.any_win) return level;
  return Math.min(level + steps, rules.next_must[level]);
}

/** A deduction: not below the first level; lives are counted anew after a fall to where they send a side. */
function lower({ climb: { back } }, side, n) {
  const level = Math.max(0, side.level - n);
  if (level < side.level && back !== null && level <= back) side.failures = 0;
  side.level = level;
}

/** Note when each side came to its level, and the levels it has climbed. */
function arrive(before, after) {
  after.tick = before.tick + 1;
  for (const side of ["a", "b"]) {
    const by = after[side].level - before[side].level;
    if (by) after[side].arrived = after.tick;
    after[side].climbed += by;
  }
}

/** Who is ahead by a lead that ends the match, or null. */
export function mercyOf(course, position) {
  const name = course.by_levels ? "level" : "score";
  const lead = position.a[name] - position.b[name];
  if (course.mercy_lead === null || Math.abs(lead) < course.mercy_lead) return null;
  return lead > 0 ? "a" : "b";
}

/** The levels' codes and who passed the last one; a game won and not the match starts the ladder again. */
function settled(course, before, after) {
  const top = course.levels.length;
  const passed = ["a", "b"].find((side) => after[side].level >= top && before[side].level < top) ?? null;
  const code = (side) => course.levels[Math.min(after[side].level, top - 1)];
  const levels = { a: code("a"), b: code("b") };
  if (passed) after[passed].games += 1;
  const won = passed !== null && after[passed].games >= course.games_to_win;
  return { passed, won, levels, position: after };
}

/** Both sides from the first level again, after a game that did not end the match. */
export function newGame(course, position) {
  position.tick += 1;
  for (const side of ["a", "b"]) Object.assign(position[side], { level: 0, failures: 0, arrived: position.tick });
  return { a: course.levels[0], b: course.levels[0] };
}

/** Move a side as its column says; what that says of it. */
function move(course, outcome, role, before, after) {
  let entry = course.columns[outcome[role]][before.level];
  if (entry?.lives) entry = entry.lives[Math.min(before.failures, entry.lives.length - 1)];
  const [level, failures, ...said] = Array.isArray(entry) ? entry : [entry, null];
  after.level = level;
  after.failures = failures ?? before.failures;
  return said;
}

function score(course, after, winner, points) {
  const steps = Math.min(points, course.climb.cap ?? Infinity);
  after[winner].score += steps;
  if (course.zero_sum) after[OTHER[winner]].score -= steps;
}

function gainOf(course, before, after) {
  const name = course.by_levels ? "level" : "score";
  return { a: after.a[name] - before.a[name], b: after.b[name] - before.b[name] };
}

/** Cards owed in the next hand: by the total, and for jokers buried. */
function tributeOf(course, outcome, total, who) {
  const points = course.tribute ? pointsOwed(course, total) : 0;
  const jokers = outcome.owe ?? 0;
  const owed = points + jokers;
  if (!owed) return null;
  const sign = Math.sign(owed);
  const from = owed > 0 ? who.attackers : who.declarer;
  return { from, points: sign * points, jokers: sign * jokers, cards: Math.abs(owed) };
}

function pointsOwed({ tribute, beyond }, total) {
  const run = runOf(tribute, total);
  const more = run === tribute.at(-1) && beyond.tribute ? Math.floor((total - run[0]) / beyond.tribute) : 0;
  return run[1] - more;
}

/** The rule a total meets: its sentence, and the levels `beyond` the last row of the table that it brings. */
function readOf(course, mode, { capture = "none" }, total, ended) {
  const runs = course.runs[course.reads[mode][ended ? "ended" : capture === "none" ? "none" : "captured"]];
  const run = runOf(runs, total);
  const [from, row, up] = run;
  const [sentence, start, sign] = course.rows[row];
  const [every, levels, most] = (run === runs.at(-1) && course.beyond[mode]) || [1, 0, null];
  const climbed = Math.max(up, Math.min(up + Math.floor((total - from) / every) * levels, most ?? Infinity));
  const text = fill(course.sentences[sentence], { n: (total - start) * sign, up: climbed });
  return { text, beyond: climbed - up };
}

/** The reasoning after the sum: the rule, its effects, who moves, who is on stage, an early win, tribute. */
function wordsOf(course, { done, outcome, payload, who, before }, told) {
  const { say, sentences } = course;
  const name = (side) => say.sides[side];
  const pairs = payload.capture?.startsWith("tractor-") ? payload.capture.slice("tractor-".length) : "";
  const places = { declarer: name(who.declarer), attackers: name(who.attackers), table: payload.table_points ?? 0 };
  places.capture = fill(say.tractor, { n: pairs });
  const first = outcome.first === undefined ? [] : [sentences[outcome.first]];
  const moved = ["a", "b"].filter((side) => course.by_levels && done.gain[side]);
  const now = (side) => say.names[before[side].level + done.gain[side]];
  const moves = moved.map((side) => t("moved", { side: name(side), old: say.names[before[side].level], now: now(side) }));
  const stage = fill(done.on_stage === payload.declarer ? say.kept : say.taken, { side: name(done.on_stage) });
  const early = outcome.early ? [sentences[outcome.early[2]]] : [];
  const { tribute } = done;
  const owed = tribute ? [fill(say.tribute, { ...tribute, side: name(tribute.from) })] : [];
  return [...first, ...told, ...moves, stage, ...early, ...owed].map((sentence) => fill(sentence, places));
}

const runOf = (runs, total) => runs.filter(([from]) => from <= total).at(-1);
