// Sends an act on a finding, such as a dismissal, without loading a page. A button with data-act sends its form as usual; the content of
// the answer replaces the content of this page. The focus stays on the row of the finding; if that row is gone, it moves to the next row.
"use strict";

(() => {
  const ROW = "[data-row]";
  const STAYS = "[data-stays]"; // the panel beside the list; the answer does not contain it, so it stays in the page
  const LEADS = 'a[href][aria-keyshortcuts~="ArrowRight"]';

  const main = document.querySelector("main");
  const announcer = document.getElementById("announcer");
  let sending = false;

  // The names of the rows, the nearest first: the row with this name, the rows after it, the rows before it.
  const neighbours = (name) => {
    const names = [...document.querySelectorAll(ROW)].map((each) => each.dataset.row);
    const at = names.indexOf(name);
    if (at < 0) return [name];
    return [...names.slice(at), ...names.slice(0, at).reverse()];
  };

  // The name of the row around an element, or of the row whose finding is in the panel.
  const nameAt = (place) => place.closest(ROW)?.dataset.row || place.closest("[data-shows]")?.dataset.shows;

  const stop = (button, words) => {
    main.querySelectorAll(".stopped").forEach((each) => each.remove());
    const refusal = document.createElement("p");
    refusal.className = "notice bad stopped";
    refusal.setAttribute("role", "alert");
    button.after(refusal);
    refusal.textContent = words; // a screen reader announces text that is added to an alert already on the page
  };

  const replace = (fresh) => {
    const chosen = [...main.querySelectorAll("input[type=checkbox]:checked")].map((each) => each.value);
    const staying = main.querySelector(STAYS);
    if (staying) fresh.querySelector(STAYS)?.replaceWith(staying);
    document.title = fresh.title;
    main.replaceChildren(...document.adoptNode(fresh.querySelector("main")).childNodes);
    for (const box of main.querySelectorAll("input[type=checkbox]")) box.checked ||= chosen.includes(box.value);
    announcer.textContent = main.querySelector("[data-done]")?.textContent || "Done.";
  };

  const focusRow = (names, heading) => {
    const row = names.map((name) => document.querySelector(`[data-row="${CSS.escape(name)}"]`)).find(Boolean);
    const place = row ? row.querySelector(LEADS) || row.querySelector("a[href], button")
      : document.getElementById(heading) || main.querySelector("h1");
    if (!row) place.tabIndex = -1;
    place.focus({ preventScroll: true });
    (row || place).scrollIntoView({ block: "nearest" });
  };

  // Sends the form and returns the answer. If the answer is another page, the browser loads that page, and the result is null.
  const send = async (form, button, reason) => {
    const body = new URLSearchParams(new FormData(form, button));
    if (reason) body.set("reason", reason);
    const answer = await fetch(button.getAttribute("formaction") || form.getAttribute("action"), { method: "POST", body, headers: { Accept: "text/html" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (answer.ok && new URL(answer.url).pathname !== location.pathname) {
      location.assign(answer.url);
      return null;
    }
    return { ok: answer.ok, fresh };
  };

  const act = async (form, button, reason) => {
    const name = nameAt(button);
    const held = nameAt(document.activeElement);
    // After an undo, the focus moves to the finding that returns; if it is not in this list, the focus stays.
    const names = name ? neighbours(name) : [form.dataset.of, ...(held ? neighbours(held) : [])].filter(Boolean);
    const heading = form.closest("[aria-labelledby]")?.getAttribute("aria-labelledby");
    let done = false;
    sending = true;
    main.setAttribute("aria-busy", "true");
    try {
      const answer = await send(form, button, reason);
      if (answer && answer.ok) {
        replace(answer.fresh);
        focusRow(names, heading);
        done = true;
      } else if (answer) {
        stop(button, answer.fresh.querySelector("[data-refused]")?.textContent || "The server refused this. Nothing was done.");
      }
    } catch {
      stop(button, "The connection failed. Load the page again to see whether your decision was saved.");
    }
    sending = false;
    main.removeAttribute("aria-busy");
    document.dispatchEvent(new CustomEvent("acted", { detail: { done, button } }));
  };

  // Asks for the reason of an act. The last used reason has the focus; each reason can also be chosen with its digit.
  const chooseReason = (reasons, form, button) => {
    reasons.onclick = (event) => {
      const chosen = event.target.closest("button[value]");
      if (!chosen) return;
      reasons.close();
      act(form, button, chosen.value);
    };
    reasons.showModal();
  };

  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !event.submitter?.matches("[data-act]")) return;
    event.preventDefault();
    const reasons = document.querySelector(`dialog[data-reasons="${CSS.escape(event.submitter.value)}"]`);
    if (reasons) chooseReason(reasons, event.target, event.submitter);
    else if (!sending) act(event.target, event.submitter);
  });
})();
