// The result page's button: the browser's own print.
document.querySelector("[data-print]")?.addEventListener("click", () => window.print());
