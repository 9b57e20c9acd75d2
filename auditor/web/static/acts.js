// Sends an act on a finding, such as a dismissal, without loading a page. A button with data-act sends its form as usual; the content of
// the answer replaces the content of this page. The focus stays on the row of the finding; if that row is gone, it moves to the next row.
// If somebody changed the finding in the meantime, a dialog shows what changed, with the form. If the session has ended, the form is sent
// again without the script, because the answer is a page for signing in that keeps the form.
"use strict";

(() => {
  const ROW = "[data-row]";
  const STAYS = "[data-stays]"; // the panel beside the list; the answer does not contain it, so it stays in the page
  const LEADS = 'a[href][aria-keyshortcuts~="ArrowRight"]';

  const main = document.querySelector("main");
  const announcer = document.getElementById("announcer");
  let sending = false;

  // While an act is being sent, or the page is loaded again, keys wait and buttons do nothing.
  const setSending = (now) => {
    sending = now;
    if (now) main.setAttribute("aria-busy", "true");
    else main.removeAttribute("aria-busy");
  };

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
    const inbox = fresh.querySelector("[data-inbox]"); // the header counts what waits for this person
    if (inbox) document.querySelector("[data-inbox]")?.replaceWith(document.adoptNode(inbox));
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

  // Sends the fields again as a form of the browser, which then shows the answer as a page.
  const sendAsPage = (action, body) => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = action;
    for (const [name, value] of body) {
      const field = document.createElement("input");
      field.type = "hidden";
      field.name = name;
      field.value = value;
      form.append(field);
    }
    main.append(form);
    HTMLFormElement.prototype.submit.call(form);
  };

  // Sends the form and returns the answer. If the answer is another page, the browser loads that page, and the result is null.
  const send = async (form, button, reason) => {
    const body = new URLSearchParams(new FormData(form, button));
    if (reason) body.set("reason", reason);
    const action = button.getAttribute("formaction") || form.getAttribute("action");
    const answer = await fetch(action, { method: "POST", body, headers: { Accept: "text/html" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (answer.ok && new URL(answer.url).pathname !== location.pathname) {
      location.assign(answer.url);
      return null;
    }
    if (fresh.querySelector("[data-kept]")) {
      sendAsPage(action, body);
      return null;
    }
    return { ok: answer.ok, fresh };
  };

  // Loads the content of this page again, after a dialog has shown that the page is out of date.
  const refresh = async (names, heading, button) => {
    setSending(true);
    try {
      const answer = await fetch(location.pathname + location.search, { headers: { Accept: "text/html" } });
      if (!answer.ok) throw new Error("no page");
      replace(new DOMParser().parseFromString(await answer.text(), "text/html"));
      announcer.textContent = "Nothing was done. The page is up to date now.";
      focusRow(names, heading);
    } catch {
      return location.reload();
    }
    setSending(false);
    document.dispatchEvent(new CustomEvent("acted", { detail: { done: true, button } }));
  };

  // Shows in a dialog that somebody changed the finding in the meantime, and the form with everything that was typed.
  const showConflict = (fresh, names, heading, button) => {
    main.querySelectorAll("dialog.conflict").forEach((each) => each.remove());
    const dialog = document.createElement("dialog");
    dialog.className = "sheet conflict";
    dialog.setAttribute("aria-labelledby", "conflict");
    dialog.append(document.adoptNode(fresh.querySelector("[data-conflict]")));
    dialog.addEventListener("click", (event) => {
      if (!event.target.closest("[data-leave]")) return;
      event.preventDefault();
      dialog.close();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      refresh(names, heading, button);
    });
    main.append(dialog);
    dialog.showModal();
  };

  const act = async (form, button, reason) => {
    const name = nameAt(button);
    const held = nameAt(document.activeElement);
    // After an undo, the focus moves to the finding that returns; if it is not in this list, the focus stays.
    const names = name ? neighbours(name) : [form.dataset.of, ...(held ? neighbours(held) : [])].filter(Boolean);
    const heading = form.closest("[aria-labelledby]")?.getAttribute("aria-labelledby");
    let done = false;
    setSending(true);
    try {
      const answer = await send(form, button, reason);
      if (answer && answer.ok) {
        replace(answer.fresh);
        focusRow(names, heading);
        done = true;
      } else if (answer && answer.fresh.querySelector("[data-conflict]")) {
        showConflict(answer.fresh, names, heading, button);
      } else if (answer) {
        stop(button, answer.fresh.querySelector("[data-refused]")?.textContent || "The server refused this. Nothing was done.");
      }
    } catch {
      stop(button, "The connection failed. Load the page again to see whether your decision was saved.");
    }
    setSending(false);
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
