// The console of one match: puts its parts together and decides which of them is on the screen.

import { Actions } from "./actions.js";
import { Band } from "./band.js";
import { startClock } from "./clock.js";
import { Desk } from "./desk.js";
import { $, show } from "./dom.js";
import { Finish } from "./finish.js";
import { HandForm } from "./hand.js";
import { PenaltySheet } from "./penalty.js";
import { ScoreSheet } from "./sheet.js";
import { drawSides, isOpen } from "./sides.js";

/** Which panel each state of a match shows. */
function panelsOf(state) {
  if (!state.teams.a || !state.teams.b) return ["panel-waiting"];
  const panels = {
    scheduled: ["panel-start"],
    playing: ["panel-hand"],
    "last-hand": ["panel-hand"],
    tied: tiedPanels(state.next_step.code),
  };
  return panels[state.status] ?? ["panel-finish"];
}

function tiedPanels(code) {
  return code === "decider-hand" ? ["panel-hand"] : ["panel-deciding"];
}

function drawPanels(state) {
  const wanted = panelsOf(state);
  for (const panel of document.querySelectorAll(".panel")) show(panel, wanted.includes(panel.id));
  show($("open-penalty"), isOpen(state));
  document.body.dataset.status = state.status;
  for (const key of document.querySelectorAll("#console .submit, #console [data-time-up]")) {
    if (key.id !== "submit-hand") key.toggleAttribute("data-busy", desk.writing);
  }
}

const root = $("console");
const desk = new Desk(root.dataset.api, JSON.parse($("state").textContent));
const band = new Band(root.dataset.login);
const hand = new HandForm(desk);
new PenaltySheet(desk);
const sheet = new ScoreSheet(desk, hand);
const parts = [sheet, new Actions(desk), new Finish(desk), hand];

desk.onAlert((alert) => band.tell(alert, desk.state));
desk.onState((state) => {
  drawSides(state);
  drawPanels(state);
  for (const part of parts) part.draw(state);
});
startClock(desk);
desk.resume().then((handSent) => {
  if (handSent) hand.reset();
  return desk.refresh();
});
desk.watch();
window.addEventListener("pageshow", (event) => event.persisted && desk.refresh());
