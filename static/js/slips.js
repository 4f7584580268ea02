// Paper slips: enter goes to the next team, or back to the search that found this one; a number that is wrong or written twice shows at once.

const form = document.getElementById("slips");
const inputs = form ? [...form.querySelectorAll("input[name^='n-']")] : [];
const most = Number(form?.dataset.count ?? 0);

function check() {
  const holders = new Map();
  for (const input of inputs) {
    const number = input.value.trim();
    if (number) holders.set(number, (holders.get(number) ?? 0) + 1);
  }
  for (const input of inputs) {
    const text = input.value.trim();
    const right = /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= most;
    const error = !text ? "" : !right ? form.dataset.wrong : holders.get(text) > 1 ? form.dataset.twice : "";
    input.setAttribute("aria-invalid", String(error !== ""));
    document.getElementById(`e-${input.id.slice(2)}`).textContent = error;
  }
}

form?.addEventListener("input", check);
form?.addEventListener("keydown", (event) => {
  const shown = inputs.filter((input) => !input.closest("tr").hidden);
  const at = shown.indexOf(event.target);
  if (at < 0 || !["Enter", "ArrowDown", "ArrowUp"].includes(event.key)) return;
  const searched = document.getElementById("find");
  if (event.key === "Enter" && searched?.value) {
    event.preventDefault();
    searched.focus();
    searched.select();
    return;
  }
  const next = shown[at + (event.key === "ArrowUp" ? -1 : 1)];
  if (event.key === "Enter" || next) event.preventDefault();
  (next ?? (event.key === "Enter" ? form.elements.present : null))?.focus();
  next?.select();
});
