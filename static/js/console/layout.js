// How the screen is filled: what stays at its foot, and when everything stands closer together.

import { $ } from "./dom.js";

const SHORT_REM = 46; // a small phone, or one with the browser's bars on the screen
const TOOLS_SHARE = 0.2; // of the height of the screen, at most: with very large letters they scroll with the rest
const FOOT_SHARE = 0.42;

/** Follow the screen, the letters and what the match asks for; returns what to call when that has changed. */
export function followLayout() {
  const root = $("console");
  const tools = document.querySelector(".tools");
  const fit = () => {
    const { innerHeight: height } = window;
    const short = height < SHORT_REM * 16;
    const sticks = tools.offsetHeight <= TOOLS_SHARE * height;
    const send = [...document.querySelectorAll("main .send")].find((node) => node.offsetParent);
    const foot = (send?.offsetHeight ?? 0) + (sticks ? tools.offsetHeight : 0);
    root.toggleAttribute("data-short", short);
    root.toggleAttribute("data-tight", short || asked() > 0 || !$("panel-start").hidden || told());
    root.toggleAttribute("data-full", asked() > (short ? 0 : 2));
    root.toggleAttribute("data-sticks", sticks);
    root.toggleAttribute("data-sends", foot <= FOOT_SHARE * height);
    document.documentElement.style.setProperty("--tools", sticks ? `${tools.offsetHeight}px` : "0px");
  };
  const watcher = new ResizeObserver(fit); // the console itself: a band may come at any time
  for (const node of [root, tools, ...document.querySelectorAll("main .send")]) watcher.observe(node);
  window.addEventListener("resize", fit);
  return fit;
}

/** How much this ruleset asks besides the points: questions of its own about a hand, shot clocks. */
function asked() {
  const questions = $("panel-hand").hidden ? 0 : $("extras").childElementCount;
  return questions + ($("shots").hidden ? 0 : 1);
}

/** Something stands above the match: the tabs of several tables, a band, the practice's own. */
function told() {
  return [...document.querySelectorAll(".table-tabs, #console .band")].some((node) => node.offsetParent);
}
