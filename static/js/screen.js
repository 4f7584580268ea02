// What the pages with a script of their own share: their parts by name, words with facts in them, one page of many.

/** The elements whose ids are these names behind a prefix; null for one that is not there. */
export function parts(prefix, ...names) {
  return Object.fromEntries(names.map((name) => [name, document.getElementById(prefix + name)]));
}

/** The text with its {names} replaced by facts. */
export function fill(text, facts) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
}

/** Shows this page and hides the others. */
export function showOnly(pages, at) {
  pages.forEach((page, number) => { page.hidden = number !== at; });
}
