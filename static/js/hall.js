// The drawing screen: names roll, the space bar stops them, and the server says which name it is. Nothing is drawn here.

import { fill, parts, showOnly } from "./screen.js";

const words = document.getElementById("hall").dataset;
const { team, where, hint, name: press, message, plain } = parts(
  "hall-", "team", "where", "hint", "name", "message", "plain",
);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const ROLL_MS = 70;
const waiting = new Set(JSON.parse(document.getElementById("hall-names").textContent));
const pages = [...document.querySelectorAll(".hall-page")];

let revealed = Number(words.revealed);
let rolling = 0;
let asking = false;

const total = Number(words.total);

function say(text) {
  hint.textContent = text;
}

function idle() {
  if (revealed === total) say(words.done);
  else say(calm.matches ? words.show : revealed ? words.next : words.ready);
}

function fit(text) {
  team.textContent = text;
  team.classList.toggle("long", [...text].length > 8);
  team.classList.toggle("longer", [...text].length > 16);
}

function roll() {
  press.classList.add("rolling");
  where.textContent = "";
  const names = [...waiting];
  let at = Math.floor(Math.random() * names.length); // where the show begins: the result is the server's
  fit(names[at]);
  rolling = setInterval(() => { at = (at + 1) % names.length; fit(names[at]); }, ROLL_MS);
  say(words.stop);
}

function halt() {
  clearInterval(rolling);
  rolling = 0;
  press.classList.remove("rolling");
}

/** Ask for `count` more names; answers whether they came. Asking twice shows nothing twice. */
async function ask(count) {
  const form = new FormData(plain);
  form.set("seen", revealed);
  form.set("count", count);
  let answer;
  try {
    const response = await fetch(words.step, { method: "POST", body: form, headers: { Accept: "application/json" } });
    answer = await response.json();
    if (!response.ok) { complain(answer.message); return false; }
  } catch {
    complain(words.lost);
    return false;
  }
  message.hidden = true;
  for (const one of answer.shown) place(one);
  if (answer.shown.length > 1) turn(0);
  revealed = answer.revealed;
  document.getElementById("hall-revealed").textContent = revealed;
  plain.elements.seen.value = revealed;
  document.getElementById("hall-all").value = total - revealed;
  return true;
}

function complain(text) {
  message.textContent = text;
  message.hidden = false;
}

function line(key) {
  return key ? document.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
}

function place(one) {
  waiting.delete(one.name);
  fit(one.name);
  where.textContent = `${one.where} ${one.against}`;
  for (const old of document.querySelectorAll(".newest")) old.classList.remove("newest");
  const bye = line(one.bye);
  if (bye) bye.querySelector("span").textContent = words.bye;
  const own = line(one.key);
  own.querySelector("span").textContent = one.name;
  own.classList.add("newest");
  own.classList.toggle("long", [...one.name].length > 8);
  own.classList.toggle("longer", [...one.name].length > 14);
  turn(pages.indexOf(own.closest(".hall-page")));
}

function open() {
  return pages.findIndex((page) => !page.hidden);
}

function turn(index) {
  if (index < 0 || index >= pages.length) return;
  showOnly(pages, index);
  number();
}

function number() {
  const text = fill(words.page, { page: open() + 1, pages: pages.length });
  document.getElementById("hall-at").textContent = pages.length > 1 ? text : "";
}

async function go(count) {
  if (asking || revealed === total) return;
  asking = true;
  const came = await ask(count);
  halt();
  asking = false;
  idle();
  if (came && revealed === total) await finish();
}

/** The end of the page as the server now gives it: the compromises, and the confirmation. */
async function finish() {
  press.disabled = true;
  plain.hidden = true;
  try {
    const text = await (await fetch(location.href)).text();
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("hall-end");
    document.getElementById("hall-end").replaceWith(document.adoptNode(fresh));
    document.getElementById("hall-end").scrollIntoView({ block: "end" });
  } catch {
    location.reload();
  }
}

function next() {
  if (asking || revealed === total) return;
  if (calm.matches || rolling) go(1);
  else roll();
}

function full() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

press.addEventListener("click", next);
plain?.addEventListener("submit", (event) => {
  event.preventDefault();
  go(Number(event.submitter?.value ?? 1));
});
for (const [id, act] of [["hall-back", () => turn(open() - 1)], ["hall-forward", () => turn(open() + 1)], ["hall-full", full]]) {
  document.getElementById(id).addEventListener("click", () => { act(); press.focus(); }); // the space bar draws again
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const free = event.target === document.body || event.target === press;
  if (event.key === " " && free) { event.preventDefault(); if (!event.repeat) next(); }
  else if (event.key === "ArrowLeft" || event.key === "PageUp") turn(open() - 1);
  else if (event.key === "ArrowRight" || event.key === "PageDown") turn(open() + 1);
  else if (event.key.toLowerCase() === "f" && free) full();
});

document.addEventListener("keyup", (event) => {
  if (event.key === " " && event.target === press) event.preventDefault(); // else the browser presses the button once more
});

for (const id of ["hall-back", "hall-forward"]) document.getElementById(id).hidden = pages.length < 2;
document.getElementById("hall-full").hidden = !document.fullscreenEnabled;
if (document.getElementById("hall-one")) document.getElementById("hall-one").hidden = true;
if (team.textContent) fit(team.textContent);
number();
idle();
press.focus();
