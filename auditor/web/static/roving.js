// Lets the Tab key stop only once in a list, so that a person passes 50 rows with one press. Tab stops at the link of the chosen row. While
// the focus is in that row, Tab also stops at the other controls of the row. The arrow keys (see keys.js) and a click choose another row.
// Without scripts, Tab stops at every control.
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
