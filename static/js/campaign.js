/* The campaign's pages: a tapped province is read in its panel, hatching stays as chosen, clocks count down. Without this script the
   province is a link, hatching a checkbox, and the clock stands still. */
(() => {
  "use strict";
  const hatch = () => document.getElementById("hatch");

  const settle = () => {
    const panel = document.getElementById("province");
    if (panel) for (const link of document.querySelectorAll(".provs a")) {
      if (link.dataset.code === panel.dataset.code) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    if (hatch()) hatch().checked = sessionStorage.getItem("hatch") === "on";
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest(".provs a");
    if (!link?.dataset.part || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    htmx.ajax("GET", link.dataset.part, { target: "#province", swap: "outerHTML" });
    history.replaceState(null, "", link.getAttribute("href").split("#")[0]);
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "hatch") sessionStorage.setItem("hatch", event.target.checked ? "on" : "off");
  });
  document.addEventListener("htmx:afterSettle", settle);

  const tick = () => {
    for (const clock of document.querySelectorAll("[data-until]")) {
      const left = Math.round((new Date(clock.dataset.until) - Date.now()) / 1000);
      const two = (n) => String(n % 60).padStart(2, "0");
      clock.textContent = left > 0 ? `${Math.floor(left / 3600)}:${two(Math.floor(left / 60))}:${two(left)}` : "time is up";
    }
  };
  document.addEventListener("DOMContentLoaded", () => { settle(); setInterval(tick, 1000); });
})();
