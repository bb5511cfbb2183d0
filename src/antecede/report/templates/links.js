"use strict";

// Links drawn in a text, for every page that has one. Text reaches the page through textContent alone.
const AntecedeLinks = (() => {
  const SVG = "http://www.w3.org/2000/svg";

  function shape(name, attributes, className = "") {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (className) made.setAttribute("class", className);
    return made;
  }

  /** Where an element stands inside the block: its first line box, in the block's own coordinates. */
  function box(element, origin) {
    const rect = element.getClientRects()[0] ?? element.getBoundingClientRect();
    return { left: rect.left - origin.left, top: rect.top - origin.top, width: rect.width, height: rect.height };
  }

  function curve(from, to) {
    const x1 = from.left + from.width / 2;
    const x2 = to.left + to.width / 2;
    if (Math.abs(from.top - to.top) < from.height / 2) {
      const top = Math.min(from.top, to.top);
      const rise = Math.min(10 + Math.abs(x1 - x2) / 14, 26);
      return { d: `M ${x1} ${from.top} C ${x1} ${top - rise} ${x2} ${top - rise} ${x2} ${to.top}`, x: x2, y: to.top, labelY: to.top - 5 };
    }
    const above = to.top < from.top; // an antecedent may also come after its pronoun
    const y1 = above ? from.top : from.top + from.height;
    const y2 = above ? to.top + to.height : to.top;
    const middle = (y1 + y2) / 2;
    return { d: `M ${x1} ${y1} C ${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`, x: x2, y: y2, labelY: above ? y2 + 13 : y2 - 6 };
  }

  /**
   * A layer of links below the words of a block (.linked).
   * A link is {from, to, start, end, weight, chosen, label}: elements of the block, a probability, and whether it is
   * the one that the reader points at; `start` and `end` are the first and last element of what `to` heads.
   */
  function layer(block) {
    const svg = shape("svg", { "aria-hidden": "true", focusable: "false" }, "links");
    block.prepend(svg);
    let links = [];

    function draw() {
      const origin = block.getBoundingClientRect();
      const lines = [];
      const marks = [];
      for (const link of links) {
        const drawn = curve(box(link.from, origin), box(link.to, origin));
        const className = link.chosen ? "chosen" : "";
        lines.push(shape("path", { d: drawn.d, "stroke-width": (0.6 + 3.4 * link.weight).toFixed(2) }, className));
        lines.push(shape("circle", { cx: drawn.x, cy: drawn.y, r: 2.2 }, className));
        if (!link.chosen) continue;
        const range = document.createRange();
        range.setStartBefore(link.start ?? link.to);
        range.setEndAfter(link.end ?? link.to);
        for (const part of range.getClientRects()) {
          if (part.width < 1) continue;
          const place = { x: part.left - origin.left - 1, y: part.top - origin.top, width: part.width + 2, height: part.height, rx: 3 };
          marks.push(shape("rect", { ...place, style: `opacity: ${0.06 + 0.24 * link.weight}` }));
        }
        if (link.label) {
          const label = shape("text", { x: drawn.x, y: drawn.labelY });
          label.textContent = link.label;
          marks.push(label);
        }
      }
      svg.setAttribute("class", links.some((link) => link.chosen) ? "links chosen" : "links");
      svg.replaceChildren(...lines, ...marks);
    }

    let waiting = 0;
    const redraw = () => {
      cancelAnimationFrame(waiting);
      waiting = requestAnimationFrame(draw);
    };
    new ResizeObserver(redraw).observe(block);
    document.fonts?.ready.then(redraw);
    return {
      show(wanted) {
        links = wanted.filter((link) => link.from && link.to);
        redraw();
      },
    };
  }

  const percent = (value) => (value > 0 && value < 0.005 ? "<1%" : `${Math.round(100 * value)}%`);

  function element(tag, className = "", ...content) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...content); // strings become text nodes
    return made;
  }

  function bdi(text, language) {
    const made = element("bdi", "", text);
    if (language) made.lang = language;
    return made;
  }

  /** A pronoun's candidates as a list, for a card beside it; `pronoun` is as in the JSON file. */
  function candidates(pronoun, language) {
    const list = element("ol");
    const row = (share, className, ...content) => {
      const made = element("li", className, ...content);
      made.style.setProperty("--share", String(share));
      list.append(made);
    };
    const listed = pronoun.antecedents.filter((one, rank) => rank < 2 || (rank < 5 && one.probability >= 0.01));
    for (const one of listed) {
      const person = one.human === null ? "" : one.human ? "person" : "other";
      const features = [one.gender, one.number, person, `sentence ${one.sentence + 1}`].filter(Boolean).join(" · ");
      row(one.probability, "", element("span", "", bdi(one.text, language)), element("span", "value", percent(one.probability)), element("small", "", features));
    }
    const others = pronoun.antecedents.slice(listed.length);
    if (others.length) {
      const share = others.reduce((sum, one) => sum + one.probability, 0);
      row(share, "", element("span", "quiet", others.length === 1 ? "another mention" : `${others.length} other mentions`), element("span", "value", percent(share)));
    }
    row(pronoun.none, "none", element("span", "", "no nominal antecedent"), element("span", "value", percent(pronoun.none)));
    const clause = pronoun.event;
    if (clause && clause.probability >= 0.05) {
      row(clause.probability, "none", element("span", "", "what was said: ", bdi(clause.text, language)), element("span", "value", percent(clause.probability)), element("small", "", `sentence ${clause.sentence + 1}`));
    }
    return list;
  }

  /** A pronoun's function and position in words. */
  function description(pronoun) {
    const parts = ["anaphoric", "event", "pleonastic"].filter((name) => pronoun.function[name] >= 0.005);
    return [pronoun.position === "other" ? "" : pronoun.position, ...parts.map((name) => `${name} ${percent(pronoun.function[name])}`)].filter(Boolean).join(" · ");
  }

  /** Put a card beside an element: below it where there is room, else at the side of the page, off what comes before. */
  function place(card, beside) {
    const at = beside.getBoundingClientRect();
    card.hidden = false;
    const { width, height } = card.getBoundingClientRect();
    const room = document.documentElement.clientWidth;
    card.style.left = `${Math.max(Math.min(at.left, room - width - 12), 12)}px`;
    const below = at.bottom + 10;
    if (below + height < innerHeight) {
      card.style.top = `${below}px`;
    } else {
      card.style.left = `${Math.max(room - width - 12, 12)}px`;
      card.style.top = `${Math.max(innerHeight - height - 12, 12)}px`;
    }
  }

  /** What a pronoun most likely does. */
  function likeliest(pronoun) {
    return ["anaphoric", "event", "pleonastic"].reduce((best, name) => (pronoun.function[name] > pronoun.function[best] ? name : best));
  }

  return { layer, candidates, description, place, percent, element, bdi, likeliest };
})();
