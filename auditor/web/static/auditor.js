// Makes pages easier to use; all pages also work without scripts. The content security policy forbids scripts inside a page.
"use strict";

(() => {
  const POLL_MILLISECONDS = 2000;

  // --- the upload form: a drop zone, a check of the size, and progress ---

  const form = document.querySelector("form[data-most]");
  if (form) {
    const input = form.querySelector("input[type=file]");
    const zone = form.querySelector(".drop");
    const message = form.querySelector("[data-message]");
    const most = Number(form.dataset.most);
    const megabytes = (bytes) => (bytes / 1048576).toLocaleString("en", { maximumFractionDigits: 1 });

    const total = () => [...input.files].reduce((sum, file) => sum + file.size, 0);
    const check = () => {
      const fits = total() <= most;
      message.textContent = fits ? "" : `${megabytes(total())} MB is more than the ${megabytes(most)} MB of this page. ` +
        `Choose fewer files, or run ${form.dataset.command} on the server.`;
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
      const stop = (words) => { message.textContent = words; form.querySelector("button[type=submit]").disabled = false; };
      sending.open("POST", form.action);
      sending.setRequestHeader("Accept", "application/json");
      sending.upload.addEventListener("progress", (progress) => {
        message.textContent = `1 Receiving ${megabytes(progress.loaded)} of ${megabytes(progress.total)} MB`;
      });
      sending.addEventListener("load", () => {
        let answer = {};
        try { answer = JSON.parse(sending.responseText); } catch { /* the next line handles it */ }
        if (sending.status < 300 && answer.location) location.assign(answer.location);
        else stop(answer.message || "The answer is not readable. Load the page again. Uploading again is safe.");
      });
      sending.addEventListener("error", () => stop("The connection failed. Nothing was saved. Uploading again is safe."));
      form.querySelector("button[type=submit]").disabled = true;
      sending.send(new FormData(form));
    });
  }

  // --- an upload in progress: the part of the page that changes is fetched again until the upload is finished ---

  const live = document.querySelector("[data-live]");
  const poll = async () => {
    const part = document.querySelector("[data-progress]");
    if (!part || part.dataset.progress === "finished") return;
    try {
      const answer = await fetch(location.pathname + location.search, { headers: { Accept: "text/html" } });
      if (answer.ok) {
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-progress]");
        if (fresh) {
          // Announce only the name of a new stage: an announcement every two seconds would be noise.
          if (live && fresh.dataset.stage !== part.dataset.stage) live.textContent = fresh.dataset.stage;
          part.replaceWith(document.adoptNode(fresh));
        }
      }
    } catch { /* the next round tries again */ }
    setTimeout(poll, POLL_MILLISECONDS);
  };
  // Without scripts, the page says that it does not update. Hide that sentence.
  if (live) document.documentElement.classList.add("follows");
  if (live) setTimeout(poll, POLL_MILLISECONDS);
})();
