// The match as it will be once the queue has arrived: the server's state with the unsent entries laid over it.

import { beginningOf, courseOf } from "./course.js";
import { STEP_OWED } from "./end.js";
import { lay, tell, unknown } from "./lay.js";
import { acts, inTheirPlaces, looksBack, resolve, written } from "./places.js";
import { tick } from "./ticking.js";

/** `{state, course}`: the queue laid over the server's state. What only the server can tell is null (levels, who won).
 * The course is what the next hand is reckoned from: the `table` the server gave, where both sides stand (`position`,
 * null where not known: `why`), points noted for the hand at play (`charged`, `noted`). */
export function ahead(server, items, table) {
  const known = new Set(server.entries.map((entry) => entry.id));
  const queued = items.filter((item) => item.part === "entries/" && !known.has(item.id));
  if (!queued.length) return { state: { ...server, unsent: items.length }, course: courseNow(server, table) };
  const entries = written(server, queued);
  const back = looksBack(server, entries);
  const found = (back && again(server, entries, table)) || further(server, entries, table, back);
  const { state } = found;
  for (const entry of entries) if (acts(entry)) tick(state, entry);
  tell(state, found.course);
  state.entries.sort((one, other) => one.n - other.n);
  Object.assign(state, { unsent: items.length, last_entry: queued.at(-1).id });
  return found;
}

/** Where the server's sheet ends. Where the table was made for an earlier state of it, playing the sheet again tells. */
function courseNow(server, table) {
  if (!table || table.version === server.version) return courseOf(table);
  return alone(server, table)?.course ?? courseOf(null);
}

/** The queue on top of where the server's sheet ends. `back`: what it changes lies before that end. */
function further(server, entries, table, back) {
  const course = courseNow(server, table);
  const state = { ...copyOf(server), entries: server.entries.map((entry) => ({ ...entry })) };
  if (back) unknown(state, course, "later_ruled");
  return play(state, course, entries);
}

/** The whole sheet played again with the queue, or null where a ruling makes that more than the phone can do. */
function again(server, entries, table) {
  if (!table || !alone(server, table)) return null;
  return play(blank(server, table), beginningOf(table), [...oldOf(server), ...entries]);
}

/** The server's own entries played again, or null where that does not come to what the server says. */
function alone(server, table) {
  if (server.entries.some(rulesOtherwise)) return null;
  const played = play(blank(server, table), beginningOf(table), oldOf(server));
  return agrees(played, server, table) ? played : null;
}

const oldOf = (server) => server.entries.map((entry) => ({ ...entry, parked: false }));

const GOING = ["scheduled", "playing", "last-hand", "tied"];
const rulesOtherwise = ({ type, payload }) => type === "ruling" && Boolean(payload.strike?.length || payload.entries?.length);

function play(state, course, entries) {
  const places = inTheirPlaces(entries);
  resolve(state, places);
  for (const entry of places) {
    if (acts(entry)) lay(state, entry, course);
    state.entries.push(entry);
  }
  return { state, course };
}

/** The state before the first entry. */
function blank(server, { course }) {
  const [first] = course.levels;
  const none = () => ({ a: 0, b: 0 });
  const result = { ...server.result, levels: { a: first, b: first }, passed: { a: false, b: false }, games: none() };
  Object.assign(result, { declarer: null, tribute: null, winner: null, decided_by: null, hands: [] });
  if (result.score) result.score = none();
  const fresh = { status: "scheduled", tied: null, declarer_seat: null, next_step: { code: "start", text: "" }, entries: [] };
  return { ...server, ...fresh, result, clock: { ...server.clock } };
}

/** True where playing the server's own entries again comes to what the server says. */
function agrees({ state, course }, server, { version, position }) {
  const [mine, theirs] = [state.result, server.result];
  const same = (one, other) => JSON.stringify([one.a, one.b]) === JSON.stringify([other.a, other.b]);
  const sameHands = mine.hands.length === theirs.hands.length && mine.declarer === theirs.declarer;
  if (!course.position || !sameHands || !same(mine.games, theirs.games)) return false;
  if (!same(mine.levels, theirs.levels)) return false;
  const left = (side) => version !== server.version || course.position[side].failures === position[side].failures;
  if (mine.winner !== theirs.winner || mine.decided_by !== theirs.decided_by || !left("a") || !left("b")) return false;
  return GOING.includes(server.status) ? state.status === server.status : state.status === "awaiting";
}

function copyOf(server) {
  const { levels, passed, games, score, hands } = server.result;
  const result = { ...server.result, levels: { ...levels }, passed: { ...passed }, games: { ...games }, hands: [...hands] };
  if (score) result.score = { ...score };
  const tied = Object.keys(STEP_OWED).find((owed) => server.status === "tied" && STEP_OWED[owed] === server.next_step.code);
  return { ...server, result, tied: tied ?? null, clock: { ...server.clock }, next_step: { ...server.next_step } };
}
