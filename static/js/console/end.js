// How a match ends that is not over by itself: the ruleset's ways to tell the sides apart, in their order.

const OWED = { lot: "lot", ruling: "ruling" };

/** What is owed where the sides are level, as the step the table takes next. */
export const STEP_OWED = { decider: "decider-hand", "decider-match": "decider-match", lot: "lot", ruling: "decision" };

const COMPARED = {
  games: (side) => side.games,
  score: (side) => side.score,
  "higher-level": levelOf,
  "levels-climbed": (side) => side.climbed,
  "first-to-reach": (side) => -side.arrived,
};

/** Levels of all games together, where they are added up: a game won counts the whole ladder. */
function levelOf({ level, games }, { end, levels }) {
  const top = levels.length;
  return end.over_all_games ? games * top + (level < top ? level : 0) : level;
}

/** `{winner, how}`, or `{tied}` with what is owed. */
export function decided(course, position, declarer) {
  for (const criterion of course.end.decide) {
    const value = COMPARED[criterion];
    if (!value) return lastResort(course.end, criterion, declarer);
    const [a, b] = ["a", "b"].map((side) => value(position[side], course));
    const how = ["score", "levels-climbed"].includes(criterion) ? "higher-level" : criterion;
    if (a !== b) return { winner: a > b ? "a" : "b", how };
  }
  return { tied: "lot" };
}

function lastResort({ decider }, criterion, declarer) {
  if (criterion === "declarer-side" && declarer) return { winner: declarer, how: criterion };
  if (["both-lose", "draw"].includes(criterion)) return { winner: null, how: criterion };
  if (criterion === "decider") return { tied: decider === "hand" ? "decider" : "decider-match" };
  return { tied: OWED[criterion] ?? "lot" };
}
