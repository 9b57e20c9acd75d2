// A finding beside its list. Where the window is wide enough, the link of a row opens it there and not on a page of its own. What is
// shown is the part of that page which the server gives alone. The address of the list then names the finding behind #: reload, back
// and a link that was copied lead to what was seen.
"use strict";

(() => {
  const WIDE = matchMedia("(min-width: 68.75rem)");
  const NAMED = /^#finding-(\d+)$/;
  const ROW = "[data-row]";

  const main = document.querySelector("main");
  const said = document.getElementById("said");
  const panel = document.getElementById("beside");
  const part = panel.querySelector("[data-part]");
  const title = document.title;

  let wanted = null; // the number of the finding that is to stand here; null: none
  let stale = false; // whether it is fetched anew although it stands here
  let fetching = false;
  let left = Promise.resolve(); // a way back in the history is not gone at once

  const address = () => `/findings/${wanted}?list=${encodeURIComponent(panel.dataset.list)}`;
  const row = () => main.querySelector(`[data-row="${wanted}"]`);

  // What is done when it stands here: the focus goes there, or stays and is told of it, or stays.
  const take = (heading) => {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  const enter = () => take(panel.querySelector("h1"));
  const tell = () => { said.textContent = `Beside the list: ${document.title.split(" · ")[0]}.`; };
  const stay = () => {};
  let then = stay;

  // The row of what stands here is marked, and in sight: the rows of the list have another height beside it.
  const mark = () => {
    main.querySelectorAll(".lead[aria-current]").forEach((each) => each.removeAttribute("aria-current"));
    row()?.querySelector(".lead").setAttribute("aria-current", "true");
    row()?.scrollIntoView({ block: "nearest" });
  };

  const put = (fresh) => {
    part.replaceChildren(document.adoptNode(fresh.querySelector("[data-panel]")));
    panel.querySelector("[data-whole]").href = address();
    panel.dataset.shows = wanted;
    panel.scrollTop = 0;
    part.inert = false;
    document.title = fresh.title;
    mark();
    then();
    then = stay;
  };

  // One after the other: whoever walks on faster than the answers come sees the one at which he stops.
  const load = async () => {
    if (fetching) return;
    fetching = true;
    while (wanted && (stale || wanted !== panel.dataset.shows)) {
      const asked = wanted;
      stale = false;
      try {
        const answer = await fetch(address(), { headers: { Accept: "text/html", "X-Part": "alone" } });
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (!answer.ok || !fresh.querySelector("[data-panel]")) throw new Error("no finding");
        if (wanted === asked && !stale) put(fresh);
      } catch {
        if (wanted) return location.replace(address());
      }
    }
    fetching = false;
  };

  // Until it stands here nothing of the one before it can be pressed.
  const show = (number, done) => {
    then = panel.contains(document.activeElement) ? enter : done;
    wanted = number;
    panel.hidden = false;
    main.classList.add("paired");
    part.inert = stale || wanted !== panel.dataset.shows;
    if (part.inert) return load();
    then();
    then = stay;
  };

  const close = () => {
    if (!wanted) return;
    const inside = panel.contains(document.activeElement);
    const held = document.activeElement.closest(ROW) || row() || main.querySelector(ROW);
    panel.hidden = true;
    part.replaceChildren();
    delete panel.dataset.shows;
    wanted = null;
    main.classList.remove("paired");
    document.title = title;
    mark();
    if (inside && held) held.querySelector(".lead").focus({ preventScroll: true });
    else if (inside) take(main.querySelector("h1"));
    held?.scrollIntoView({ block: "nearest" });
  };

  // From the list back leads out of the finding again; walking on does not lengthen the way.
  const open = async (number, done) => {
    show(number, done);
    await left;
    if (wanted !== number) return;
    if (NAMED.test(location.hash)) history.replaceState(history.state, "", `#finding-${number}`);
    else history.pushState({ beside: true }, "", `#finding-${number}`);
  };

  const leave = () => {
    close();
    if (!history.state?.beside) return history.replaceState(null, "", location.pathname + location.search);
    left = new Promise((gone) => { window.addEventListener("popstate", gone, { once: true }); });
    history.back();
  };

  const follow = () => {
    const number = NAMED.exec(location.hash)?.[1];
    if (number) show(number, enter);
    else close();
  };

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-close]")) return leave();
    const link = event.target.closest(`${ROW} .lead`);
    if (!link || !WIDE.matches || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(link.closest(ROW).dataset.row, enter);
  });

  // Whichever row comes into the hand, its finding stands beside the list. What is in hand after an act is known when it is done.
  document.addEventListener("focusin", (event) => {
    const number = event.target.closest(ROW)?.dataset.row;
    if (wanted && number && number !== wanted && main.getAttribute("aria-busy") !== "true") open(number, tell);
  });

  document.addEventListener("acted", ({ detail }) => {
    if (!wanted || !detail.done) return;
    stale = true;
    open(document.activeElement.closest(ROW)?.dataset.row || wanted, panel.contains(detail.button) ? enter : stay);
  });

  window.addEventListener("popstate", follow);
  document.addEventListener("DOMContentLoaded", () => {
    if (!NAMED.test(location.hash)) return;
    wanted = NAMED.exec(location.hash)[1];
    row()?.querySelector(".lead").focus({ preventScroll: true }); // walking goes on from this row
    follow();
  });
})();
