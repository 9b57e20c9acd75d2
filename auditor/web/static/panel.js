// Shows a finding beside its list. In a wide window, the link of a row opens the finding in a panel, not on its own page. The server
// sends only the content of that page. The address of the list then ends in # and the finding, so reload, back and a copied link work.
"use strict";

(() => {
  const WIDE = matchMedia("(min-width: 68.75rem)");
  const NAMED = /^#finding-(\d+)$/;
  const ROW = "[data-row]";

  const main = document.querySelector("main");
  const announcer = document.getElementById("announcer");
  const panel = document.getElementById("beside");
  const part = panel.querySelector("[data-part]");
  const title = document.title;

  let wanted = null; // the number of the finding to show; null: none
  let stale = false; // whether the finding must be fetched again
  let fetching = false;
  let left = Promise.resolve(); // a promise that is resolved when our own call of history.back() has finished
  let arrive = null; // the function that resolves `left`; null: no history.back() of ours is under way

  const address = () => `/findings/${wanted}?list=${encodeURIComponent(panel.dataset.list)}`;
  const row = () => main.querySelector(`[data-row="${wanted}"]`);

  // What to do when the finding is loaded: move the focus to the finding, announce the finding, or do nothing.
  const take = (heading) => {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  const enter = () => take(panel.querySelector("h1"));
  const announce = () => { announcer.textContent = `Beside the list: ${document.title.split(" · ")[0]}.`; };
  const stay = () => {};
  let then = stay;

  // Mark the row of the finding, and scroll to the row: the rows change their height when the panel opens or closes.
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

  // Only one request is sent at a time. If the reader moves on faster than the answers arrive, only the last finding is loaded.
  const load = async () => {
    if (fetching) return;
    fetching = true;
    while (wanted && (stale || wanted !== panel.dataset.shows)) {
      const requested = wanted;
      stale = false;
      try {
        const answer = await fetch(address(), { headers: { Accept: "text/html", "X-Part": "alone" } });
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (!answer.ok || !fresh.querySelector("[data-panel]")) throw new Error("no finding");
        if (wanted === requested && !stale) put(fresh);
      } catch {
        if (wanted) return location.replace(address());
      }
    }
    fetching = false;
  };

  // Until the finding is loaded, the buttons of the previous finding do nothing.
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

  // Back leads from the finding to the list. Moving to another finding adds no entry to the history.
  const open = async (number, done) => {
    show(number, done);
    await left;
    if (wanted !== number) return;
    if (NAMED.test(location.hash)) history.replaceState(history.state, "", `#finding-${number}`);
    else history.pushState({ beside: true }, "", `#finding-${number}`);
  };

  const leave = () => {
    close();
    if (arrive) return; // a second history.back() would leave the list
    if (!history.state?.beside) return history.replaceState(null, "", location.pathname + location.search);
    left = new Promise((gone) => { arrive = gone; });
    history.back();
  };

  // If our own history.back() caused this event, the panel does not change: a finding that was opened in the meantime stays open.
  const arrived = () => {
    if (!arrive) return follow();
    arrive();
    arrive = null;
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

  // The panel shows the finding of the row with the focus. While an act is being sent, the panel waits: the rows are about to change.
  document.addEventListener("focusin", (event) => {
    const number = event.target.closest(ROW)?.dataset.row;
    if (wanted && number && number !== wanted && main.getAttribute("aria-busy") !== "true") open(number, announce);
  });

  document.addEventListener("acted", ({ detail }) => {
    if (!wanted || !detail.done) return;
    stale = true;
    open(document.activeElement.closest(ROW)?.dataset.row || wanted, panel.contains(detail.button) ? enter : stay);
  });

  window.addEventListener("popstate", arrived);
  document.addEventListener("DOMContentLoaded", () => {
    if (!NAMED.test(location.hash)) return;
    wanted = NAMED.exec(location.hash)[1];
    row()?.querySelector(".lead").focus({ preventScroll: true }); // j and k continue from this row
    follow();
  });
})();
