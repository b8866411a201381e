/* Live pages. Every two seconds, while somebody looks, the page's pulse asks whether its event has a newer version; only then do the
   regions fetch themselves. A region with a half-typed form waits until the form is sent or cleared. */
(() => {
  "use strict";
  const BEAT = 2000;
  let good = Date.now();
  let failed = 0;

  const pulse = () => document.getElementById("pulse");
  const beat = () => {
    show();
    const element = pulse();
    if (element && !document.hidden) element.dispatchEvent(new Event("banneret:beat"));
  };
  const schedule = () => setTimeout(() => { beat(); schedule(); }, (failed ? Math.min(failed, 8) : 1) * BEAT * (0.9 + Math.random() / 5));

  const show = () => {
    const mark = document.querySelector("[data-live]");
    if (!mark) return;
    const age = Math.round((Date.now() - good) / 1000);
    mark.hidden = false;
    mark.classList.toggle("late", failed > 0 && age < 60);
    mark.classList.toggle("off", failed > 0 && age >= 60);
    const clock = new Date(good).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const words = failed === 0 ? "Live" : age < 60 ? `Updated ${age} s ago` : `Offline, showing ${clock}`;
    if (mark.textContent !== words) mark.textContent = words;
  };

  const say = () => {
    const sentences = [...document.querySelectorAll("#pulse [data-news]")].map((n) => n.textContent);
    const news = document.getElementById("news");
    if (news && sentences.length) news.textContent = sentences.join(" ");
  };

  const dirty = (region) => region.querySelector("form[data-dirty]");
  const look = () => document.body.dispatchEvent(new Event("banneret:changed"));

  document.addEventListener("input", (event) => event.target.form && event.target.form.setAttribute("data-dirty", ""));
  for (const over of ["reset", "submit"]) {
    document.addEventListener(over, (event) => {
      if (!event.target.hasAttribute("data-dirty")) return;
      event.target.removeAttribute("data-dirty");
      if (over === "reset") setTimeout(look);
    });
  }
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, requestConfig } = event.detail;
    if (requestConfig.verb === "get" && target.matches("[data-region]") && dirty(target)) event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSwap", (event) => { if (event.detail.target?.id === "pulse") { say(); show(); } });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt.id !== "pulse") return;
    const status = event.detail.xhr.status;
    if (status === 200 || status === 204) { good = Date.now(); failed = 0; } else failed += 1;
    show();
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) beat(); });
  window.addEventListener("online", beat);
  /* A page kept by the browser after sign-out must not come back with Back. */
  window.addEventListener("pageshow", (event) => { if (event.persisted && document.querySelector("[data-private]")) location.reload(); });
  /* On a phone the tabs scroll: the one of this page is in sight. */
  const seen = () => { const tab = document.querySelector(".tabs [aria-current]"); if (tab) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft - 64; };
  document.addEventListener("DOMContentLoaded", () => { seen(); show(); schedule(); });
})();
