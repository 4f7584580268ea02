// The chief's desk: asks for tiles and queue again every few seconds, keeps clocks running, opens a sheet beside them.
const EVERY_MS = 4000, STALE_MS = 10000;
const desk = document.querySelector("#desk"), beside = document.querySelector("#beside"), stale = document.querySelector("#stale");
let tag = "", sheetTag = "", heard = Date.now(), offset = 0;

// Somebody typing or choosing in a part is not disturbed: the part is renewed once he is done.
const busy = (part) => part.contains(document.activeElement) && document.activeElement.matches("input, select, textarea") || part.querySelector("details[open], [aria-invalid]") !== null;

async function ask(url, known, headers = {}) {
  const answer = await fetch(url, { headers: { ...headers, ...(known ? { "If-None-Match": known } : {}) }, cache: "no-store" });
  if (answer.redirected) { location.reload(); return null; }
  if (answer.status === 304) return null;
  if (!answer.ok) throw new Error(String(answer.status));
  return { html: await answer.text(), tag: answer.headers.get("ETag") || "" };
}

async function renew() {
  const found = await ask(desk.dataset.url, tag, { "X-Part": "desk" });
  if (!found) return;
  tag = found.tag;
  const fresh = new DOMParser().parseFromString(found.html, "text/html");
  for (const part of desk.querySelectorAll("[data-part]")) {
    const next = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!next) continue;
    if (busy(part)) { tag = ""; continue; }
    const focused = part.contains(document.activeElement) ? document.activeElement.closest("[id]")?.id : "";
    part.replaceChildren(...next.childNodes);
    if (focused) document.getElementById(focused)?.querySelector("a, button, summary")?.focus();
  }
  readNow();
  mark();
}

async function renewSheet() {
  if (!beside.dataset.url) return;
  const found = await ask(beside.dataset.url, sheetTag);
  if (!found) return;
  sheetTag = found.tag;
  const place = beside.scrollTop;
  beside.replaceChildren(...new DOMParser().parseFromString(found.html, "text/html").body.childNodes);
  beside.scrollTop = place;
}

function open(url) {
  beside.dataset.url = url;
  sheetTag = "";
  beside.hidden = !url;
  desk.classList.toggle("opened", Boolean(url));
  if (!url) beside.replaceChildren();
  mark();
  renewSheet().catch(() => {});
}

function mark() {
  for (const tile of desk.querySelectorAll(".tile")) {
    const link = tile.querySelector("[data-open]");
    if (link && beside.dataset.url === link.dataset.open) tile.setAttribute("aria-current", "true");
    else tile.removeAttribute("aria-current");
  }
}

function readNow() {
  const now = desk.querySelector("[data-now]");
  if (now) offset = Date.parse(now.dataset.now) - Date.now();
}

const two = (number) => String(number).padStart(2, "0");

// The time of day where the tournament is: the server's own stamp carries its zone.
function wallTime(now, stamp) {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(stamp) || [null, "+", 0, 0];
  const shift = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return new Date(now + shift * 60000).toISOString().slice(11, 16);
}

function tick() {
  const now = Date.now() + offset;
  for (const clock of desk.querySelectorAll("[data-deadline]")) {
    const left = Math.max(0, Math.floor((Date.parse(clock.dataset.deadline) - now) / 1000));
    clock.textContent = left ? `${Math.floor(left / 60)}:${two(left % 60)}` : desk.dataset.over;
  }
  const wall = desk.querySelector("[data-now]");
  if (wall) wall.textContent = wallTime(now, wall.dataset.now);
  stale.hidden = Date.now() - heard < STALE_MS;
}

async function round() {
  try {
    await Promise.all([renew(), renewSheet()]);
    heard = Date.now();
  } catch { /* the band tells */ }
  setTimeout(round, EVERY_MS);
}

desk.addEventListener("click", (event) => {
  const link = event.target.closest("[data-open]");
  if (link && !event.ctrlKey && !event.metaKey) { event.preventDefault(); open(link.dataset.open); }
  if (event.target.closest("[data-close]")) open("");
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && beside.dataset.url) open(""); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) Promise.all([renew(), renewSheet()]).then(() => { heard = Date.now(); }).catch(() => {}); });
readNow();
mark();
if (beside.dataset.url) renewSheet().catch(() => {});
setInterval(tick, 1000);
setTimeout(round, EVERY_MS);
