// What an unsent entry does to the match clock.

/** Start, stop or lengthen the clock as the entry says. */
export function tick({ clock }, { type, payload }) {
  TICKS[type]?.(clock, payload);
}

const TICKS = {
  start(clock, { at }) {
    if (clock.state === "not-started") Object.assign(clock, { state: "running", deadline: later(at, clock.seconds_left) });
  },
  pause(clock, { at }) {
    if (!clock.deadline) return;
    const left = Math.max(0, (Date.parse(clock.deadline) - Date.parse(at)) / 1000);
    Object.assign(clock, { state: "paused", deadline: null, seconds_left: left });
  },
  resume(clock, { at }) {
    if (clock.state === "paused") Object.assign(clock, { state: "running", deadline: later(at, clock.seconds_left) });
  },
  extend(clock, { minutes }) {
    if (clock.deadline) clock.deadline = later(clock.deadline, minutes * 60);
    else if (clock.seconds_left !== null) clock.seconds_left += minutes * 60;
  },
  "time-up"(clock) {
    clock.state = "over";
  },
};

const later = (at, seconds) => new Date(Date.parse(at) + seconds * 1000).toISOString();
