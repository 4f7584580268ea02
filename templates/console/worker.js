// The console without a network: its files and the pages opened before. Records are never touched here.

const VERSION = "{{ version }}";
const FILES = "console-files-" + VERSION;
const PAGES = "console-pages";
const SHELL = {{ shell|safe }};
const WAIT_MS = 5000;
const MATCH = /\/\d+\/$/;
const newer = new Set(); // pages that came with newer files than these
const NOTHING = {{ nothing|safe }};

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (SHELL.includes(url.pathname)) event.respondWith(file(event, url.pathname));
});

async function install() {
  const cache = await caches.open(FILES);
  await cache.addAll(SHELL.map((path) => new Request(path, { cache: "reload" })));
  await self.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith("console-files-") && name !== FILES);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** A page comes from the server (where this phone is not let in any more, those kept go); only where that gives no answer, the one kept, marked with when it was kept. */
async function page(event) {
  const { request } = event;
  const old = await kept(request.url);
  let answer;
  try {
    answer = await fetch(request, old && AbortSignal.timeout ? { signal: AbortSignal.timeout(WAIT_MS) } : {});
  } catch {
    return old ?? nothing();
  }
  const version = answer.headers.get("X-Console-Version");
  const away = answer.type === "opaqueredirect" && MATCH.test(request.url); // a match's page leads elsewhere only to sign in
  if (away || answer.status === 403) await caches.delete(PAGES);
  if (!version || !answer.ok) return answer;
  if (version !== VERSION) {
    newer.add(event.resultingClientId);
    event.waitUntil(self.registration.update());
  }
  event.waitUntil(keep(request.url, answer.clone()).catch(() => null));
  return answer;
}

async function keep(url, answer) {
  const text = await answer.text();
  const [, title] = /<title>([^<]*)</.exec(text) ?? [url, url];
  const headers = new Headers({
    "Content-Type": answer.headers.get("Content-Type"), "X-Kept-At": String(Date.now()), "X-Title": encodeURIComponent(title),
  });
  for (const name of ["Content-Security-Policy", "Content-Language"]) {
    if (answer.headers.has(name)) headers.set(name, answer.headers.get(name));
  }
  const cache = await caches.open(PAGES);
  await cache.put(url, new Response(text, { headers }));
}

async function kept(url) {
  const found = await (await caches.open(PAGES)).match(url);
  if (!found) return null;
  const text = await found.text();
  return new Response(text.replace("<html", `<html data-kept="${found.headers.get("X-Kept-At")}"`), { headers: found.headers });
}

async function nothing() {
  const cache = await caches.open(PAGES);
  const link = async (request) => {
    const page = await cache.match(request);
    return `<li><a href="${request.url}">${decodeURIComponent(page.headers.get("X-Title"))}</a></li>`;
  };
  const links = (await Promise.all((await cache.keys()).map(link))).join("");
  const body = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${NOTHING.title}</title>
<style>body{font:1.125rem/1.5 sans-serif;margin:16px}a{display:inline-block;padding:16px 0}</style>
<h1>${NOTHING.title}</h1><p>${NOTHING.text}</p><ul>${links}</ul>`;
  return new Response(body, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** A file of the page: these ones, unless the page came with newer ones. */
async function file(event, path) {
  if (newer.has(event.clientId)) {
    try {
      return await fetch(event.request);
    } catch {
      return (await caches.match(path)) ?? Response.error();
    }
  }
  return (await (await caches.open(FILES)).match(path)) ?? fetch(event.request);
}
