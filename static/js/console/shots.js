// Shot clocks: a countdown on this phone only, one tap to start and one to stop. They never penalise.

import { $, el, show, t, write } from "./dom.js";
import { facts } from "./facts.js";

const LAST_S = 5;
const SHOWN_MS = 3000;

export class Shots {
  constructor() {
    this.ends = 0;
    this.told = 0;
    const clocks = Object.entries(facts.shot_clocks);
    const key = ([name, seconds]) =>
      el("button", { type: "button", class: "key", data: { shot: name }, onclick: () => this.#start(name, seconds) }, word(name, seconds));
    $("shot-keys").replaceChildren(...clocks.map(key));
    $("shot-stop").addEventListener("click", () => this.#stop());
    this.wanted = clocks.length > 0;
  }

  draw(state) {
    show($("shots"), this.wanted && ["playing", "last-hand", "tied"].includes(state.status));
  }

  #start(name, seconds) {
    this.#stop();
    this.name = name;
    this.ends = performance.now() + seconds * 1000;
    this.told = LAST_S + 1;
    show($("shot-keys"), false);
    show($("shot-run"), true);
    this.timer = setInterval(() => this.#tick(), 100);
    this.#tick();
  }

  #tick() {
    const ms = this.ends - performance.now();
    const left = Math.max(0, Math.ceil(ms / 1000));
    write($("shot-left"), String(left));
    write($("shot-word"), t(left ? `shot_${this.name}` : "shot_over"));
    $("shot-run").classList.toggle("shot-over", left === 0);
    if (left < this.told && left <= LAST_S) navigator.vibrate?.(left ? 60 : 500);
    this.told = left;
    if (ms < -SHOWN_MS) this.#stop();
  }

  #stop() {
    clearInterval(this.timer);
    show($("shot-run"), false);
    show($("shot-keys"), true);
  }
}

const word = (name, seconds) => t(`shot_start_${name}`, { n: seconds });
