// Plays a hand. The film of a hand has the HTML of every step, as the server makes it. The script loads the film once, so no step needs a
// request of its own. To show a step, the script changes only what differs between this step and the step on the page.
"use strict";

(() => {
  // Browsers refuse many new addresses in a short time. So the page gets the address of a step only if the reader stays at the step.
  const REST_MILLISECONDS = 150;
  const STEP_LINKS = ".strip a[href], .ways:not(.more-ways) a[href], .steps a[href]";
  const PRESSED_BY_SPACE = "button, summary, select, textarea, input:not([type=range]), dialog, [contenteditable]";

  const announcer = document.getElementById("announcer");

  // --- the film ---

  const films = new Map(); // the film of each player; a player is an element of the page that plays a hand

  const unpacked = async (text) => {
    const { steps, frames } = JSON.parse(text);
    const packed = new Blob([Uint8Array.from(atob(frames), (letter) => letter.charCodeAt(0))]);
    const whole = await new Response(packed.stream().pipeThrough(new DecompressionStream("deflate"))).text();
    const [lines, changes] = JSON.parse(whole);
    let used = 0; // how many lines were used so far; the number -1 stands for the next unused line
    let last = [];
    const all = changes.map((changed) => {
      const fresh = changed.map((change) => change.slice(2).map((number) => lines[number < 0 ? used++ : number]));
      last = [...last];
      for (let each = changed.length - 1; each >= 0; each -= 1) last.splice(changed[each][0], changed[each][1], ...fresh[each]);
      return last;
    });
    return { steps, htmlOf: (at) => all[at].join("\n") };
  };

  const loaded = async (player) => {
    const inside = player.querySelector("script[type='application/json']");
    if (inside) return unpacked(inside.textContent);
    const answer = await fetch(player.dataset.film, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error("no film");
    return unpacked(await answer.text());
  };

  const filmOf = async (player) => {
    if (!films.has(player)) films.set(player, await loaded(player));
    return films.get(player);
  };

  // --- drawing: if two steps have the same element, it stays on the page, so that it keeps the focus and can move to a new place ---

  const kindOf = (node) => [node.nodeName, node.id, node.classList?.[0], node.nodeName === "use" && node.getAttribute("href")].join();

  // Gathered chips move to the pot before they disappear.
  const gather = (chips) => {
    chips.setAttribute("class", chips.getAttribute("class").replace("bet", "gathered"));
    Promise.all(chips.getAnimations().map((each) => each.finished)).then(() => chips.remove(), () => chips.remove());
  };

  const removeFrom = (node, end) => {
    while (node !== end) {
      const gone = node;
      node = node.nextSibling;
      if (gone.classList?.[0] === "bet") gather(gone);
      else gone.remove();
    }
  };

  const change = (old, fresh) => {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== fresh.data) old.data = fresh.data;
      return;
    }
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    let at = old.firstChild;
    for (const node of fresh.childNodes) {
      let same = at;
      while (same && kindOf(same) !== kindOf(node)) same = same.nextSibling;
      if (same) {
        removeFrom(at, same);
        change(same, node);
        at = same.nextSibling;
      } else {
        old.insertBefore(document.importNode(node, true), at);
      }
    }
    removeFrom(at, null);
  };

  const draw = (player, film, at) => {
    const { shows } = player.dataset;
    const fresh = new DOMParser().parseFromString(film.htmlOf(at), "text/html").querySelector(shows);
    const old = player.querySelector(shows);
    player.classList.add("moving");
    if (old) change(old, fresh);
    else player.append(document.importNode(fresh, true));
    player.dataset.at = at;
    const { sentence } = player.querySelector(".stage").dataset;
    const scrubber = player.querySelector(".scrubber");
    scrubber.value = at;
    scrubber.setAttribute("aria-valuetext", sentence);
    announcer.textContent = sentence;
    keepInSight(player);
  };

  // Scroll the list to the current event.
  const keepInSight = (player) => {
    const here = player.querySelector(".steps [aria-current]");
    const list = player.querySelector(".steps");
    if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
  };

  // --- a page about one step has the title, the address and the links of this step ---

  let resting = 0;

  const rename = (player, kind) => {
    const page = player.querySelector("#replay");
    if (!page) return;
    const { step } = page.querySelector(".stage").dataset;
    const { at } = player.dataset;
    document.title = document.title.replace(/(.* step )\d+/, (_, before) => before + at);
    for (const link of document.querySelectorAll(".forms a, .more-ways a")) {
      const written = link.getAttribute("href").replace(/(^|\/step\/)\d\.\d+/, (_, before) => before + step);
      link.setAttribute("href", written.replace(/#e\d+$/, `#e${at}`));
    }
    clearTimeout(resting);
    if (kind === "visited") return;
    resting = setTimeout(() => {
      const { href } = page.querySelector(".steps [aria-current]");
      if (href !== location.href) history[kind === "played" ? "replaceState" : "pushState"](null, "", href);
    }, REST_MILLISECONDS);
  };

  // --- key presses and clicks are handled one after another, so none is lost while the film is being loaded ---

  let acts = Promise.resolve();

  // Shows the step with the index that `choose` returns. If the film cannot be loaded, opens the page whose address `otherwise` returns.
  const show = (player, choose, kind = "chosen", otherwise = () => "") => {
    acts = acts.then(async () => {
      try {
        const film = await filmOf(player);
        const at = choose(film, Number(player.dataset.at));
        if (!(at in film.steps)) return;
        draw(player, film, at);
        rename(player, kind);
      } catch {
        pause(player);
        if (otherwise()) location.assign(otherwise());
        else announcer.textContent = "This hand cannot be played here. Open the page of a step.";
      }
    });
    return acts;
  };

  const stepOf = (address) => /(?:\/step\/|\bstep=)([\d.]+)/.exec(address)?.[1];

  // --- play and pause ---

  const timers = new Map(); // by player, while the hand plays

  const label = (player, glyph, words) => {
    const [sign, text] = player.querySelectorAll(".play span");
    sign.textContent = glyph;
    text.textContent = words;
  };

  const pause = (player) => {
    clearTimeout(timers.get(player));
    timers.delete(player);
    label(player, "▶", "Play");
  };

  const play = (player) => {
    const atEnd = () => Number(player.dataset.at) >= Number(player.querySelector(".scrubber").max);
    const again = async () => {
      await show(player, (_, at) => at + 1, "played");
      if (!timers.has(player)) return;
      if (atEnd()) pause(player);
      else timers.set(player, setTimeout(again, Number(player.querySelector(".pace").value)));
    };
    label(player, "❚❚", "Pause");
    timers.set(player, 0);
    if (atEnd()) show(player, () => 0, "played");
    again();
  };

  const copy = async (link) => {
    try {
      await navigator.clipboard.writeText(link.href);
      announcer.textContent = link.textContent = "Link copied";
    } catch {
      announcer.textContent = `The browser does not allow copying. The link is ${link.href}`;
    }
  };

  document.addEventListener("click", (event) => {
    const player = event.target.closest(".player");
    if (!player || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (event.target.closest(".play")) {
      if (timers.has(player)) pause(player);
      else play(player);
    }
    const link = event.target.closest("a[href]");
    if (!link || !(link.id === "go-link" || link.matches(STEP_LINKS))) return;
    event.preventDefault();
    pause(player);
    if (link.id === "go-link") {
      copy(link);
      return;
    }
    // When the turn of this click comes, the page may already show another step. Then the same link of that step is followed.
    const { href } = link;
    const wanted = () => (link.id ? link.href : href);
    show(player, (film) => film.steps.indexOf(stepOf(wanted())), "chosen", wanted);
  });

  document.addEventListener("input", (event) => {
    if (!event.target.matches(".scrubber")) return;
    const player = event.target.closest(".player");
    const at = Number(event.target.value);
    pause(player);
    show(player, () => at);
  });

  // The space bar plays the hand, unless the control with the focus needs the space bar.
  document.addEventListener("keydown", (event) => {
    const player = event.target.closest(".player") || document.querySelector(".player");
    if (event.key !== " " || !player || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest(PRESSED_BY_SPACE)) return;
    event.preventDefault();
    if (!event.repeat) player.querySelector(".play").click();
  });

  window.addEventListener("popstate", () => {
    const page = document.querySelector(".player:has(#replay)");
    if (page) show(page, (film) => film.steps.indexOf(stepOf(location.href)), "visited", () => location.href);
  });

  // Show the controls, which only scripts can use.
  document.documentElement.classList.add("films");
  document.querySelectorAll(".player").forEach(keepInSight);

  // The address of a file that plays a hand may name a step, as in `hand.html#step=6.4`.
  const begin = stepOf(location.hash);
  if (begin) show(document.querySelector(".player"), (film) => film.steps.indexOf(begin), "visited");
})();
