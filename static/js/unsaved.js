// Asks before a page is left on which something was typed and not sent; the forms say so by data-unsaved.

const forms = [...document.querySelectorAll("form[data-unsaved]")];
const dirty = new Set(forms.filter((form) => form.querySelector(".error")));
let leaving = false;

for (const form of forms) {
  form.addEventListener("input", () => dirty.add(form));
  form.addEventListener("submit", () => { leaving = true; });
}
addEventListener("pageshow", () => { leaving = false; });
addEventListener("beforeunload", (event) => {
  if (dirty.size && !leaving) event.preventDefault();
});
