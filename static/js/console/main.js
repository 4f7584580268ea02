// The console of one match: puts its parts together and decides which of them is on the screen.

import { Actions } from "./actions.js";
import { Arrivals } from "./arrivals.js";
import { Band } from "./band.js";
import { Check } from "./check.js";
import { startClock } from "./clock.js";
import { Desk } from "./desk.js";
import { $, show } from "./dom.js";
import { Finish } from "./finish.js";
import { HandForm } from "./hand.js";
import { Lookup } from "./lookup.js";
import { News } from "./news.js";
import { Outbox } from "./outbox.js";
import { PenaltySheet } from "./penalty.js";
import { beginAgain, practiceOutbox } from "./practice.js";
import { ScoreSheet } from "./sheet.js";
import { Shots } from "./shots.js";
import { drawSides, isOpen } from "./sides.js";
import { Unsent } from "./unsent.js";

/** Which panel each state of a match shows. */
function panelsOf(state) {
  if (!state.teams.a || !state.teams.b) return ["panel-waiting"];
  const panels = {
    scheduled: ["panel-start"],
    playing: ["panel-hand"],
    "last-hand": ["panel-hand"],
    tied: tiedPanels(state.next_step.code),
    awaiting: ["panel-awaiting"],
  };
  return panels[state.status] ?? ["panel-finish"];
}

function tiedPanels(code) {
  return code === "decider-hand" ? ["panel-hand"] : ["panel-deciding"];
}

/** The height of the tools at the foot of the screen, so that what sticks above them knows where they begin. */
function followTools() {
  const tools = document.querySelector(".tools");
  const tell = () => document.documentElement.style.setProperty("--tools", `${tools.offsetHeight}px`);
  new ResizeObserver(tell).observe(tools);
}

function drawPanels(state) {
  const wanted = panelsOf(state);
  for (const panel of document.querySelectorAll(".panel")) show(panel, wanted.includes(panel.id));
  show($("open-penalty"), isOpen(state));
  document.body.dataset.status = state.status;
  document.body.toggleAttribute("data-ready", Boolean(desk.course.table)); // the next hand can be reckoned here
}

const root = $("console");
followTools();
const practises = "practice" in root.dataset;
const desk = new Desk(root.dataset.api, JSON.parse($("state").textContent), practises ? practiceOutbox() : new Outbox());
const hand = new HandForm(desk);
const unsent = new Unsent(desk, hand);
const band = new Band(desk, root.dataset.login, () => unsent.open());
const penalties = new PenaltySheet(desk);
const actions = new Actions(desk, hand, new Check(desk, penalties));
const parts = [new ScoreSheet(desk, hand), new News(desk), actions, new Finish(desk), new Shots(), hand];
new Lookup();
if (practises) $("practice-again").addEventListener("click", () => beginAgain(desk.base));
else parts.push(new Arrivals(desk, actions));

desk.onState((state) => {
  drawSides(state);
  drawPanels(state);
  for (const part of parts) part.draw(state);
});
desk.onStatus(() => {
  band.draw();
  unsent.draw();
});
startClock(desk);
desk.watch();
desk.refresh();
if (window.isSecureContext) navigator.serviceWorker?.register(root.dataset.worker, { scope: root.dataset.scope }).catch(() => null);
window.addEventListener("pageshow", (event) => event.persisted && desk.refresh());
