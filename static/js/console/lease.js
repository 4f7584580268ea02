// One at a time across all pages of this browser: Web Locks where there are any, else a lease in its storage.

import { newId } from "./wire.js";

const NAME = "console:lease";
const LEASE_MS = 20000;
const SETTLE_MS = 60;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Do the work unless another page is at it; true where it was done. The server counts an entry once all the same. */
export async function alone(work) {
  if (navigator.locks) {
    return navigator.locks.request(NAME, { ifAvailable: true }, async (lock) => lock !== null && (await work(), true));
  }
  const mine = newId();
  if (isHeld(read())) return false;
  localStorage.setItem(NAME, JSON.stringify({ by: mine, until: Date.now() + LEASE_MS }));
  await pause(SETTLE_MS);
  if (read()?.by !== mine) return false;
  try {
    await work();
  } finally {
    if (read()?.by === mine) localStorage.removeItem(NAME);
  }
  return true;
}

/** A lease that ends too far ahead was given before this phone's clock was put back. */
function isHeld(lease) {
  const left = (lease?.until ?? 0) - Date.now();
  return left > 0 && left <= LEASE_MS;
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(NAME));
  } catch {
    return null;
  }
}
