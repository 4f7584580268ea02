// What the server last told of each match, kept so that a page opened without a network knows where it stood.

const PREFIX = "console:known:";
const KEPT = 8;

/** When the page was kept, in milliseconds, where it does not come from the server just now; else 0. */
export const keptAt = () => Number(document.documentElement.dataset.kept ?? 0);

/** Keep the state, the table of the next hand and the difference of the clocks; the oldest matches go. */
export function remember(base, state, table, offsetMs) {
  try {
    localStorage.setItem(PREFIX + base, JSON.stringify({ state, table, offsetMs, at: Date.now() }));
    const others = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    if (others.length <= KEPT) return;
    const oldest = others.map((key) => [read(key)?.at ?? 0, key]).sort(([one], [two]) => one - two);
    for (const [, key] of oldest.slice(0, others.length - KEPT)) localStorage.removeItem(key);
  } catch {
    return; // full or forbidden: then a reload needs the network
  }
}

/** What was kept of a match: `{state, table, offsetMs, at}`, or null. */
export const recall = (base) => read(PREFIX + base);

function read(key) {
  try {
    const found = JSON.parse(localStorage.getItem(key));
    return found?.state && typeof found.at === "number" ? found : null;
  } catch {
    return null;
  }
}
