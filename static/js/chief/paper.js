// A paper sheet by keyboard: Enter goes to the next row, every change settles the grid anew, nothing is saved by itself.
const form = document.querySelector("#paper");
const WAIT_MS = 350;
let timer = 0, asked = 0;

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("input:not([type=checkbox]), select")) return;
  event.preventDefault();
  const rows = [...form.querySelectorAll("tbody tr")], here = event.target.closest("tbody tr");
  rows[here ? rows.indexOf(here) + 1 : 0]?.querySelector("[data-first]")?.focus();
});

async function settle() {
  const mine = ++asked, body = new FormData(form);
  body.set("step", "preview");
  const answer = await fetch(location.href, { method: "POST", body });
  if (!answer.ok || mine !== asked) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const tables = [...form.querySelectorAll("tbody")]; // the hands, then the penalties
  for (const [at, body] of [...fresh.querySelectorAll("#paper tbody")].entries()) {
    for (const cell of body.querySelectorAll("[data-settled]")) {
      const old = tables[at].querySelector(`[data-settled="${cell.dataset.settled}"]`);
      if (old) { old.replaceChildren(...cell.childNodes); old.closest("tr").className = cell.closest("tr").className; }
      else tables[at].append(cell.closest("tr"));
    }
  }
  form.querySelector("#paper-end").replaceChildren(...fresh.querySelector("#paper-end").childNodes);
}

form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(() => settle().catch(() => {}), WAIT_MS); });
