// Makes each picture and each table of the page of figures one stop for the Tab key. The arrow keys move between their links; Home and End
// go to the first and the last link. Without scripts, every link is a stop.
"use strict";

(() => {
  const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

  const choose = (links, link) => {
    for (const each of links) each.setAttribute("tabindex", each === link ? "0" : "-1");
  };

  for (const around of document.querySelectorAll("[data-roving]")) {
    const links = [...around.querySelectorAll("a[href]")];
    if (!links.length) continue;
    choose(links, links[0]);
    around.addEventListener("focusin", (event) => {
      const link = event.target.closest("a[href]");
      if (link) choose(links, link);
    });
    around.addEventListener("keydown", (event) => {
      const at = links.indexOf(event.target.closest("a[href]"));
      const end = { Home: 0, End: links.length - 1 }[event.key];
      const next = end ?? at + (STEPS[event.key] ?? 0);
      if (at < 0 || next === at || !links[next]) return;
      event.preventDefault();
      event.stopPropagation();
      links[next].focus();
    });
  }
})();
