// Both sides: names, players, level, who is on stage.

import { $, show, t, write } from "./dom.js";
import { levelWord } from "./describe.js";

export function drawSides(state) {
  for (const side of ["a", "b"]) {
    const box = $(`side-${side}`);
    const team = state.teams[side];
    const players = team ? team.players.map((one) => one.name).join(" ") : "";
    write(box.querySelector(".side-name"), `${t(side)} ${team?.name ?? "—"}`);
    write(box.querySelector(".side-players"), players);
    write(box.querySelector(".level"), state.result.passed[side] ? t("passed") : levelWord(state.result.levels[side]));
    box.querySelector(".level").classList.toggle("level-word", state.result.passed[side]);
    show(box.querySelector(".stage-badge"), state.result.declarer === side && isOpen(state));
  }
}

/** True while entries of play may follow. */
export function isOpen(state) {
  return ["playing", "last-hand", "tied"].includes(state.status);
}
