"use strict";

// The page's text is static; what this script writes is which edits are refused, and the text that comes of it.
{
  // name: that of the saved file. lines: their pieces, a text or [edit, before, after]. start, ends: around the lines.
  const source = document.getElementById("data").textContent;
  const data = JSON.parse(source);
  const $ = (id) => document.getElementById(id);
  const rows = [...document.querySelectorAll(".row:not(.head)")];
  const choices = [...document.querySelectorAll(".choice")];
  const marks = [...document.querySelectorAll("ins[data-edit]")];
  const pieces = data.lines.flat().filter((piece) => typeof piece !== "string");
  const edits = new Set(pieces.map(([edit]) => edit)).size;

  let refused = new Set();
  let here = -1; // the choice that the keys act on

  // Another page has other answers: a hash of all its text tells them apart.
  let hash = 0;
  for (let at = 0; at < source.length; at++) hash = (Math.imul(hash, 31) + source.charCodeAt(at)) | 0;
  const KEY = `antecede-fixing-${hash}`;

  function keep() {
    try {
      localStorage.setItem(KEY, JSON.stringify([...refused]));
    } catch {
      $("unsaved").hidden = false; // storage is switched off or full
    }
  }

  function restore() {
    try {
      refused = new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
    } catch {
      $("unsaved").hidden = false;
    }
  }

  function show() {
    marks.forEach((mark, index) => {
      const [edit, before, after] = pieces[index];
      mark.textContent = refused.has(edit) ? before : after;
      mark.classList.toggle("refused", refused.has(edit));
    });
    for (const button of document.querySelectorAll(".choice button")) {
      const taken = !refused.has(Number(button.dataset.edit));
      button.setAttribute("aria-pressed", String("accept" in button.dataset === taken));
    }
    $("progress").textContent = `${edits - refused.size} of ${edits} edits accepted`;
  }

  function choose(edit, accept) {
    if (accept) refused.delete(edit);
    else refused.add(edit);
    keep();
    show();
  }

  function filter(wanted) {
    for (const button of $("filter").children) button.setAttribute("aria-pressed", String(button.dataset.show === wanted));
    for (const row of rows) row.hidden = wanted !== "all" && !(wanted in row.dataset);
    $("none").hidden = rows.some((row) => !row.hidden);
  }

  function mark(index) {
    document.querySelector(".row.here")?.classList.remove("here");
    here = index;
    choices[here].closest(".row").classList.add("here");
  }

  function move(step) {
    let next = here < 0 && step < 0 ? choices.length : here;
    do next += step;
    while (choices[next]?.closest(".row").hidden);
    if (!choices[next]) return;
    mark(next);
    choices[next].querySelector('[aria-pressed="true"]').focus({ preventScroll: true });
    choices[next].closest(".row").scrollIntoView({ block: "nearest" });
  }

  function text() {
    const written = (piece) => (typeof piece === "string" ? piece : piece[refused.has(piece[0]) ? 1 : 2]);
    return data.start + data.lines.map((line, at) => line.map(written).join("") + data.ends[at]).join("");
  }

  function save() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text()], { type: "text/plain" }));
    link.download = data.name;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  document.querySelector("main").addEventListener("click", (event) => {
    const button = event.target.closest(".choice button");
    if (!button) return;
    mark(choices.indexOf(button.parentElement));
    choose(Number(button.dataset.edit), "accept" in button.dataset);
  });
  $("filter").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) filter(button.dataset.show);
  });
  $("save").addEventListener("click", save);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const edit = here < 0 ? null : Number(choices[here].querySelector("button").dataset.edit);
    if (event.key === "j") move(1);
    else if (event.key === "k") move(-1);
    else if (event.key === "a" && edit !== null) choose(edit, true);
    else if (event.key === "r" && edit !== null) choose(edit, false);
    else if (event.key === "s") save();
    else return;
    event.preventDefault();
  });
  // Another window with the same page: both show the same choices.
  addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    restore();
    show();
  });
  restore();
  show();
}
