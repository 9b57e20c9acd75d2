// Acts without loading a page: what a button with data-act sends is sent as it would be anyway, and the content of the page that comes
// back takes the place of this one's. What was in hand stays in hand; when it is gone, what came after it is.
"use strict";

(() => {
  const ROW = "[data-row]";
  const STAYS = "[data-stays]"; // what another script shows beside the list, which is no part of the page that comes back
  const LEADS = 'a[href][aria-keyshortcuts~="ArrowRight"]';

  const main = document.querySelector("main");
  const said = document.getElementById("said");
  let sending = false;

  // The names of the rows, the nearest first: this one, those after it, those before it.
  const neighbours = (name) => {
    const names = [...document.querySelectorAll(ROW)].map((each) => each.dataset.row);
    const at = names.indexOf(name);
    if (at < 0) return [name];
    return [...names.slice(at), ...names.slice(0, at).reverse()];
  };

  // By which name the row is called that something stands in, or that is shown beside the list.
  const nameAt = (place) => place.closest(ROW)?.dataset.row || place.closest("[data-shows]")?.dataset.shows;

  const stop = (button, words) => {
    main.querySelectorAll(".stopped").forEach((each) => each.remove());
    const refusal = document.createElement("p");
    refusal.className = "notice bad stopped";
    refusal.setAttribute("role", "alert");
    button.after(refusal);
    refusal.textContent = words; // after it stands there: only then is it read out
  };

  const replace = (fresh) => {
    const chosen = [...main.querySelectorAll("input[type=checkbox]:checked")].map((each) => each.value);
    const staying = main.querySelector(STAYS);
    if (staying) fresh.querySelector(STAYS)?.replaceWith(staying);
    document.title = fresh.title;
    main.replaceChildren(...document.adoptNode(fresh.querySelector("main")).childNodes);
    for (const box of main.querySelectorAll("input[type=checkbox]")) box.checked ||= chosen.includes(box.value);
    said.textContent = main.querySelector("[data-done]")?.textContent || "Done.";
  };

  const takeUp = (names, heading) => {
    const row = names.map((name) => document.querySelector(`[data-row="${CSS.escape(name)}"]`)).find(Boolean);
    const place = row ? row.querySelector(LEADS) || row.querySelector("a[href], button")
      : document.getElementById(heading) || main.querySelector("h1");
    if (!row) place.tabIndex = -1;
    place.focus({ preventScroll: true });
    (row || place).scrollIntoView({ block: "nearest" });
  };

  // What came back; nothing where it is another page than this one, to which the browser goes.
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
    // What is taken back comes back into the hand; where it is not in this list, what was in hand stays there.
    const names = name ? neighbours(name) : [form.dataset.of, ...(held ? neighbours(held) : [])].filter(Boolean);
    const heading = form.closest("[aria-labelledby]")?.getAttribute("aria-labelledby");
    let done = false;
    sending = true;
    main.setAttribute("aria-busy", "true");
    try {
      const answer = await send(form, button, reason);
      if (answer && answer.ok) {
        replace(answer.fresh);
        takeUp(names, heading);
        done = true;
      } else if (answer) {
        stop(button, answer.fresh.querySelector("[data-refused]")?.textContent || "That was refused, and nothing was done.");
      }
    } catch {
      stop(button, "The connection broke. Load the page again to see whether this was done.");
    }
    sending = false;
    main.removeAttribute("aria-busy");
    document.dispatchEvent(new CustomEvent("acted", { detail: { done, button } }));
  };

  // What an act is done for: the reason that was given last has the focus, and none before; a digit chooses any.
  const ask = (reasons, form, button) => {
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
    if (reasons) ask(reasons, event.target, event.submitter);
    else if (!sending) act(event.target, event.submitter);
  });
})();
