"use strict";

// Text from the evaluation reaches the page through textContent alone.
{
  // sentences: [index, document, source, reference, candidate of each system]; a space separates words, a no-break space does not.
  // pronouns: [row in sentences, position, source, reference, its positions, [[case, word, its positions] per system]].
  // Words are indices into `sources` and `targets`; NONE is a word that was not found.
  const data = JSON.parse(document.getElementById("data").textContent);
  const NONE = -1;
  const USUAL_CONTEXT = 2;
  const MOST_CONTEXT = 3;
  const OVERSCAN = 6;

  const $ = (id) => document.getElementById(id);
  const form = $("filters");
  const fields = form.elements;
  const list = $("list");

  let matching = data.pronouns.map((_, index) => index); // what the filters let through
  let at = 0; // the place in `matching` that is shown
  let context = USUAL_CONTEXT;

  function element(tag, className = "", ...content) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...content); // strings become text nodes
    return made;
  }

  const targetWord = (word) => (word === NONE ? "∅" : data.targets[word]);
  const isRight = (judged) => judged[0] <= 2;
  const language = (side) => data.languages[side === 0 ? 0 : 1] ?? "";

  // --- Filters ---------------------------------------------------------------------------------------------------

  const lowered = []; // the texts of a sentence in lower case, made when first searched
  function haystack(row) {
    return (lowered[row] ??= data.sentences[row].slice(2).join("\n").toLowerCase());
  }

  function wanted() {
    const number = (name) => (fields[name].value === "" ? null : Number(fields[name].value));
    return {
      system: number("system"),
      source: number("source"),
      reference: number("reference"),
      candidate: number("candidate"),
      show: fields.show.value,
      text: fields.text.value.trim().toLowerCase(),
      cases: new Set([...fields.case].filter((box) => box.checked).map((box) => Number(box.value))),
    };
  }

  /** The translations that satisfy all filters but the case; none: the pronoun is left out. */
  function translations([row, , source, reference, , judged], want) {
    if (want.source !== null && source !== want.source) return [];
    if (want.reference !== null && reference !== want.reference) return [];
    if (want.show === "differ" && judged.every(([, word]) => word === judged[0][1])) return [];
    if (want.text && !haystack(row).includes(want.text)) return [];
    const first = isRight(judged[0]);
    return judged.filter(
      (one, system) =>
        (want.system === null || system === want.system) &&
        (want.candidate === null || one[1] === want.candidate) &&
        (want.show !== "improved" || (isRight(one) && !first)) &&
        (want.show !== "degraded" || (!isRight(one) && first)),
    );
  }

  function filter(keep = matching[at]) {
    const want = wanted();
    const counts = new Array(data.caseNames.length + 1).fill(0);
    matching = [];
    data.pronouns.forEach((pronoun, index) => {
      const cases = new Set(translations(pronoun, want).map(([judgedCase]) => judgedCase));
      cases.forEach((one) => counts[one]++);
      if (cases.size && (!want.cases.size || [...cases].some((one) => want.cases.has(one)))) matching.push(index);
    });
    for (const box of fields.case) box.parentElement.querySelector("output").textContent = counts[box.value].toLocaleString("en");
    const [some, all] = [matching.length, data.pronouns.length].map((n) => n.toLocaleString("en"));
    $("found").textContent = some === all ? `${all} pronouns` : `${some} of ${all} pronouns`;
    $("rows").style.height = `${matching.length * rowHeight()}px`; // what `select` may scroll in
    list.scrollTop = 0;
    select(Math.max(matching.indexOf(keep), 0));
  }

  function fillOptions(select, words, values, withMissing) {
    const counts = new Map();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    const option = (value, text) => {
      const made = element("option", "", text);
      made.value = value;
      made.dir = "auto";
      return made;
    };
    const entries = words.map((word, value) => [value, word]);
    if (withMissing) entries.push([NONE, "∅"]);
    const used = entries.filter(([value]) => counts.has(value)).sort((a, b) => counts.get(b[0]) - counts.get(a[0]));
    select.append(option("", "any"), ...used.map(([value, word]) => option(value, `${word} (${counts.get(value)})`)));
  }

  // --- State in the URL ------------------------------------------------------------------------------------------

  const vocabulary = { source: data.sources, reference: data.targets, candidate: data.targets };

  function writeHash() {
    const state = new URLSearchParams();
    for (const name of ["system", "show", "text"]) if (fields[name].value) state.set(name, fields[name].value);
    for (const [name, words] of Object.entries(vocabulary)) {
      const value = fields[name].value;
      if (value !== "") state.set(name, words[value] ?? ""); // what is missing has no text
    }
    const cases = [...wanted().cases];
    if (cases.length) state.set("case", cases.join(","));
    if (matching.length) state.set("at", matching[at]);
    history.replaceState(null, "", `#${state}`);
  }

  let writing;
  function writeHashSoon() {
    clearTimeout(writing); // browsers limit how often an address may change
    writing = setTimeout(writeHash, 150);
  }

  function readHash() {
    const hash = location.hash.slice(1);
    if (hash && !hash.includes("=")) return; // a section of the page
    const state = new URLSearchParams(hash);
    form.reset();
    for (const name of ["system", "show", "text"]) fields[name].value = state.get(name) ?? "";
    for (const [name, words] of Object.entries(vocabulary)) {
      const word = state.get(name);
      if (word !== null) fields[name].value = word === "" ? NONE : words.includes(word) ? words.indexOf(word) : "";
    }
    // A name or number that this report does not have selects nothing, which is not "any" to a browser.
    for (const field of form.querySelectorAll("select")) if (field.selectedIndex < 0) field.value = "";
    const cases = (state.get("case") ?? "").split(",");
    for (const box of fields.case) box.checked = cases.includes(box.value);
    filter(Number(state.get("at") ?? 0));
    if (hash) $("browser").scrollIntoView();
  }

  // --- The list: only the rows in view are in the page -------------------------------------------------------------

  const rowHeight = () => parseFloat(getComputedStyle(list).getPropertyValue("--row"));

  function drawRows() {
    const height = rowHeight();
    const start = Math.max(Math.floor(list.scrollTop / height) - OVERSCAN, 0);
    const end = Math.min(Math.ceil((list.scrollTop + list.clientHeight) / height) + OVERSCAN, matching.length);
    const rows = $("rows");
    rows.style.height = `${matching.length * height}px`;
    rows.replaceChildren();
    for (let place = start; place < end; place++) rows.append(row(place, height));
    if (matching.length) list.setAttribute("aria-activedescendant", `row-${at}`);
    else list.removeAttribute("aria-activedescendant");
  }

  function row(place, height) {
    const [sentence, position, , reference, , judged] = data.pronouns[matching[place]];
    const words = data.sentences[sentence][2].split(" ");
    const line = element("span", "line");
    line.dir = "auto";
    line.lang = language(0);
    line.append(
      element("span", "before", element("span", "", words.slice(Math.max(position - 12, 0), position).join(" "))),
      element("mark", "source", words[position] ?? ""),
      element("span", "after", words.slice(position + 1, position + 24).join(" ")),
    );
    const made = element("div", "row", line, chip(reference, "reference"));
    judged.forEach(([judgedCase, word]) => made.append(chip(word, `case-${judgedCase}`, judgedCase)));
    made.id = `row-${place}`;
    made.role = "option";
    made.ariaSelected = String(place === at);
    made.ariaPosInSet = place + 1;
    made.ariaSetSize = matching.length;
    made.style.top = `${place * height}px`;
    made.addEventListener("click", () => select(place));
    return made;
  }

  function chip(word, className, judgedCase) {
    const text = element("bdi", "", targetWord(word));
    text.lang = language(1);
    const made = element("span", `chip ${className}`, text);
    if (judgedCase) {
      made.append(element("small", "", String(judgedCase)));
      made.title = data.caseNames[judgedCase - 1];
    }
    return made;
  }

  function select(place) {
    at = Math.min(Math.max(place, 0), Math.max(matching.length - 1, 0));
    const height = rowHeight();
    if (at * height < list.scrollTop) list.scrollTop = at * height;
    const lowest = (at + 1) * height - list.clientHeight;
    if (lowest > list.scrollTop) list.scrollTop = lowest;
    drawRows();
    drawDetail();
    $("previous").disabled = at === 0;
    $("next").disabled = at + 1 >= matching.length;
    writeHashSoon();
  }

  // --- One pronoun in its context ----------------------------------------------------------------------------------

  function drawDetail() {
    const detail = $("detail");
    if (!matching.length) {
      detail.replaceChildren(element("p", "quiet", "No pronoun passes these filters."));
      return;
    }
    const [sentence, position, , reference, referencePositions, judged] = data.pronouns[matching[at]];
    const [number, documentNumber] = data.sentences[sentence];
    const name = data.documents[documentNumber];
    const head = element("header", "", element("b", "", `${(at + 1).toLocaleString("en")} of ${matching.length.toLocaleString("en")}`));
    const where = element("span", "quiet");
    if (name) where.append(element("bdi", "", name), " · ");
    where.append(`sentence ${number + 1}`);
    head.append(where);
    const available = earlier(sentence, MOST_CONTEXT).length;
    if (available > USUAL_CONTEXT) head.append(contextButton());
    detail.replaceChildren(head, passage("Source", null, sentence, 0, [position], "source"));
    detail.append(passage("Reference", chip(reference, "reference"), sentence, 1, referencePositions, "reference"));
    judged.forEach(([judgedCase, word, positions], system) => {
      const mark = `case-${judgedCase}`;
      detail.append(passage(data.systems[system], chip(word, mark, judgedCase), sentence, system + 2, positions, mark));
    });
  }

  function contextButton() {
    const button = element("button", "", context === USUAL_CONTEXT ? "More context" : "Less context");
    button.type = "button";
    button.addEventListener("click", () => {
      context = context === USUAL_CONTEXT ? MOST_CONTEXT : USUAL_CONTEXT;
      drawDetail();
      $("detail").querySelector("button")?.focus();
    });
    return button;
  }

  /** The rows of the sentences just before one, in its document, the farthest first. */
  function earlier(sentence, most) {
    const [number, documentNumber] = data.sentences[sentence];
    const rows = [];
    for (let back = 1; back <= most; back++) {
      const before = data.sentences[sentence - back];
      if (!before || before[0] !== number - back || before[1] !== documentNumber) break;
      rows.unshift(sentence - back);
    }
    return rows;
  }

  function passage(label, labelChip, sentence, side, positions, mark) {
    const text = element("p");
    text.dir = "auto";
    text.lang = language(side);
    for (const before of earlier(sentence, context)) {
      text.append(element("span", "context", data.sentences[before][side + 2]), " ");
    }
    const current = element("span", "current");
    data.sentences[sentence][side + 2].split(" ").forEach((word, position) => {
      if (position) current.append(" ");
      current.append(positions.includes(position) ? element("mark", mark, word) : word);
    });
    text.append(current);
    const heading = element("h3", "", element("bdi", "", label));
    if (labelChip) heading.append(labelChip);
    return element("section", "passage", heading, text);
  }

  // --- Wiring --------------------------------------------------------------------------------------------------------

  const STEPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
  list.addEventListener("keydown", (event) => {
    if (!(event.key in STEPS) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    select(at + STEPS[event.key]);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select")) return;
    if (event.key === "j") select(at + 1);
    else if (event.key === "k") select(at - 1);
    else if (event.key === "/") fields.text.focus();
    else return;
    event.preventDefault();
  });
  let drawing = 0;
  const drawSoon = () => {
    cancelAnimationFrame(drawing);
    drawing = requestAnimationFrame(drawRows);
  };
  list.addEventListener("scroll", drawSoon);
  addEventListener("resize", drawSoon);
  addEventListener("hashchange", readHash);
  let typing;
  const filterSoon = (event) => {
    clearTimeout(typing);
    typing = setTimeout(filter, event.target === fields.text ? 120 : 0);
  };
  form.addEventListener("input", filterSoon);
  form.addEventListener("change", filterSoon); // a driven browser sends no "input" for a select
  $("clear").addEventListener("click", () => {
    form.reset();
    filter();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  $("next").addEventListener("click", () => select(at + 1));
  $("previous").addEventListener("click", () => select(at - 1));
  $("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText($("signatures").textContent);
      $("copy").textContent = "Copied";
    } catch {
      getSelection().selectAllChildren($("signatures")); // no clipboard here: leave it selected
    }
  });

  $("viewer").style.setProperty("--systems", data.systems.length);
  $("columns").append(element("span", "", "Source in context"), element("span", "", "Reference"));
  for (const system of data.systems) {
    const heading = element("span", "", element("bdi", "", system));
    heading.title = system;
    $("columns").append(heading);
  }
  fillOptions(fields.source, data.sources, data.pronouns.map((pronoun) => pronoun[2]), false);
  fillOptions(fields.reference, data.targets, data.pronouns.map((pronoun) => pronoun[3]), true);
  fillOptions(fields.candidate, data.targets, data.pronouns.flatMap((pronoun) => pronoun[5].map((judged) => judged[1])), true);
  for (const part of [form, $("viewer"), $("copy")]) part.hidden = false;
  readHash();
  if (!location.hash.includes("=")) filter();
}
