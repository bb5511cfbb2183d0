"use strict";

// The page's text is static; what this script writes is answers, and the file that they become.
{
  // rows: the cells of the answers' file, with the cells that are answered still empty.
  const data = JSON.parse(document.getElementById("data").textContent);
  const KEY = `antecede-rating-${data.name}`;
  const $ = (id) => document.getElementById(id);
  const questions = [...document.querySelectorAll(".question")];
  const rater = $("rater");
  const place = (question) => `${question.dataset.row}:${question.dataset.column}`;

  let answers = {}; // the chosen values, by row and column

  function keep() {
    try {
      localStorage.setItem(KEY, JSON.stringify({ rater: rater?.value, answers }));
    } catch {
      $("unsaved").hidden = false; // storage is switched off or full
    }
  }

  function restore() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
      answers = kept.answers ?? {};
      if (rater && typeof kept.rater === "string") rater.value = kept.rater;
    } catch {
      $("unsaved").hidden = false;
    }
  }

  function show() {
    for (const question of questions) {
      const chosen = answers[place(question)] ?? [];
      for (const button of question.querySelectorAll("button")) {
        button.setAttribute("aria-pressed", String(chosen.includes(button.dataset.value)));
      }
    }
    const given = questions.filter((question) => answers[place(question)]?.length).length;
    $("progress").textContent = `${given} of ${questions.length} answered`;
  }

  function choose(question, value) {
    const chosen = answers[place(question)] ?? [];
    const others = "multiple" in question.dataset ? chosen.filter((each) => each !== value) : [];
    answers[place(question)] = chosen.includes(value) ? others : [...others, value];
    keep();
    show();
  }

  const cell = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

  function file() {
    const rows = data.rows.map((row) => [...row]);
    for (const question of questions) {
      rows[Number(question.dataset.row)][Number(question.dataset.column)] = (answers[place(question)] ?? []).join("|");
    }
    if (data.hasRater) for (const row of rows) row[0] = rater.value.trim();
    return [data.columns, ...rows].map((row) => `${row.map(cell).join(",")}\n`).join("");
  }

  function save() {
    if (data.hasRater && !rater.value.trim()) {
      rater.focus();
      rater.setCustomValidity("Say who answered.");
      rater.reportValidity();
      return;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([file()], { type: "text/csv" }));
    link.download = data.hasRater ? `answers-${rater.value.trim().replace(/[^\p{L}\p{N}]+/gu, "-")}.csv` : "marks.csv";
    link.click();
    URL.revokeObjectURL(link.href);
  }

  function next() {
    const open = questions.find((question) => !answers[place(question)]?.length);
    open?.closest(".card").scrollIntoView();
    open?.querySelector("button").focus({ preventScroll: true });
  }

  document.querySelector("main").addEventListener("click", (event) => {
    const button = event.target.closest(".question button");
    if (button) choose(button.parentElement, button.dataset.value);
  });
  rater?.addEventListener("input", () => {
    rater.setCustomValidity("");
    keep();
  });
  // Another window with the same form: both show the same answers, and neither overwrites the other's.
  addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    restore();
    show();
  });
  $("save").addEventListener("click", save);
  $("next").addEventListener("click", next);
  restore();
  show();
}
