// The choice of a format: only the options of the shape chosen are shown; without this script all of them are.
for (const set of document.querySelectorAll("[data-formats]")) {
  const show = () => {
    const shape = set.querySelector("input[name=shape]:checked")?.value;
    for (const options of set.querySelectorAll("[data-shapes]")) {
      options.hidden = !options.dataset.shapes.split(" ").includes(shape);
    }
    const sizes = set.querySelector("[name=advance_sizes]")?.closest(".field");
    if (sizes) sizes.hidden = set.querySelector("[name=advance]").value !== "sizes";
    const unequal = set.querySelector("[name=unequal]")?.closest(".field");
    if (unequal) unequal.hidden = !(Number(set.querySelector("[name=best]").value) > 0);
  };
  set.addEventListener("change", show);
  show();
}
