// The order in which the four players finished, for rulesets that settle a hand by it.

import { $, el, t } from "./dom.js";
import { whoWord } from "./describe.js";

const PLACES = ["place_1", "place_2", "place_3", "place_4"];

/** Every player of the match as a code such as `a1`. */
function players(state) {
  return ["a", "b"].flatMap((side) => [1, 2].map((player) => ({ code: `${side}${player}`, side, player })));
}

/** Draw the players, those chosen with their place; `chose(order)` is called with the new order. */
export function drawOrder(state, order, chose) {
  const key = (one) => {
    const place = order.indexOf(one.code);
    const label = place < 0 ? whoWord(state, one) : `${t(PLACES[place])} ${whoWord(state, one)}`;
    const pressed = { "aria-pressed": String(place >= 0) };
    const onclick = () => place < 0 && chose(completed(state, [...order, one.code]));
    return el("button", { type: "button", class: "key", data: { player: one.code }, attrs: pressed, onclick }, label);
  };
  $("finish-keys").replaceChildren(...players(state).map(key));
  $("finish-clear").onclick = () => chose([]);
}

/** With three known, the fourth is last. */
function completed(state, order) {
  const left = players(state).filter((one) => !order.includes(one.code));
  return left.length === 1 ? [...order, left[0].code] : order;
}
