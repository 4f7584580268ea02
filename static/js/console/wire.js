// The wire: the table interface of one match, and the server's time.

const RETRY_STATUS = new Set([502, 503, 504]);

/** No answer, or an answer that says nothing about the request: try the same again. */
export class NoAnswer extends Error {}

/** Reads and writes one match; `offsetMs` is what to add to this phone's clock to have the server's. */
export class Wire {
  constructor(base, unsent = () => 0) {
    this.base = base;
    this.unsent = unsent;
    this.etag = "";
    this.offsetMs = 0;
    this.bestTripMs = Infinity;
  }

  /** The state where it changed since the last answer, else null. Raises NoAnswer; a problem is `{problem}`. */
  async read() {
    const headers = this.etag ? { "If-None-Match": this.etag } : {};
    const answer = await this.#send(this.base, { headers });
    if (answer.status === 304) return null;
    return this.#understand(answer, true);
  }

  /** Read a part of the match (`table/`). Raises NoAnswer; a problem is `{problem}`. */
  async get(part) {
    return this.#understand(await this.#send(this.base + part, {}), false);
  }

  /** Post a body to a part of the match (`entries/`, `preview/`, `confirm/`). */
  async post(part, body) {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": cookie("csrftoken"), "X-Console": "1" };
    const answer = await this.#send(this.base + part, { method: "POST", headers, body: JSON.stringify(body) });
    return this.#understand(answer, part !== "preview/");
  }

  /** The server's time now, in milliseconds. */
  now() {
    return Date.now() + this.offsetMs;
  }

  async #send(url, options) {
    const sent = Date.now();
    let answer;
    try {
      const signal = AbortSignal.timeout?.(15000);
      const headers = { "X-Unsent": String(this.unsent()), ...options.headers };
      answer = await fetch(url, { credentials: "same-origin", redirect: "error", signal, ...options, headers });
    } catch {
      throw new NoAnswer();
    }
    if (RETRY_STATUS.has(answer.status)) throw new NoAnswer();
    this.#setClock(answer.headers.get("X-Server-Time"), sent, Date.now());
    return answer;
  }

  async #understand(answer, isState) {
    let body;
    try {
      body = await answer.json();
    } catch {
      throw new NoAnswer();
    }
    if (!answer.ok) return { problem: body };
    if (isState) this.etag = answer.headers.get("ETag") ?? "";
    return body;
  }

  /** Keep the offset measured on the quickest trip, but never an old one after a jump of this phone's clock. */
  #setClock(stamp, sent, received) {
    if (!stamp) return;
    const trip = received - sent;
    const offset = Date.parse(stamp) - (sent + received) / 2;
    if (trip <= this.bestTripMs || Math.abs(offset - this.offsetMs) > this.bestTripMs + trip) {
      this.bestTripMs = trip;
      this.offsetMs = offset;
    }
  }
}

/** A random UUID; `crypto.randomUUID` is missing on plain http addresses. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function cookie(name) {
  const found = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}
