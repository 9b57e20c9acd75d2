// Makes a list one stop for the Tab key, so that Tab passes 50 rows in one step. The stop is the link of the chosen row; while the focus is
// in that row, its other controls are stops too. The arrow keys choose another row (see keys.js), and so does a click. Without scripts,
// every control is a stop.
"use strict";

(() => {
  const ROW = "[data-row]";
  const LEADS = 'a[href][aria-keyshortcuts~="ArrowRight"]';
  const CONTROLS = "a[href], button, input, select, textarea, summary";

  let chosen = null;
  let entered = false; // whether the focus is in the chosen row

  const choose = (row, enters) => {
    if (!row || (row === chosen && enters === entered)) return;
    chosen = row;
    entered = enters;
    for (const each of document.querySelectorAll(ROW)) {
      for (const control of each.querySelectorAll(CONTROLS)) {
        if (each === chosen && (entered || control.matches(LEADS))) control.removeAttribute("tabindex");
        else control.tabIndex = -1;
      }
    }
  };

  // After an act, the page has new rows, and the chosen row may be gone.
  const leave = () => choose(chosen?.isConnected ? chosen : document.querySelector(ROW), false);
  const follow = (place) => {
    const row = place.closest(ROW);
    if (row) choose(row, true);
    else leave();
  };

  document.addEventListener("focusin", (event) => follow(event.target));
  document.addEventListener("acted", () => follow(document.activeElement));
  leave();
})();
