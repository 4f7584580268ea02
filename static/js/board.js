// The board: asks what is on, turns the pages, lets the clocks run, and says when what it shows is old.
// It runs for hours unattended: one timer for each job, and every answer replaces what the last one put there.

import { fill, parts, showOnly } from "./screen.js";

const POLL_MS = 3000; // between an answer and the next question
const WAIT_MS = 8000; // for an answer
const OLD_MS = 10000; // without an answer the screen is old
const LEAST_TURN_MS = 8000;

const { board, pages, title, dots, where, clock, ticker, old } = parts(
  "", "board", "pages", "title", "dots", "where", "clock", "ticker", "old",
);
const words = board.dataset;
const turnMs = Math.max(LEAST_TURN_MS, Number(words.turn) * 1000);

let tag = "";
let heard = Date.now();
let turned = Date.now();
let offsetMs = 0;
let shown = "";

const all = () => [...pages.querySelectorAll(":scope > .page")];
const venue = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: words.zone };
const clockFace = new Intl.DateTimeFormat("en-GB", venue);
const hour = (time) => clockFace.format(time);

/** Puts the page with this key on the screen, or the first where there is none. */
function open(key) {
  const list = all();
  const at = Math.max(0, list.findIndex((page) => page.dataset.key === key));
  showOnly(list, at);
  shown = list[at]?.dataset.key ?? "";
  title.textContent = list[at]?.dataset.title ?? "";
  dots.replaceChildren(...list.map((page, number) => {
    const dot = document.createElement("li");
    dot.className = number === at ? "on" : "";
    return dot;
  }));
  where.textContent = fill(words.page, { page: at + 1, pages: list.length });
}

function turn() {
  const list = all();
  turned = Date.now();
  open(list[(list.findIndex((page) => page.dataset.key === shown) + 1) % list.length]?.dataset.key);
}

/** Shows an answer in place of the last one; the page on the screen stays, and so does its time. */
function replace(html) {
  const answer = new DOMParser().parseFromString(html, "text/html");
  pages.replaceChildren(...answer.querySelectorAll("body > .page, #ticker-next"));
  note();
  open(shown);
  clocks();
}

function note() {
  const next = document.getElementById("ticker-next");
  ticker.replaceChildren(...(next ? [next.content.cloneNode(true)] : []));
}

/** What was published is no longer: nothing of it stays on the screen. */
function clear() {
  const empty = document.createElement("section");
  empty.className = "page page-empty";
  empty.dataset.key = "empty";
  empty.append(document.createElement("p"));
  empty.firstChild.textContent = words.gone;
  pages.replaceChildren(empty);
  ticker.replaceChildren();
  tag = "";
  open("empty");
}

async function ask() {
  const control = new AbortController();
  const limit = setTimeout(() => control.abort(), WAIT_MS);
  try {
    const headers = tag ? { "If-None-Match": tag } : {};
    const answer = await fetch(words.now, { headers, cache: "no-store", signal: control.signal });
    const time = Date.parse(answer.headers.get("X-Server-Time") ?? "");
    if (time) offsetMs = time - Date.now();
    if (answer.status === 200) {
      const html = await answer.text();
      tag = answer.headers.get("ETag") ?? "";
      replace(html);
    } else if (answer.status === 404) clear();
    else if (answer.status !== 304) return;
    heard = Date.now();
  } catch {
    // no answer: the screen grows old by itself, and the next question comes
  } finally {
    clearTimeout(limit);
    setTimeout(ask, POLL_MS);
  }
}

/** The time left at each table. */
function clocks() {
  const now = Date.now();
  for (const left of pages.querySelectorAll("[data-deadline]")) {
    const seconds = Math.max(0, Math.floor((Date.parse(left.dataset.deadline) - now - offsetMs) / 1000));
    left.textContent = seconds ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : words.over;
    left.classList.toggle("trouble", seconds === 0);
  }
}

/** Every second: the hour, the time left at each table, the age of the screen, the turn of the page. */
function tick() {
  const now = Date.now();
  clock.textContent = hour(new Date(now + offsetMs));
  clocks();
  const stale = now - heard > OLD_MS;
  board.classList.toggle("is-old", stale);
  old.hidden = !stale;
  if (stale) old.textContent = fill(words.old, { time: hour(new Date(heard + offsetMs)) });
  if (now - turned >= turnMs) turn();
}

note();
open("");
tick();
setInterval(tick, 1000);
ask();
