// Steps without loading a page: the next step is swapped into this one. Keys press its links, as on every page.
"use strict";

(() => {
  // What a step changes: all of its own part, and the addresses of its other forms at the foot of the page.
  const PARTS = ["#replay", ".forms"];
  const MOST_WAITING = 3; // a key that is held down waits for the steps to be seen

  const said = document.getElementById("said");
  // One step after the other: who presses a key twice, however fast, goes two steps.
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
      // Whoever walks by the buttons stays on the one that was pressed.
      if (focused.startsWith("go-")) document.getElementById(focused).focus({ preventScroll: true });
      keepInSight();
      said.textContent = document.getElementById("replay").dataset.said;
    } catch {
      location.assign(address);
    }
  };

  // The event at hand is in sight in the list.
  const keepInSight = () => {
    const here = document.querySelector(".steps [aria-current]");
    const list = document.querySelector(".steps");
    if (here && list) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
  };

  const copy = async (link) => {
    try {
      await navigator.clipboard.writeText(link.href);
      said.textContent = link.textContent = "Link copied";
    } catch {
      said.textContent = `The browser does not let us copy. The link is ${link.href}`;
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
    // By the time it is this one's turn, its like on the step before leads on from there.
    if (queued < MOST_WAITING) queue(() => follow(link.id ? document.getElementById(link.id) : link));
  });

  window.addEventListener("popstate", () => queue(() => show(location.href, false)));
  keepInSight();
})();
