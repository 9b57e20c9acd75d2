// Enhancements only: every page works without. Nothing here is inline, as the content security policy demands.
"use strict";

(() => {
  const POLL_MILLISECONDS = 2000;

  // --- the form for uploads: a drop zone, a check of the size before anything is sent, and how much is sent ---

  const form = document.querySelector("form[data-most]");
  if (form) {
    const input = form.querySelector("input[type=file]");
    const zone = form.querySelector(".drop");
    const told = form.querySelector("[data-told]");
    const most = Number(form.dataset.most);
    const megabytes = (bytes) => (bytes / 1048576).toLocaleString("en", { maximumFractionDigits: 1 });

    const total = () => [...input.files].reduce((sum, file) => sum + file.size, 0);
    const check = () => {
      const fits = total() <= most;
      told.textContent = fits ? "" : `${megabytes(total())} MB is more than the ${megabytes(most)} MB of this page. ` +
        "Choose fewer files, or run auditor ingest FILE on the machine itself.";
      return fits;
    };

    input.addEventListener("change", check);
    for (const kind of ["dragenter", "dragover"]) {
      zone.addEventListener(kind, (event) => { event.preventDefault(); zone.classList.add("over"); });
    }
    for (const kind of ["dragleave", "drop"]) {
      zone.addEventListener(kind, () => zone.classList.remove("over"));
    }
    zone.addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer.files.length) {
        input.files = event.dataTransfer.files;
        check();
      }
    });

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!check()) return;
      const sending = new XMLHttpRequest();
      const stop = (words) => { told.textContent = words; form.querySelector("button[type=submit]").disabled = false; };
      sending.open("POST", form.action);
      sending.setRequestHeader("Accept", "application/json");
      sending.upload.addEventListener("progress", (progress) => {
        told.textContent = `1 Receiving ${megabytes(progress.loaded)} of ${megabytes(progress.total)} MB`;
      });
      sending.addEventListener("load", () => {
        let answer = {};
        try { answer = JSON.parse(sending.responseText); } catch { /* said below */ }
        if (sending.status < 300 && answer.location) location.assign(answer.location);
        else stop(answer.message || "The answer could not be read. Load the page again; sending again is safe.");
      });
      sending.addEventListener("error", () => stop("The connection broke. Nothing was saved. Sending again is safe."));
      form.querySelector("button[type=submit]").disabled = true;
      sending.send(new FormData(form));
    });
  }

  // --- an upload that is being worked on: the part that changes is fetched again until it is finished ---

  const live = document.querySelector("[data-live]");
  const poll = async () => {
    const part = document.querySelector("[data-progress]");
    if (!part || part.dataset.progress === "finished") return;
    try {
      const answer = await fetch(location.pathname + location.search, { headers: { Accept: "text/html" } });
      if (answer.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-progress]");
        if (fresh) {
          // Only the name of a new stage is announced: an announcement every two seconds would be noise.
          if (live && fresh.dataset.stage !== part.dataset.stage) live.textContent = fresh.dataset.stage;
          part.replaceWith(document.adoptNode(fresh));
        }
      }
    } catch { /* the next round tries again */ }
    setTimeout(poll, POLL_MILLISECONDS);
  };
  // The page says without scripts that it may stand still; from here on it does not.
  if (live) document.documentElement.classList.add("follows");
  if (live) setTimeout(poll, POLL_MILLISECONDS);
})();
