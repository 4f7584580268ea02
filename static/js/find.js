// A long table's rows cut to those that carry what is typed: in their words, or in the pinyin their data-pinyin gives.

const bar = document.querySelector("[data-find]");
const rows = bar ? [...document.querySelectorAll(`${bar.dataset.find} > tr`)] : [];
const input = bar?.querySelector("input");
const none = bar?.querySelector("[data-none]");
const bare = (text) => text.toLowerCase().replaceAll(" ", "");

const known = rows.map((row) => {
  const syllables = (row.dataset.pinyin ?? "").split(" ");
  return { row, words: bare(row.textContent), pinyin: syllables.join(""), initials: syllables.map((one) => one[0] ?? "").join("") };
});

function narrow() {
  const wanted = bare(input.value);
  const latin = /^[a-z]+$/.test(wanted);
  let shown = 0;
  for (const { row, words, pinyin, initials } of known) {
    row.hidden = !words.includes(wanted) && !(latin && (pinyin.startsWith(wanted) || initials.startsWith(wanted)));
    shown += row.hidden ? 0 : 1;
  }
  none.hidden = shown > 0;
}

if (input) {
  bar.hidden = false;
  input.addEventListener("input", (event) => {
    event.stopPropagation(); // no answer of the form it may stand in
    narrow();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      input.value = "";
      narrow();
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    const first = known.find(({ row }) => !row.hidden)?.row.querySelector("input:not([type=hidden], [readonly]), a, button");
    first?.focus();
    first?.select?.();
  });
  narrow();
}
