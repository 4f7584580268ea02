// A device's strip: its tables as tabs with their clocks, who writes here, announcements to acknowledge.

const POLL_MS = 5000;
const strip = document.getElementById("strip");
const $ = (id) => document.getElementById(id);
const said = (key, params = {}) => strip.dataset[key].replace(/\{(\w+)\}/g, (_whole, name) => params[name]);
// The page of the tables comes without a match, so without announcements: the first answer brings them.
const shown = { tables: read("strip-tables") || [], announcements: read("strip-announcements") || [] };
let etag = "";
let offsetMs = 0;
let wasMine = false;

function read(id) {
  return JSON.parse($(id).textContent || "null");
}

function write(node, text) {
  if (node && node.textContent !== text) node.textContent = text;
}

async function call(url, options = {}) {
  const sent = Date.now();
  const answer = await fetch(url, { credentials: "same-origin", redirect: "error", ...options });
  const stamp = answer.headers.get("X-Server-Time");
  if (stamp) offsetMs = Date.parse(stamp) - (sent + Date.now()) / 2;
  return answer;
}

function post(url, body) {
  const headers = { "Content-Type": "application/json", "X-Console": "1" };
  return call(url, { method: "POST", headers, body: JSON.stringify(body) });
}

/** 41:20, or +3:05 past the end; empty where no clock runs. */
function clockText(clock) {
  if (!clock || clock.state === "none" || clock.state === "not-started") return "";
  const runs = clock.state === "running" || clock.state === "over";
  const left = runs && clock.deadline ? (Date.parse(clock.deadline) - Date.now() - offsetMs) / 1000 : clock.seconds_left;
  if (left === null) return "";
  const seconds = left < 0 ? Math.floor(-left) : Math.ceil(left);
  return `${left < 0 ? "+" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function tabWord(match) {
  if (!match) return said("none");
  if (match.clock.state === "paused") return said("paused");
  return ["playing", "last-hand"].includes(match.status) && clockText(match.clock).startsWith("+") ? said("over") : match.status_text;
}

function drawTabs() {
  for (const tab of strip.querySelectorAll(".table-tab")) {
    const row = shown.tables.find((one) => String(one.number) === tab.dataset.number);
    const match = row?.match;
    const live = match && ["playing", "last-hand", "tied"].includes(match.status);
    write(tab.querySelector(".tab-clock"), live ? clockText(match.clock) : "");
    write(tab.querySelector(".tab-word"), tabWord(match));
    write(tab.querySelector(".tab-teams"), match ? `${match.teams.a} — ${match.teams.b}` : "");
    tab.classList.toggle("tab-trouble", Boolean(live && clockText(match.clock).startsWith("+")));
  }
}

/** Who writes here; a reader looks at everything and changes nothing. */
function drawHolder() {
  const row = shown.tables.find((one) => String(one.number) === strip.dataset.table);
  if (!$("strip-holder") || !row) return;
  const reads = !row.mine && row.holder;
  $("strip-holder").hidden = !reads;
  if (reads) write($("strip-holder-text"), said(wasMine ? "taken" : "held", { name: row.holder.name }));
  else wasMine = Boolean(row.holder);
  document.body.toggleAttribute("data-readonly", Boolean(reads));
  for (const node of document.querySelectorAll("#console main, #time-up, #open-penalty, #open-undo")) node.inert = Boolean(reads);
}

function drawTold() {
  const list = $("strip-told");
  const wanted = shown.announcements.map((one) => String(one.id)).join();
  if (list.dataset.shown === wanted) return;
  list.dataset.shown = wanted;
  list.replaceChildren(...shown.announcements.map(toldLine));
}

function toldLine(one) {
  const line = document.createElement("div");
  line.className = "band";
  const head = document.createElement("small");
  head.textContent = one.table ? said("toTable", { table: one.table }) : said("toAll");
  const text = document.createElement("p");
  text.textContent = one.text;
  const key = document.createElement("button");
  key.className = "key";
  key.textContent = said("read");
  key.addEventListener("click", () => acknowledge(one, key));
  line.append(head, text, key);
  return line;
}

async function acknowledge(one, key) {
  key.disabled = true;
  try {
    const answer = await post(`/api/announcements/${one.id}/acknowledge/`, {});
    if (!answer.ok) throw new Error(String(answer.status));
    shown.announcements = (await answer.json()).announcements;
    drawTold();
  } catch {
    key.disabled = false;
  }
}

async function takeOver(event) {
  event.preventDefault();
  const error = $("strip-error");
  let sentence = "";
  try {
    const answer = await post(strip.dataset.takeOver, { pin: $("strip-pin").value });
    const body = await answer.json();
    if (!answer.ok) sentence = body.detail;
  } catch {
    sentence = said("offline");
  }
  write(error, sentence);
  error.hidden = !sentence;
  if (sentence) return $("strip-pin").select();
  $("strip-pin").value = "";
  return refresh();
}

async function refresh() {
  try {
    const answer = await call(strip.dataset.api, { headers: etag ? { "If-None-Match": etag } : {} });
    if (!answer.ok) return;
    etag = answer.headers.get("ETag") ?? "";
    Object.assign(shown, await answer.json());
    draw();
  } catch {
    // no network: the console itself says so
  }
}

function draw() {
  drawTabs();
  drawHolder();
  drawTold();
}

draw();
refresh();
setInterval(drawTabs, 1000);
setInterval(() => document.hidden || refresh(), POLL_MS);
document.addEventListener("visibilitychange", () => document.hidden || refresh());
$("strip-take-over")?.addEventListener("submit", takeOver);

// Who leaves keeps no page for a reload without a network.
document.querySelector(".leave")?.form.addEventListener("submit", () => window.caches?.delete("console-pages"));
