// The rules to look up at the table: folded up by part, cut to the sentences that hold what is typed.

import { $, open, show } from "./dom.js";

const bare = (text) => text.toLowerCase().replace(/\s+/g, "");

export class Lookup {
  constructor() {
    this.parts = [...$("rules-found").querySelectorAll(".rules-part")];
    $("open-rules").addEventListener("click", () => this.#open());
    $("rules-search").addEventListener("input", () => this.#narrow());
  }

  #open() {
    $("dialog-menu").close();
    $("rules-search").value = "";
    this.#narrow();
    open($("dialog-rules"));
  }

  #narrow() {
    const wanted = bare($("rules-search").value);
    const found = this.parts.filter((part) => narrowed(part, wanted));
    show($("rules-none"), !found.length);
  }
}

/** Show the sentences of a part that hold the words, and the part if any does; without words all, folded up. */
function narrowed(part, wanted) {
  const whole = bare(part.querySelector("summary").textContent).includes(wanted);
  const lines = [...part.querySelectorAll("li")];
  for (const line of lines) show(line, whole || bare(line.textContent).includes(wanted));
  const holds = lines.some((line) => !line.hidden);
  show(part, holds);
  part.open = Boolean(wanted) && holds;
  return holds;
}
