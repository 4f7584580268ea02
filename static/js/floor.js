// The page of the hall: it is not renewed under somebody who is just choosing a table.
document.body.addEventListener("htmx:beforeRequest", (event) => {
  const chosen = document.activeElement;
  if (event.target.id === "floor" && chosen instanceof HTMLSelectElement && event.target.contains(chosen)) event.preventDefault();
});
