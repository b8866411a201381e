/* The map editor: taps without reloading, pins that can be dragged, arrow keys that move them. Without this script the sheet is a picture that
   sends its form, and every pin a link. */
(() => {
  "use strict";
  const FAR = 6;
  const STEP = 5;
  const REACH = 18;
  let drag = null;
  let keyed = null;

  const form = () => document.getElementById("tap");
  const post = (address, values) => htmx.ajax("POST", address, { source: form(), target: "#editor", swap: "morph:outerHTML", values });
  const change = () => form().action.replace(/tap$/, "change");
  const place = (code, x, y) => {
    const height = Number(document.querySelector(".sheet svg").dataset.height);
    const within = (n, most) => Math.max(0, Math.min(most, Math.round(n)));
    post(change(), { do: "place", pick: code, x: within(x, 1000), y: within(y, height) });
  };
  const units = (event, tap) => {
    const box = tap.getBoundingClientRect();
    return { x: ((event.clientX - box.left) / box.width) * 1000, y: ((event.clientY - box.top) / box.width) * 1000, scale: 1000 / box.width };
  };
  const shift = (pin, x, y) => pin.firstElementChild.setAttribute("transform", `translate(${x} ${y})`);

  document.addEventListener("click", (event) => {
    const tap = event.target.closest("#tap .tap");
    if (!tap || event.detail === 0) return;
    event.preventDefault();
    if (drag?.moved) { drag = null; return; }
    drag = null;
    const box = tap.getBoundingClientRect();
    const name = `s${Math.round(box.width)}`;
    post(form().action, { [`${name}.x`]: Math.max(1, Math.round(event.clientX - box.left)), [`${name}.y`]: Math.max(1, Math.round(event.clientY - box.top)) });
  });

  document.addEventListener("pointerdown", (event) => {
    const tap = event.target.closest("#tap .tap");
    if (!tap || event.pointerType === "touch" || event.button !== 0) return;
    const at = units(event, tap);
    const pins = [...document.querySelectorAll(".marks a")].map((pin) => ({ pin, away: Math.hypot(pin.dataset.x - at.x, pin.dataset.y - at.y) }));
    const nearest = pins.sort((a, b) => a.away - b.away)[0];
    if (nearest && nearest.away <= REACH * at.scale) drag = { pin: nearest.pin, tap, x: event.clientX, y: event.clientY, moved: false };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || !event.buttons) return;
    drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR;
    if (!drag.moved) return;
    const at = units(event, drag.tap);
    drag.pin.classList.add("dragged");
    shift(drag.pin, at.x, at.y);
  });
  document.addEventListener("pointerup", (event) => {
    if (!drag?.moved) return;
    const at = units(event, drag.tap);
    place(drag.pin.dataset.pick, at.x, at.y);
    setTimeout(() => { drag = null; });
  });
  document.addEventListener("dragstart", (event) => { if (event.target.closest(".sheet")) event.preventDefault(); });

  document.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key];
    const pin = event.target.closest?.(".marks a");
    if (!by || !pin) return;
    event.preventDefault();
    if (keyed?.pin !== pin) keyed = { pin, x: Number(pin.dataset.x), y: Number(pin.dataset.y) };
    keyed.x += by[0];
    keyed.y += by[1];
    shift(pin, keyed.x, keyed.y);
    clearTimeout(keyed.timer);
    const last = keyed;
    keyed.timer = setTimeout(() => { place(pin.dataset.pick, last.x, last.y); keyed = null; }, 500);
  });

  /* What a tap does is said at once, not only after the next tap. */
  document.addEventListener("change", (event) => {
    if (event.target.name !== "mode" || !event.target.closest("#tap")) return;
    const pick = form().elements.pick.value;
    const there = `${location.pathname}?mode=${event.target.value}${pick ? `&pick=${encodeURIComponent(pick)}` : ""}`;
    htmx.ajax("GET", there, { target: "#editor", swap: "morph:outerHTML" });
  });
})();
