// Both sides: names, players, level, who is on stage.

import { $, el, show, t, write } from "./dom.js";
import { levelWord } from "./describe.js";

export function drawSides(state) {
  for (const side of ["a", "b"]) {
    const box = $(`side-${side}`);
    const team = state.teams[side];
    write(box.querySelector(".side-name"), `${t(side)} ${team?.name ?? "—"}`);
    box.querySelector(".side-players").replaceChildren(...(team?.players ?? []).map((one) => el("span", {}, one.name)));
    const level = state.result.levels[side];
    const word = state.result.passed[side] ? t("passed") : levelWord(level);
    write(box.querySelector(".level"), word);
    box.querySelector(".level").classList.toggle("level-word", !/^[\dAJQK]+$/.test(word));
    show(box.querySelector(".stage-badge"), state.result.declarer === side && isOpen(state));
  }
}

/** True while entries of play may follow. */
export function isOpen(state) {
  return ["playing", "last-hand", "tied"].includes(state.status);
}
