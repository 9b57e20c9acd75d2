// Completes a mention: while a person writes @ and the beginning of a name in a comment, the names that begin so are buttons below the
// field. A press writes the name. The field works without this script: a person can also write the whole name.
"use strict";

(() => {
  const MOST = 6;
  const BEGUN = /(?:^|[^\w@])@([^@\n]{0,64})$/;

  const listOf = (field) => document.querySelector(`[data-names-of="${CSS.escape(field.id)}"]`);
  const begun = (field) => BEGUN.exec(field.value.slice(0, field.selectionStart))?.[1].toLowerCase();

  document.addEventListener("input", (event) => {
    const list = event.target.matches("textarea") && listOf(event.target);
    if (!list) return;
    const start = begun(event.target);
    let shown = 0;
    for (const each of list.children) {
      const fits = start !== undefined && each.firstElementChild.value.toLowerCase().startsWith(start) && shown < MOST;
      each.hidden = !fits;
      shown += fits;
    }
    list.hidden = shown === 0;
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-names-of] button");
    if (!button) return;
    const list = button.closest("[data-names-of]");
    const field = document.getElementById(list.dataset.namesOf);
    const end = field.selectionStart;
    field.setRangeText(`${button.value} `, end - begun(field).length, end, "end");
    list.hidden = true;
    field.focus();
  });
})();
