// Plays a hand. The film of a hand has the HTML of every step, as the server draws it. The script loads the film once; the film of a long
// hand has several parts, which are loaded when they are needed. The script changes only what differs between the step on the page and
// the wanted step. So the table has one drawing, and a step needs no request of its own.
"use strict";

(() => {
  // Browsers refuse many new addresses in a short time. So the page gets the address of a step only if the reader stays at the step.
  const REST_MILLISECONDS = 150;
  const STEP_LINKS = ".strip a[href], .ways:not(.more-ways) a[href], .steps a[href]";
  const PRESSED_BY_SPACE = "button, summary, select, textarea, input:not([type=range]), dialog, [contenteditable]";

  const announcer = document.getElementById("announcer");

  // --- the film ---

  const films = new Map(); // by player: the parts of its film that are loaded

  const unpacked = async (text) => {
    const { first, steps, frames } = JSON.parse(text);
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
    return { first, steps, htmlOf: (at) => all[at - first].join("\n") };
  };

  const lastOf = (player) => Number(player.querySelector(".scrubber").max);

  const loaded = async (player, at) => {
    const inside = player.querySelector("script[type='application/json']");
    if (inside) return unpacked(inside.textContent);
    const address = new URL(player.dataset.film, location.href);
    if (at) address.searchParams.set("index", at);
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error("no film");
    return unpacked(await answer.text());
  };

  // The part of the film with the step at this index.
  const partWith = async (player, at) => {
    if (!films.has(player)) films.set(player, []);
    const parts = films.get(player);
    let part = parts.find(({ first, steps }) => first <= at && at < first + steps.length);
    if (!part) {
      part = await loaded(player, at);
      parts.push(part);
    }
    return part;
  };

  // The index of the step with this address, if the step is in the same part as the current step or beside it.
  const indexOf = async (player, address) => {
    const step = stepOf(address);
    const here = Number(player.dataset.at);
    for (const near of [here, here + 1, here - 1]) {
      if (near < 0 || near > lastOf(player)) continue;
      const { first, steps } = await partWith(player, near);
      if (steps.includes(step)) return first + steps.indexOf(step);
    }
    throw new Error("the step is in another part");
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

  // Shows the step with the index that `choose` returns. If there is no film, or the step is in a distant part of it, opens the page
  // `otherwise`.
  const show = (player, choose, kind = "chosen", otherwise = () => "") => {
    acts = acts.then(async () => {
      try {
        const at = await choose(Number(player.dataset.at));
        if (at < 0 || at > lastOf(player)) return;
        draw(player, await partWith(player, at), at);
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

  const plays = new Map(); // by player, while the hand plays: its timer

  const label = (player, glyph, words) => {
    const [sign, text] = player.querySelectorAll(".plays span");
    sign.textContent = glyph;
    text.textContent = words;
  };

  const pause = (player) => {
    clearTimeout(plays.get(player)?.timer);
    plays.delete(player);
    label(player, "▶", "Play");
  };

  const play = (player) => {
    const atEnd = () => Number(player.dataset.at) >= lastOf(player);
    const mine = { timer: 0 };
    const again = async () => {
      await show(player, (at) => at + 1, "played");
      if (plays.get(player) !== mine) return; // the reader paused the hand, and may have started it again
      if (atEnd()) pause(player);
      else mine.timer = setTimeout(again, Number(player.querySelector(".pace").value));
    };
    label(player, "❚❚", "Pause");
    plays.set(player, mine);
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
    if (event.target.closest(".plays")) {
      if (plays.has(player)) pause(player);
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
    const ends = { "go-first": 0, "go-last": lastOf(player) };
    show(player, () => ends[link.id] ?? indexOf(player, wanted()), "chosen", wanted);
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
    if (!event.repeat) player.querySelector(".plays").click();
  });

  window.addEventListener("popstate", () => {
    const page = document.querySelector(".player:has(#replay)");
    if (page) show(page, () => indexOf(page, location.href), "visited", () => location.href);
  });

  // Show the controls, which only scripts can use.
  document.documentElement.classList.add("films");
  document.querySelectorAll(".player").forEach(keepInSight);

  // The address of a file that plays a hand may name a step, as in `hand.html#step=6.4`.
  const begin = stepOf(location.hash);
  if (begin) show(document.querySelector(".player"), () => indexOf(document.querySelector(".player"), location.hash), "visited");
})();
