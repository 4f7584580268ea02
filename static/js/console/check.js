// A player asks for the cards to be checked: nothing found is an offence with a ladder, something found is that offence.

import { $, choose, chosen, open, radio, t, write } from "./dom.js";
import { whoWord } from "./describe.js";
import { stepOf, stepText } from "./ladder.js";

const OFFENCE = "unfounded-check";

/** True where the rules know a check without cause. */
export const knowsChecks = (state) => state.rules.offences.some((one) => one.code === OFFENCE);

export class Check {
  constructor(desk, penalties) {
    this.desk = desk;
    $("check-who").addEventListener("change", () => this.#draw());
    $("check-founded").addEventListener("click", () => {
      $("dialog-check").close();
      penalties.open();
    });
    $("check-form").addEventListener("submit", (event) => this.#submit(event));
  }

  open() {
    const { state } = this.desk;
    const players = ["a", "b"].flatMap((side) => state.teams[side].players.map(({ number }) => ({ side, player: number })));
    const keys = players.map((one) => radio("checker", `${one.side}${one.player}`, whoWord(state, one)));
    $("check-who").replaceChildren($("check-who").querySelector("legend"), ...keys);
    choose($("check-who"), "checker", "");
    this.#draw();
    open($("dialog-check"));
  }

  #payload() {
    const who = chosen($("check-who"), "checker");
    return who ? { type: "penalty", side: who[0], player: Number(who[1]), offence: OFFENCE, count: 1 } : null;
  }

  /** Which time it is, and what that costs, before it is noted. */
  #draw() {
    const payload = this.#payload();
    const { state } = this.desk;
    const step = payload ? stepText(state, payload, stepOf(state, payload)) : "";
    write($("check-step"), payload ? t("check_step", { step }) : t("check_ask"));
    $("check-unfounded").disabled = !payload;
  }

  #submit(event) {
    event.preventDefault();
    const payload = this.#payload();
    if (!payload) return;
    this.desk.append(payload);
    $("dialog-check").close();
  }
}
