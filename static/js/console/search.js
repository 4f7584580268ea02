// An offence by what people say for it: the words that stand beside it in the ruleset, its name, its remedy.

import { t } from "./dom.js";

export const OTHER = "other"; // for whatever the rules do not list: its words are those of all other offences
const SUGGESTIONS = 3;

/** The everyday words of an offence, the reader's language first. */
export const wordsOf = ({ code }) => t(`search_${code}`, {}, "").split("、").filter(Boolean);

/** One word of each of the first offences, to show what can be looked for. */
export const suggested = (offences) =>
  offences.filter((one) => one.code !== OTHER).map((one) => wordsOf(one)[0]).filter(Boolean).slice(0, SUGGESTIONS);

/** The offences that fit what is typed, the likeliest first; "other" comes where its words fit best, else last. */
export function looked(typed, offences, words) {
  const wanted = plain(typed);
  const points = (one) => score(wanted, one, words(one).map(plain)) - (one.code === OTHER ? 1 : 0);
  const scored = offences.map((one) => [points(one), one]).filter(([found, one]) => found > 0 || one.code === OTHER);
  return scored.sort(([one], [other]) => other - one).map(([, offence]) => offence);
}

const plain = (text) => text.toLowerCase().replace(/[\s\p{P}]+/gu, "");

/** How well an offence fits: the very word, part of one, around one, in order, in its name or remedy, most of the letters. */
function score(wanted, { name, remedy }, words) {
  if (!wanted) return 0;
  const best = Math.max(0, ...[...words, plain(name)].map((word) => likeness(wanted, word)));
  return best || (wanted.length > 1 && plain(remedy ?? "").includes(wanted) ? 1 : 0);
}

function likeness(wanted, word) {
  if (word === wanted) return 100;
  if (word.includes(wanted)) return 90 - Math.min(30, word.length - wanted.length);
  if (word.length > 1 && wanted.includes(word)) return 40 + Math.min(19, word.length);
  if (word.length > 2 && inOrder(word, wanted)) return 39 + Math.min(19, word.length);
  const pairs = pairsOf(wanted);
  const shared = pairs.filter((pair) => word.includes(pair)).length;
  return shared && shared * 2 >= pairs.length ? (38 * shared) / pairs.length : 0;
}

/** True where the letters of a word all come in what is typed, in their order, others between them. */
function inOrder(word, wanted) {
  let from = -1;
  return [...word].every((letter) => (from = wanted.indexOf(letter, from + 1)) >= 0);
}

const pairsOf = (text) => [...text].slice(1).map((letter, at) => [...text][at] + letter);
