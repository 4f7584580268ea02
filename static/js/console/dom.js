// Small helpers for the page: find, build, show; and the words that scripts put together.

const words = JSON.parse(document.getElementById("words").textContent);

/** The word of `key` with `{name}` filled in; `fallback` (or the key) where there is none. */
export function t(key, params = {}, fallback = key) {
  return fill(key in words ? words[key] : fallback, params);
}

/** A text with `{name}` filled in; a name without a value stays. */
export const fill = (text, params) => text.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole));

export const $ = (id) => document.getElementById(id);

/** Build an element: properties by name, `class`, `data` and `attrs` besides; children are nodes or texts. */
export function el(tag, { class: names, data, attrs, ...props } = {}, ...children) {
  const node = Object.assign(document.createElement(tag), props);
  if (names) node.className = names;
  Object.assign(node.dataset, data);
  for (const [name, value] of Object.entries(attrs ?? {})) node.setAttribute(name, value);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Show or hide. */
export function show(node, visible) {
  node.hidden = !visible;
}

/** Write a text only where it differs, so that screen readers are not disturbed. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** The value of the chosen radio of a name inside a node, or "". */
export function chosen(node, name) {
  return node.querySelector(`input[name="${name}"]:checked`)?.value ?? "";
}

/** Choose the radio of a value. */
export function choose(node, name, value) {
  for (const input of node.querySelectorAll(`input[name="${name}"]`)) input.checked = input.value === value;
}

/** A radio as a large key. */
export function radio(name, value, label, checked = false) {
  return el("label", {}, el("input", { type: "radio", name, value, checked }), el("span", {}, label));
}

/** Show a dialog; the way back is its own button or Escape. */
export function open(dialog) {
  if (!dialog.open) dialog.showModal();
}

/** Show a sentence in the form's error line, or clear it. */
export function complain(form, sentence = "") {
  const line = form.querySelector(".error");
  write(line, sentence);
  show(line, Boolean(sentence));
  if (sentence) line.scrollIntoView({ block: "nearest" });
}
