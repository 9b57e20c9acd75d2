// Keyboard shortcuts. A control has its key in aria-keyshortcuts, and the key presses the control. So every key has a button or a link.
// A control in a row (data-row) reacts only while its row has the focus.
"use strict";

(() => {
  const ROW = "[data-row]";
  const LEADS = 'a[href][aria-keyshortcuts~="ArrowRight"]'; // the link of a row: if the row is selected, this link has the focus
  const WRITTEN_IN = "input, select, textarea, [contenteditable]";

  const sheet = document.getElementById("sheet");
  const announcer = document.getElementById("announcer");
  const off = document.body.dataset.keys === "off"; // whether the visitor has turned off letter keys, which are easy to press by mistake
  let last = null; // the last row that had the focus; j and k move on from this row
  let waiting = []; // keys pressed while an act is being sent; they apply to the new content

  const sending = () => document.querySelector("main").getAttribute("aria-busy") === "true";
  const rows = () => [...document.querySelectorAll(ROW)].filter((each) => each.checkVisibility());
  const inHand = () => document.activeElement.closest(ROW);
  // The row of the finding in the panel, if the focus is in the panel and the finding is loaded.
  const panelRow = () => {
    const number = document.activeElement.closest("[data-shows]:not(:has([inert]))")?.dataset.shows;
    return number ? document.querySelector(`[data-row="${CSS.escape(number)}"]`) : null;
  };
  const usable = (each) =>
    each.checkVisibility({ visibilityProperty: true }) && !each.disabled && !each.closest("[inert]") && each.getAttribute("aria-disabled") !== "true";
  const controlsOf = (name) => {
    const around = document.querySelector("dialog[open]") || document;
    return [...around.querySelectorAll(`[aria-keyshortcuts~="${CSS.escape(name)}"]`)];
  };

  // The open list of reasons around the focus.
  const openReasons = () => document.activeElement.closest("details[open]:has(> summary[aria-keyshortcuts])");

  // The nearest control for a key: in the open reasons, in the row with the focus, or on the page outside all rows. While the panel has
  // the focus, the row offers only its checkbox; the panel has the acts.
  const nearest = (name) => {
    const reasons = openReasons();
    // While a list of reasons is open, no key does another act.
    const found = controlsOf(name).filter((each) => usable(each) && (!reasons || reasons.contains(each) || !each.form));
    for (const around of [reasons, inHand()]) {
      const inside = found.find((each) => around && around.contains(each));
      if (inside) return inside;
    }
    return found.find((each) => !each.closest(ROW)) || found.find((each) => each.matches("input") && panelRow()?.contains(each));
  };

  const hold = (row) => {
    (row.querySelector(LEADS) || row.querySelector("a[href], button, summary")).focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  };

  const walk = (by) => {
    const all = rows();
    const at = all.indexOf(inHand() || panelRow() || last);
    const next = all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)];
    if (next) hold(next);
  };

  const press = (name) => {
    const control = name === "Enter" ? document.activeElement : nearest(name);
    if (!control) {
      if (rows().length && controlsOf(name).some((each) => each.closest(ROW))) announcer.textContent = "No row is selected. Press j to go to the first row.";
    } else if (control.matches("input:not([type=checkbox]), select, textarea")) {
      control.focus();
      if (control.select) control.select();
    } else {
      control.click();
      if (control.matches("input") && !inHand()) announcer.textContent = `${control.ariaLabel}: ${control.checked ? "selected" : "not selected"}.`;
      // The list of reasons gets the focus, but no reason does: a digit chooses one, and Escape closes the list.
      if (control.matches("summary")) control.focus();
    }
  };

  // Keys that write a character. The space bar is not one of them: it presses buttons, as Enter does.
  const written = (event) => event.key.length === 1 && event.key !== " ";

  const named = (event) => {
    if (event.key.length === 1) return event.shiftKey ? event.key : event.key.toLowerCase(); // also with Caps Lock
    return event.shiftKey ? `Shift+${event.key}` : event.key;
  };

  // Some keyboards need AltGr to write [ and ], so AltGr is no modifier here.
  const modified = (event) => (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState("AltGraph");

  // Escape first closes an open list of reasons. If the explanation of a word is open, the browser itself closes the explanation.
  const shut = (event) => {
    const reasons = event.target.closest("details[open]");
    const opener = reasons && reasons.querySelector(":scope > summary[aria-keyshortcuts]");
    if (!opener) return document.querySelector(":popover-open") !== null;
    reasons.open = false;
    opener.focus();
    return true;
  };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || modified(event)) return;
    if ((off && written(event)) || event.target.closest(WRITTEN_IN)) return;
    const name = named(event);
    if (name === "Escape" && shut(event)) return;
    // Enter and the space bar press the control with the focus, but not while an act is being sent.
    const native = name === "Enter" || name === " ";
    if (native ? !sending() : controlsOf(name).length === 0) return;
    event.preventDefault();
    // A key that is held down moves through the rows, but it does an act only once.
    if (event.repeat && (native || sending() || nearest(name)?.matches("button:not([data-walk])"))) return;
    if (sending()) waiting.push(native ? "Enter" : name);
    else press(name);
  });

  document.addEventListener("acted", (event) => {
    if (!event.detail.done) waiting = [];
    while (waiting.length && !sending()) press(waiting.shift());
  });

  document.addEventListener("focusin", () => { last = inHand() || last; });

  // --- the sheet, a dialog that lists each key of this page once ---

  const GLYPHS = { Escape: "Esc", ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", "Shift+ArrowLeft": "Shift ←", "Shift+ArrowRight": "Shift →" };

  const wordsOf = (control) => {
    const label = control.labels && control.labels[0] ? control.labels[0] : control;
    return (control.dataset.does || control.getAttribute("aria-label") || label.textContent).replace(/\s+/g, " ").trim();
  };

  const line = (keys, words) => {
    const made = document.createElement("tr");
    const head = made.appendChild(document.createElement("th"));
    head.scope = "row";
    keys.split(" ").forEach((key) => { head.appendChild(document.createElement("kbd")).textContent = GLYPHS[key] || key; });
    made.appendChild(document.createElement("td")).textContent = words;
    return made;
  };

  const fill = () => {
    const lines = new Map();
    for (const control of document.querySelectorAll("body > :not(dialog) [aria-keyshortcuts]")) {
      const keys = control.getAttribute("aria-keyshortcuts");
      if (!lines.has(keys) && control.checkVisibility()) lines.set(keys, line(keys, wordsOf(control)));
    }
    sheet.querySelector("tbody").replaceChildren(...lines.values());
  };

  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-walk]");
    if (step) walk(Number(step.dataset.walk));
    if (!event.target.closest("[data-sheet]") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    fill();
    sheet.showModal();
  });

  // Show the buttons that only scripts can use.
  document.documentElement.classList.add("keyed");
})();
