// Shows another step of the hand without loading a page: the content of that step replaces the content of this step.
"use strict";

(() => {
  // The parts that a step replaces: the table, and the links to JSON and CSV in the footer.
  const PARTS = ["#replay", ".forms"];
  const MOST_WAITING = 3; // the most steps that wait, so that a key that is held down does not start hundreds of steps

  const announcer = document.getElementById("announcer");
  // The steps are loaded one after another, so two fast key presses move two steps.
  let walk = Promise.resolve();
  let queued = 0;
  const queue = (step) => {
    queued += 1;
    walk = walk.then(step).finally(() => { queued -= 1; });
  };

  const show = async (address, push) => {
    try {
      const answer = await fetch(address, { headers: { Accept: "text/html" } });
      const text = await answer.text();
      const fresh = new DOMParser().parseFromString(text, "text/html");
      if (!answer.ok || !fresh.getElementById("replay")) throw new Error("no step");
      const focused = document.activeElement ? document.activeElement.id : "";
      for (const part of PARTS) {
        const old = document.querySelector(part);
        const replacement = fresh.querySelector(part);
        if (old && replacement) old.replaceWith(document.adoptNode(replacement));
      }
      if (push) history.pushState(null, "", address);
      document.title = fresh.title;
      // The pressed button keeps the focus.
      if (focused.startsWith("go-")) document.getElementById(focused).focus({ preventScroll: true });
      keepInSight();
      announcer.textContent = document.getElementById("replay").dataset.sentence;
    } catch {
      location.assign(address);
    }
  };

  // Scroll the list to the current event.
  const keepInSight = () => {
    const here = document.querySelector(".steps [aria-current]");
    const list = document.querySelector(".steps");
    if (here && list) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
  };

  const copy = async (link) => {
    try {
      await navigator.clipboard.writeText(link.href);
      announcer.textContent = link.textContent = "Link copied";
    } catch {
      announcer.textContent = `The browser does not allow copying. The link is ${link.href}`;
    }
  };

  const follow = async (link) => {
    if (!link || !link.href) return;
    if (link.id === "go-link") await copy(link);
    else await show(link.href, true);
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#replay a[href]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (!/\/step\/[^/]*$/.test(new URL(link.href).pathname)) return;
    event.preventDefault();
    // When the turn of this click comes, the page may already show another step. Then the same link of that step is followed.
    if (queued < MOST_WAITING) queue(() => follow(link.id ? document.getElementById(link.id) : link));
  });

  window.addEventListener("popstate", () => queue(() => show(location.href, false)));
  keepInSight();
})();
