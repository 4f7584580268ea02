// From hand to hand without a network: the tables of the ruleset, and where both sides stand.

const OTHER = { a: "b", b: "a" };
const copyOf = ({ a, b }) => ({ a: { ...a }, b: { ...b } });

/** Where the match stands before the first unsent hand; null where the tables of this version are not here. */
export function startOf(table) {
  return table ? copyOf(table.position) : null;
}

/** What a hand does: `{on_stage, levels, gain, passed, early, tribute, position}`; `position` is where the next one
 * starts. `total` is the attackers' sum, null where the order of finishing settles. */
export function stepOn(course, position, payload, total) {
  const { declarer } = payload;
  const attackers = OTHER[declarer];
  const mode = position[declarer].level === course.flag ? "flag" : "plain";
  const read = (tables) => find(tables, payload, total);
  const cell = read(course.cells[mode]);
  const side = (role) => (role === "declarer" ? declarer : attackers);
  const after = copyOf(position);
  const lives = course.declarer[position[declarer].level];
  const [level, failures] = read(lives[Math.min(position[declarer].failures, lives.length - 1)]);
  after[declarer].level = level;
  after[declarer].failures = failures ?? position[declarer].failures;
  after[attackers].level = read(course.attackers[mode][position[attackers].level]);
  const onStage = side(cell.on_stage);
  if (!course.by_levels) score(course, after, onStage, cell.steps);
  const done = { on_stage: onStage, gain: gainOf(course, position, after), early: cell.early && side(cell.early) };
  return { ...done, tribute: tributeOf(cell.tribute, side), ...settled(course, after) };
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
  const top = after[other].level >= course.levels.length;
  if (top && done.kind !== "hand-lost") return null;
  return { declarer: next, ...settled(course, after) };
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

/** True where a match with these values is over by a lead. */
export function isMercy(course, position) {
  const name = course.by_levels ? "level" : "score";
  return course.mercy_lead !== null && Math.abs(position.a[name] - position.b[name]) >= course.mercy_lead;
}

/** The levels' codes and who passed the last one; a game won and not the match starts the ladder again. */
function settled(course, after) {
  const top = course.levels.length;
  const passed = ["a", "b"].find((side) => after[side].level >= top) ?? null;
  const code = (side) => course.levels[Math.min(after[side].level, top - 1)];
  const levels = { a: code("a"), b: code("b") };
  if (passed) after[passed].games += 1;
  const won = passed !== null && after[passed].games >= course.games_to_win;
  return { passed, won, levels, position: after };
}

/** Both sides from the first level again, after a game that did not end the match. */
export function newGame(course, position) {
  for (const side of ["a", "b"]) Object.assign(position[side], { level: 0, failures: 0 });
  return { a: course.levels[0], b: course.levels[0] };
}

function score(course, after, winner, steps) {
  after[winner].score += steps;
  if (course.zero_sum) after[OTHER[winner]].score -= steps;
}

function gainOf(course, before, after) {
  const name = course.by_levels ? "level" : "score";
  return { a: after.a[name] - before.a[name], b: after.b[name] - before.b[name] };
}

function tributeOf(tribute, side) {
  return tribute && { ...tribute, from: side(tribute.from), cards: tribute.points + tribute.jokers };
}

/** The value of a table for this hand: by the order of finishing, or the run its total falls into. */
function find(tables, { declarer, finish, capture = "none" }, total) {
  if (finish) {
    const winner = finish[0][0];
    const partner = finish.findIndex((code, at) => at > 0 && code[0] === winner) + 1;
    return tables[`${winner === declarer ? "declarer" : "attackers"}-${partner}`];
  }
  const runs = tables[capture === "none" ? "none" : "captured"];
  return runs.filter(([from]) => from <= total).at(-1)[1];
}
