// Finds the reader's team on a tournament's page, remembers it, and lights its path through the bracket.

const finder = document.getElementById("finder");
const input = document.getElementById("find");
const found = document.getElementById("found");
const key = `team:${finder.dataset.key}`;

/** What was typed last time; nothing where the browser keeps nothing. */
function remembered() {
  try { return localStorage.getItem(key) ?? ""; } catch { return ""; }
}

function remember(text) {
  try { localStorage.setItem(key, text); } catch { /* private windows keep nothing */ }
}

/** Marks everything whose teams contain the text; returns how many things were marked. */
function mark(text) {
  let count = 0;
  for (const element of document.querySelectorAll("[data-teams]")) {
    const mine = text !== "" && element.dataset.teams.toLowerCase().includes(text);
    element.classList.toggle("mine", mine);
    count += mine;
  }
  for (const element of document.querySelectorAll("svg .bracket-side")) {
    const mine = text !== "" && element.textContent.toLowerCase().includes(text);
    element.classList.toggle("path", mine);
    if (mine && element.dataset.team) lightPath(element.dataset.team);
    count += mine;
  }
  return count;
}

/** Brings the path into the part of its picture that is seen; the page itself stays where it is. */
function uncover() {
  for (const picture of document.querySelectorAll(".bracket-scroll")) {
    const first = picture.querySelector(".bracket-side.path")?.getBoundingClientRect();
    if (!first) continue;
    const seen = picture.getBoundingClientRect();
    picture.scrollLeft += first.left - seen.left - (seen.width - first.width) / 2;
    picture.scrollTop += first.top - seen.top - (seen.height - first.height) / 2;
  }
}

function lightPath(team) {
  for (const join of document.querySelectorAll(`svg path[data-team="${CSS.escape(team)}"]`)) join.classList.add("path");
}

function find() {
  for (const join of document.querySelectorAll("svg path.path")) join.classList.remove("path");
  const text = input.value.trim().toLowerCase();
  const count = mark(text);
  uncover();
  found.textContent = text === "" ? "" : count ? found.dataset.some : found.dataset.none;
  remember(input.value.trim());
}

finder.hidden = false;
input.value = remembered();
input.addEventListener("input", find);
finder.addEventListener("submit", (event) => {
  event.preventDefault();
  const mine = [...document.querySelectorAll(".mine")];
  (mine.find((one) => one.closest("#live")) ?? mine[0])?.scrollIntoView({ block: "center" });
});
document.body.addEventListener("htmx:afterSwap", () => mark(input.value.trim().toLowerCase()));
find();
