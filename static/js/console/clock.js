// The match clock: computed from the deadline and the server's time, never counted down by itself.

import { $, show, t, write } from "./dom.js";

/** Milliseconds left (negative past the end), or null where there is no limit or it does not run. */
export function leftMs(clock, nowMs) {
  if (clock.state === "none") return null;
  const running = clock.state === "running" || clock.state === "over";
  if (running && clock.deadline) return Date.parse(clock.deadline) - nowMs;
  return clock.seconds_left === null ? null : clock.seconds_left * 1000;
}

/** 41:20, or +3:05 past the end. */
export function clockText(ms) {
  if (ms === null) return "–:––";
  const seconds = ms < 0 ? Math.floor(-ms / 1000) : Math.ceil(ms / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return ms < 0 ? `+${text}` : text;
}

const SIGNAL_MS = 5 * 60_000;

/** True in the last minutes before the end. */
function isNear(clock, ms) {
  return clock.state === "running" && ms !== null && ms > 0 && ms <= SIGNAL_MS;
}

/** Keep the clock, the question at its end and the sign of a frozen screen up to date. */
export function startClock(desk) {
  let signalled = "";
  const signal = (state, ms) => {
    const near = isNear(state.clock, ms) && state.status === "playing";
    show($("time-near"), near);
    if (near) write($("time-near-text"), t("time_near", { n: Math.ceil(ms / 60_000) }));
    const over = state.status === "playing" && isOver(state.clock, ms);
    const now = over ? "over" : near ? "near" : "";
    if (now && now !== signalled) navigator.vibrate?.(over ? [400, 200, 400] : 300);
    signalled = now;
  };
  const tick = () => {
    const { state } = desk;
    const ms = leftMs(state.clock, desk.wire.now());
    const over = ["finished", "confirmed", "verified", "awaiting"].includes(state.status);
    signal(state, ms);
    write($("clock"), over ? "" : clockText(ms));
    $("clock").classList.toggle("clock-over", ms !== null && ms <= 0);
    write($("clock-word"), clockWord(state));
    show($("time-up"), state.status === "playing" && isOver(state.clock, ms));
    const frozen = desk.frozenSeconds();
    write($("frozen"), frozen ? t("frozen", { n: frozen }) : "");
    show($("frozen"), frozen > 0);
  };
  tick();
  setInterval(tick, 250);
  desk.onState(tick);
}

function isOver(clock, ms) {
  return clock.state !== "paused" && clock.state !== "not-started" && ms !== null && ms <= 0;
}

function clockWord(state) {
  if (state.status === "last-hand") return t("last_hand");
  const words = { paused: "paused", none: "no_limit", "not-started": "not_started" };
  return words[state.clock.state] ? t(words[state.clock.state]) : "";
}
