// Cards of the schedule dragged (mouse, pen, touch) or carried by the keyboard; the server says what would clash
// before anything is dropped. Without this script a card is a link to the form that moves it.

const LONG_PRESS_MS = 350; // a finger that rests picks a card up
const board = document.getElementById("board");
const words = board ? board.dataset : {};
let carried = null; // {card, match, from, cell, asked, answer, keyboard}
let pressed = null; // {card, x, y, id, pointer}: a press that may become a drag

const find = (id) => document.getElementById(id);
const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, key) => facts[key] ?? "");
const cellOf = (node) => node?.closest?.("#grid td") ?? null;
const titleOf = (card) => [...card.querySelectorAll("small:first-child, span")].map((one) => one.textContent).join(" ");

function spotOf(cell) {
  return { table: cell.dataset.table, starts_at: cell.parentElement.dataset.start };
}

function whereOf(cell) {
  const head = find("grid").tHead.rows[0].cells[cell.cellIndex];
  return `${head.firstChild.textContent} ${cell.parentElement.dataset.start.slice(5).replace("T", " ")}`;
}

function say(sentences, { bad = false, ask = null } = {}) {
  const panel = find("drop-panel");
  const live = find("drop-live");
  if (!panel) return;
  live.replaceChildren(...sentences.map((sentence) => Object.assign(document.createElement("p"), { textContent: sentence })));
  panel.hidden = sentences.length === 0;
  panel.classList.toggle("bad", bad);
  panel.classList.toggle("asking", Boolean(ask));
  const actions = panel.querySelector(".drop-actions");
  actions.hidden = !ask;
  if (ask) {
    actions.querySelector("[data-do=swap]").hidden = !ask.swap;
    actions.querySelector("button:not([hidden])").focus();
  }
}

function otherIn(cell) {
  const others = [...cell.querySelectorAll("a.match-card:not(.begun)")].filter((card) => card !== carried.card);
  return others.length === 1 && cell.querySelectorAll(".match-card").length === 1 ? others[0].dataset.match : "";
}

async function check(cell) {
  const other = cell === carried.from ? "" : otherIn(cell);
  const query = new URLSearchParams({ ...spotOf(cell), ...(other && { other }) });
  const answer = await fetch(`${words.move}${carried.match}/check/?${query}`, { headers: { Accept: "application/json" } });
  if (answer.redirected || ![200, 400, 409].includes(answer.status)) throw new Error(String(answer.status));
  return { ...(await answer.json()), other };
}

function unmark() {
  for (const one of board.querySelectorAll(".target, .against")) one.classList.remove("target", "bad", "against");
}

function aim(cell) {
  if (!carried || !cell || cell === carried.cell) return;
  unmark();
  carried.cell = cell;
  cell.classList.add("target");
  if (carried.keyboard) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  clearTimeout(carried.timer);
  carried.asked = new Promise((resolve) => { carried.answer = resolve; });
  const mine = carried;
  carried.timer = setTimeout(() => ask(mine, cell), 120);
}

async function ask(mine, cell) {
  let found;
  try {
    found = await check(cell);
  } catch {
    found = { sentences: [words.unreachable], matches: [], failed: true };
  }
  if (carried !== mine || mine.cell !== cell) return;
  mine.answer(found);
  const bad = found.sentences.length > 0;
  cell.classList.toggle("bad", bad);
  for (const pk of found.matches ?? []) find(`match-${pk}`)?.classList.add("against");
  carried.card.classList.remove("against");
  say([fill(bad ? words.taken : words.free, { where: whereOf(cell) }), ...found.sentences], { bad });
}

function pickUp(card, keyboard) {
  if (card.classList.contains("begun")) {
    say([words.begun], { bad: true });
    return;
  }
  carried = { card, match: card.dataset.match, from: cellOf(card), cell: cellOf(card), keyboard, asked: null };
  card.classList.add("picked");
  say([fill(words.picked, { title: titleOf(card) })]);
}

function putBack(sentence) {
  if (!carried) return;
  const { card, timer } = carried;
  clearTimeout(timer);
  carried = null;
  unmark();
  card.classList.remove("picked");
  card.focus();
  say(sentence ? [sentence] : []);
}

async function drop() {
  if (!carried.asked || carried.cell === carried.from) return putBack(words.back);
  const mine = carried;
  say([words.checking]);
  const found = await mine.asked;
  if (carried !== mine) return undefined;
  if (found.failed) return putBack(words.unreachable);
  if (found.sentences.length === 0) return send(`${mine.match}/`, spotOf(mine.cell));
  mine.found = found;
  const canSwap = found.swap !== undefined && found.swap !== null;
  const swapped = canSwap ? [words.swapped, ...(found.swap.length ? found.swap : [words.noClash])] : [];
  return say([words.asked, ...found.sentences, ...swapped], { bad: true, ask: { swap: canSwap } });
}

