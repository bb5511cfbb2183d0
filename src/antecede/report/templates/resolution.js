"use strict";

{
  const { layer, candidates, description, place, percent, element, bdi, likeliest } = AntecedeLinks;
  const WORTH_A_LINE = 0.05;
  // documents: a list of pronouns each, as in the JSON file.
  const { documents } = JSON.parse(document.getElementById("data").textContent);
  const card = document.getElementById("card");
  const buttons = [...document.querySelectorAll(".pronoun")];
  let chosen = null;
  let current = -1; // the pronoun that the keys go on from

  const blocks = [...document.querySelectorAll(".linked")].map((block) => {
    const number = Number(block.dataset.document);
    return { block, number, language: block.lang, drawing: layer(block), pronouns: documents[number], near: new Set() };
  });
  const blockOf = new Map(blocks.map((one) => [one.block, one]));
  const at = (number, sentence, token) => document.getElementById(`d${number}-${sentence}-${token}`);

  function links(one) {
    const shown = [];
    one.pronouns.forEach((pronoun, index) => {
      const pointed = chosen?.block === one && chosen.index === index;
      if (!pointed && !one.near.has(pronoun.sentence)) return; // far from what is on the screen
      const best = pronoun.antecedents[0];
      const wanted = pointed
        ? pronoun.antecedents.filter((antecedent, rank) => rank === 0 || antecedent.probability >= WORTH_A_LINE)
        : best && best.probability >= Math.max(WORTH_A_LINE, pronoun.none) ? [best] : [];
      for (const antecedent of wanted) {
        shown.push({
          from: at(one.number, pronoun.sentence, pronoun.token),
          to: at(one.number, antecedent.sentence, antecedent.head),
          start: at(one.number, antecedent.sentence, antecedent.start),
          end: at(one.number, antecedent.sentence, antecedent.end - 1),
          weight: antecedent.probability,
          chosen: pointed,
          label: percent(antecedent.probability),
        });
      }
    });
    one.drawing.show(shown);
  }

  const became = ({ block, index }) => document.querySelector(`[data-became="${block.number}-${index}"]`);

  /** How a pronoun was translated: why, and what else it might have become. */
  function choices(pronoun) {
    const list = element("ol", "options");
    for (const option of pronoun.options.filter((one, rank) => rank === 0 || one.probability >= WORTH_A_LINE)) {
      const item = element("li", "", element("span", "", option.text || "no pronoun"), element("span", "value", percent(option.probability)));
      item.style.setProperty("--share", String(option.probability));
      list.append(item);
    }
    const alone = pronoun.choice === pronoun.baseline ? "" : ` The engine alone: ${pronoun.baseline || "no pronoun"}.`;
    return [element("p", "choice", element("strong", "", `→ ${pronoun.choice || "no pronoun"}`), `. ${pronoun.reason}${alone}`), list];
  }

  function choose(button) {
    const before = chosen;
    const block = button && blockOf.get(button.closest(".linked"));
    chosen = button ? { button, block, index: Number(button.dataset.pronoun) } : null;
    before?.button.setAttribute("aria-expanded", "false");
    if (before) became(before)?.classList.remove("pointed");
    if (before && before.block !== block) links(before.block);
    if (!chosen) {
      card.hidden = true;
      return;
    }
    const pronoun = block.pronouns[chosen.index];
    button.setAttribute("aria-expanded", "true");
    const name = pronoun.text ?? pronoun.source;
    const parts = [element("h3", "", bdi(name, block.language)), element("p", "", description(pronoun))];
    // The page of a translation shows how the pronoun was translated, too.
    if (pronoun.options) parts.push(...choices(pronoun));
    card.replaceChildren(...parts, candidates(pronoun, block.language));
    became(chosen)?.classList.add("pointed");
    place(card, button);
    links(block);
  }

  for (const button of buttons) {
    const pronoun = blockOf.get(button.closest(".linked")).pronouns[Number(button.dataset.pronoun)];
    button.classList.add(likeliest(pronoun));
    button.setAttribute("aria-controls", "card");
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("mouseenter", () => choose(button));
    button.addEventListener("focus", () => {
      current = buttons.indexOf(button);
      choose(button);
    });
    button.addEventListener("mouseleave", () => document.activeElement !== button && choose(null));
    button.addEventListener("blur", () => choose(null));
  }

  for (const target of document.querySelectorAll("[data-became]")) {
    const [number, index] = target.dataset.became.split("-");
    const button = blocks[Number(number)].block.querySelector(`[data-pronoun="${index}"]`);
    target.addEventListener("mouseenter", () => choose(button));
    target.addEventListener("mouseleave", () => choose(null));
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") choose(null);
    const step = { j: 1, k: -1 }[event.key];
    if (!step || !buttons.length) return;
    current = Math.min(Math.max(current + step, 0), buttons.length - 1);
    buttons[current].focus();
    buttons[current].scrollIntoView({ block: "nearest" });
    if (chosen) place(card, chosen.button);
  });
  addEventListener("scroll", () => chosen && place(card, chosen.button), { passive: true });

  // Only what is near the screen has its lines drawn, so that long documents stay quick.
  const watcher = new IntersectionObserver(
    (changes) => {
      const touched = new Set();
      for (const change of changes) {
        const one = blockOf.get(change.target.closest(".linked"));
        const sentence = Number(change.target.dataset.sentence);
        if (change.isIntersecting) one.near.add(sentence);
        else one.near.delete(sentence);
        touched.add(one);
      }
      touched.forEach(links);
    },
    { rootMargin: "100% 0px" },
  );
  document.querySelectorAll(".linked p[data-sentence]").forEach((sentence) => watcher.observe(sentence));
}
