// Completes a mention: while a person writes @ and the beginning of a name in a comment, the names that begin so are buttons below the
// field. A press writes the name. The field works without this script: a person can also write the whole name.
"use strict";

(() => {
  const MOST = 6;
  const BEGUN = /(?:^|[^\w@])@([^@\n]{0,64})$/;

  const names = () => document.querySelector("[data-names]");
  const begun = (field) => BEGUN.exec(field.value.slice(0, field.selectionStart))?.[1].toLowerCase();

  document.addEventListener("input", (event) => {
    const field = event.target.closest("textarea[data-mentions]");
    const list = field && names();
    if (!list) return;
    const start = begun(field);
    let shown = 0;
    for (const each of list.children) {
      const fits = start !== undefined && shown < MOST && each.firstElementChild.value.toLowerCase().startsWith(start);
      each.hidden = !fits;
      shown += fits;
    }
    list.hidden = shown === 0;
    if (shown && field.nextElementSibling !== list) field.after(list);
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-names] button");
    if (!button) return;
    const field = names().previousElementSibling;
    const end = field.selectionStart;
    field.setRangeText(`${button.value} `, end - begun(field).length, end, "end");
    names().hidden = true;
    field.focus();
  });
})();