async function send(path, values) {
  const mine = carried;
  const body = new URLSearchParams({ ...values, csrfmiddlewaretoken: find("drop-form").elements.csrfmiddlewaretoken.value });
  try {
    const answer = await fetch(`${words.move}${path}${location.search}`, { method: "POST", body, headers: { "HX-Request": "true" } });
    const text = await answer.text();
    if (answer.ok && !answer.redirected) return show(text, mine.match);
    const page = new DOMParser().parseFromString(text, "text/html");
    const said = [...page.querySelectorAll(".error")].map((one) => one.textContent.trim()).filter(Boolean);
    return putBack(said.join(" ") || words.unreachable);
  } catch {
    return putBack(words.unreachable);
  }
}

function show(html, match) {
  const old = board.querySelector(".grid-scroll");
  const [left, top] = [old?.scrollLeft ?? 0, old?.scrollTop ?? 0];
  carried = null;
  board.innerHTML = html;
  board.querySelector(".grid-scroll")?.scrollTo(left, top);
  const card = find(`match-${match}`);
  card?.focus({ preventScroll: false });
  const said = [...board.querySelectorAll(".message")].map((one) => one.textContent);
  say(said);
  setTimeout(() => { if (!carried) say([]); }, 4000);
}

function step(dx, dy) {
  const row = carried.cell.parentElement;
  const rows = find("grid").tBodies[0].rows;
  const next = rows[row.sectionRowIndex + dy];
  const cell = next?.cells[carried.cell.cellIndex + dx];
  if (cell && cell.tagName === "TD") aim(cell);
}

function look(card, dx, dy) {
  let cell = cellOf(card);
  const rows = find("grid").tBodies[0].rows;
  for (;;) {
    const row = rows[cell.parentElement.sectionRowIndex + dy];
    cell = row?.cells[cell.cellIndex + dx];
    if (!cell || cell.tagName !== "TD") return;
    const found = cell.querySelector("a.match-card");
    if (found) return void found.focus();
  }
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function onKey(event) {
  if (event.key === "Escape" && carried) {
    event.preventDefault();
    return putBack(words.back);
  }
  const card = event.target.closest?.("a.match-card");
  if (!card || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  if (event.key === " " && !carried) {
    event.preventDefault();
    return pickUp(card, true);
  }
  if (carried && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    return void drop();
  }
  if (event.key in ARROWS) {
    event.preventDefault();
    if (carried) step(...ARROWS[event.key]);
    else look(card, ...ARROWS[event.key]);
  }
  return undefined;
}

function onDown(event) {
  const card = event.target.closest("a.match-card");
  if (!card || card.classList.contains("begun") || event.button !== 0 || carried) return;
  pressed = { card, x: event.clientX, y: event.clientY, id: event.pointerId, touch: event.pointerType === "touch" };
  if (pressed.touch) pressed.timer = setTimeout(() => pickUp(card, false), LONG_PRESS_MS);
}

function onMove(event) {
  if (pressed && event.pointerId === pressed.id && !carried) {
    if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < 8) return;
    if (pressed.touch) return void release(); // a finger that moves at once scrolls
    pickUp(pressed.card, false);
    board.setPointerCapture?.(event.pointerId);
  }
  if (!carried || carried.keyboard || carried.found || !pressed) return;
  event.preventDefault();
  aim(cellOf(document.elementFromPoint(event.clientX, event.clientY)));
  nudge(event);
}

function nudge(event) {
  const scroll = board.querySelector(".grid-scroll");
  const box = scroll.getBoundingClientRect();
  const push = (at, low, high) => (at < low + 40 ? -16 : at > high - 40 ? 16 : 0);
  scroll.scrollBy(push(event.clientX, box.left, box.right), push(event.clientY, box.top, Math.min(box.bottom, innerHeight)));
}

function release() {
  clearTimeout(pressed?.timer);
  pressed = null;
}

function onUp(event) {
  if (!pressed || event.pointerId !== pressed.id) return;
  const dragged = carried && !carried.keyboard;
  release();
  if (!dragged) return;
  board.dataset.dragged = "yes";
  setTimeout(() => delete board.dataset.dragged, 0);
  if (event.type === "pointercancel") putBack(words.back);
  else void drop();
}

function onClick(event) {
  if (board.dataset.dragged && event.target.closest("a.match-card")) event.preventDefault();
  const button = event.target.closest("[data-do]");
  if (!button || !carried) return;
  const { found, match, cell } = carried;
  if (button.dataset.do === "cancel") putBack(words.back);
  else if (button.dataset.do === "swap") void send(`${match}/swap/`, { other: found.other, anyway: "on" });
  else void send(`${match}/`, { ...spotOf(cell), anyway: "on" });
}

if (board) {
  board.addEventListener("keydown", onKey);
  board.addEventListener("pointerdown", onDown);
  addEventListener("pointermove", onMove, { passive: false });
  addEventListener("pointerup", onUp);
  addEventListener("pointercancel", onUp);
  board.addEventListener("click", onClick);
  board.addEventListener("dragstart", (event) => event.preventDefault());
  board.addEventListener("contextmenu", (event) => carried && !carried.keyboard && event.preventDefault());
  board.addEventListener("touchmove", (event) => carried && !carried.keyboard && event.preventDefault(), { passive: false });
}
