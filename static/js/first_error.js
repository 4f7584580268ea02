// A form that came back goes to its first wrong field, or to what went wrong; what a decision would change, to that.

const field = document.querySelector("main [aria-invalid=true]:not([type=hidden])");
const place = field ?? document.querySelector("main .error[role=alert], #impact");

if (place) {
  if (!field) place.tabIndex = -1;
  place.closest("details")?.setAttribute("open", "");
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: place.id === "impact" ? "start" : "center" });
}
