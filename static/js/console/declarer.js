// Who declares: prompted by the rotation rule, changed only if it is wrong.

import { $, choose, radio, show, t, write } from "./dom.js";
import { seatOf, whoSits } from "./facts.js";

/** A player with the seat: 甲 北家 张三. */
export function seatWord(state, seat) {
  const { side, player } = whoSits(seat);
  const name = state.teams[side]?.players.find((one) => one.number === player)?.name ?? "";
  return t("seat_player", { side: t(side), seat: t(`seat_${seat}`), name }).trim();
}

/** The four seats as large keys into a fieldset, after its legend. */
export function drawSeats(box, name, state, more = []) {
  const seats = ["a", "b"].flatMap((side) => [1, 2].map((number) => seatOf(side, number)));
  const labels = seats.map((seat) => seatWord(state, seat));
  if (box.dataset.drawn === labels.join()) return;
  box.dataset.drawn = labels.join();
  box.replaceChildren(box.querySelector("legend"), ...more, ...seats.map((seat, at) => radio(name, seat, labels[at])));
}

export class DeclarerPrompt {
  constructor(chose) {
    this.open = false;
    $("declarer").addEventListener("click", () => {
      this.open = !this.open;
      show($("declarer-choice"), this.open || !this.known);
      $("declarer").setAttribute("aria-expanded", String(this.open));
    });
    $("declarer-choice").addEventListener("change", (event) => {
      this.open = false;
      chose(whoSits(event.target.value).side, event.target.value);
    });
  }

  draw(state) {
    drawSeats($("declarer-choice"), "declarer", state);
  }

  /** The side on stage and, where it is known, who of it. */
  show(state, side, seat) {
    this.known = Boolean(side);
    const who = seat ? seatWord(state, seat) : side ? t(`side_${side}`) : "";
    write($("declarer-text"), side ? t("declarer_is", { side: who }) : t("declarer_unknown"));
    show($("declarer-choice"), !side || this.open);
    choose($("declarer-choice"), "declarer", seat);
  }
}
