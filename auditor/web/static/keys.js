// Keys. A control says its own in aria-keyshortcuts, and pressing the key presses the control: what no button does, no key
// does either. A control in a row (data-row) answers where its row is in hand, that is, holds the focus.
"use strict";

(() => {
  const ROW = "[data-row]";
  const LEADS = 'a[href][aria-keyshortcuts~="ArrowRight"]'; // the link of a row, which takes the focus for it
  const WRITTEN_IN = "input, select, textarea, [contenteditable]";

  const sheet = document.getElementById("sheet");
  const said = document.getElementById("said");
  const off = document.body.dataset.keys === "off"; // keys of a single letter, which alone can be pressed by mistake
  let last = null; // the row that was in hand last, from which j and k count
  let waiting = []; // what was pressed while the page was changing: it is meant for what stands there afterwards

  const sending = () => document.querySelector("main").getAttribute("aria-busy") === "true";
  const rows = () => [...document.querySelectorAll(ROW)].filter((each) => each.checkVisibility());
  const inHand = () => document.activeElement.closest(ROW);
  // The row of the finding that is shown where the focus is, beside the list; none until that finding stands there.
  const shown = () => {
    const number = document.activeElement.closest("[data-shows]:not(:has([inert]))")?.dataset.shows;
    return number ? document.querySelector(`[data-row="${CSS.escape(number)}"]`) : null;
  };
  const usable = (each) =>
    each.checkVisibility({ visibilityProperty: true }) && !each.disabled && !each.closest("[inert]") && each.getAttribute("aria-disabled") !== "true";
  const answering = (name) => {
    const around = document.querySelector("dialog[open]") || document;
    return [...around.querySelectorAll(`[aria-keyshortcuts~="${CSS.escape(name)}"]`)];
  };

  // The reasons that are open around the focus.
  const opened = () => document.activeElement.closest("details[open]:has(> summary[aria-keyshortcuts])");

  // The nearest that answers: of the reasons that are open, of the row in hand, of the page outside all rows. Of a finding that is
  // shown beside the list the row has the tick alone: its acts are those that stand there.
  const nearest = (name) => {
    const reasons = opened();
    // Who is about to say why decides nothing else by a letter.
    const found = answering(name).filter((each) => usable(each) && (!reasons || reasons.contains(each) || !each.form));
    for (const around of [reasons, inHand()]) {
      const inside = found.find((each) => around && around.contains(each));
      if (inside) return inside;
    }
    return found.find((each) => !each.closest(ROW)) || found.find((each) => each.matches("input") && shown()?.contains(each));
  };

  const hold = (row) => {
    (row.querySelector(LEADS) || row.querySelector("a[href], button, summary")).focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  };

  const walk = (by) => {
    const all = rows();
    const at = all.indexOf(inHand() || shown() || last);
    const next = all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)];
    if (next) hold(next);
  };

  const press = (name) => {
    const control = name === "Enter" ? document.activeElement : nearest(name);
    if (!control) {
      if (rows().length && answering(name).some((each) => each.closest(ROW))) said.textContent = "No row is in hand: j takes the first.";
    } else if (control.matches("input:not([type=checkbox]), select, textarea")) {
      control.focus();
      if (control.select) control.select();
    } else {
      control.click();
      if (control.matches("input") && !inHand()) said.textContent = `${control.ariaLabel}: ${control.checked ? "ticked" : "not ticked"}.`;
      // Reasons that were opened have the focus, but none of them: a digit chooses, and Escape folds them again.
      if (control.matches("summary")) control.focus();
    }
  };

  // A key that writes something; the space bar presses buttons, as Enter does.
  const written = (event) => event.key.length === 1 && event.key !== " ";

  const named = (event) => {
    if (event.key.length === 1) return event.shiftKey ? event.key : event.key.toLowerCase(); // whatever Caps Lock says
    return event.shiftKey ? `Shift+${event.key}` : event.key;
  };

  // AltGr is how some keyboards write [ and ]: there it is no modifier.
  const modified = (event) => (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState("AltGraph");

  // What Escape closes before anything else: reasons, and the line of a word, which the browser closes itself.
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
    // Enter and the space bar press what has the focus, as everywhere; but not twice while the first is on its way.
    const native = name === "Enter" || name === " ";
    if (native ? !sending() : answering(name).length === 0) return;
    event.preventDefault();
    // A key that is held down walks on, but it decides only once.
    if (event.repeat && (native || sending() || nearest(name)?.matches("button:not([data-walk])"))) return;
    if (sending()) waiting.push(native ? "Enter" : name);
    else press(name);
  });

  document.addEventListener("acted", (event) => {
    if (!event.detail.done) waiting = [];
    while (waiting.length && !sending()) press(waiting.shift());
  });

  document.addEventListener("focusin", () => { last = inHand() || last; });

  // --- the sheet: what stands on this page, each key once ---

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

  // From here on the buttons that only scripts give a meaning are shown.
  document.documentElement.classList.add("keyed");
})();
