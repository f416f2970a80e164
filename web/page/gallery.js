// A gallery of all rulesets, each with a picture of a position to begin with.

import { button, h } from "./elements.js";
import { boardEditor } from "./editor.js";
import { inline } from "./markdown.js";
import { miniature } from "./miniature.js";
import { BEGINNINGS } from "./rulesets.js";

/** Titles and order of the groups, by the families under which help lists the rulesets. */
const GROUPS = {
  Boards: "On boards", Rulesets: "Classics", "Take and break": "Take and break", Heaps: "One heap", "Several heaps": "Several heaps", Graphs: "On graphs", "Boxes and coins": "Boxes and coins", "Ordered sets": "On ordered sets", Ordinals: "Without a bound",
};

/** The gallery. It is filled when it is first shown. */
export class Gallery {
  #isFilled = false;

  constructor(element, engine, home) {
    Object.assign(this, { element, engine, home });
  }

  /** Fills the gallery: names at once, pictures one after another. */
  async show() {
    if (this.#isFilled) return;
    this.#isFilled = true;
    const { rulesets } = await this.engine.ask({ do: "rulesets" });
    const cards = (rulesets ?? []).filter(({ family }) => family in GROUPS).flatMap((ruleset) => {
      const begins = BEGINNINGS[ruleset.name] ?? ruleset.calls[0];
      return begins ? [{ ...ruleset, begins, place: h("span", { class: "place-of-picture" }) }] : [];
    });
    const groups = Object.entries(GROUPS).map(([family, title]) => [title, cards.filter((card) => card.family === family)]);
    const sections = groups.filter(([, members]) => members.length > 0).map(([title, members]) =>
      h("section", { "aria-label": title }, h("h3", {}, title), h("ul", { class: "cards" }, ...members.map((card) => this.#card(card)))));
    this.element.replaceChildren(boardEditor(this.home.play), ...sections);
    for (const { begins, place } of cards) {
      const seen = await this.engine.ask({ do: "board", text: begins, mover: "L" });
      if (seen.ok) place.replaceChildren(miniature(seen.parts));
      else place.closest("li").remove();
    }
  }

  #card({ name, summary, begins, place }) {
    const title = summary.split(":")[0].replace(/\.$/, "");
    const words = summary.slice(title.length).replace(/^[:.]\s*/, "");
    const heading = title.length < 40 ? title : name.replaceAll("_", " ");
    return h("li", {}, button([place, h("strong", {}, heading), h("span", { class: "faint" }, ...inline(title.length < 40 ? words.charAt(0).toUpperCase() + words.slice(1) : summary))], () => this.home.play(begins), { class: "card", title: begins }));
  }
}
