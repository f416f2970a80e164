// The head of the page: lists of lessons, examples and texts, and notices.

import { announce, button, h } from "./elements.js";
import { keptTexts } from "./notebook.js";
import { kept } from "./store.js";

const by = (id) => document.getElementById(id);

/** The key of the progress in the lessons: for each number a step and the number of steps. */
export const PROGRESS = "cg-lessons";

/** Shows a notice for a while, with a button that calls `act` if it is given. */
export function tell(text, act, label) {
  const notice = by("notice");
  notice.replaceChildren(text, ...(act ? [" ", button(label, () => (notice.replaceChildren(), act()), { class: "small" })] : []));
  announce(text);
  const shown = notice.firstChild;
  setTimeout(() => notice.firstChild === shown && notice.replaceChildren(), act ? 20_000 : 6000);
}

/** Lists the lessons, each with the step that was reached. */
export function listLessons(titles) {
  const progress = kept(PROGRESS) ?? {};
  const far = (number) => {
    const [step, steps] = progress[number] ?? [];
    return !step || step === 1 ? "" : step === steps ? " ✓" : ` (step ${step} of ${steps})`;
  };
  by("lessons").replaceChildren(h("option", { value: "" }, "Lessons"), ...titles.map((title, i) => h("option", { value: i + 1 }, `${i + 1}. ${title}${far(i + 1)}`)));
}

/** Lists the examples in their groups. */
export function listExamples(groups) {
  by("examples").append(...groups.map(({ group, scripts }) => h("optgroup", { label: group }, ...scripts.map(({ name, title }) => h("option", { value: name }, title)))));
}

/** Lists the texts that are kept, by their first words. */
export function listTexts() {
  const title = (text) => text.split("\n").map((line) => line.replace(/^[#`\s]+(cg$)?/, "").trim()).find(Boolean)?.slice(0, 40) ?? "empty";
  const day = (changed) => new Date(changed).toLocaleString(undefined, { dateStyle: "short", timeStyle: "short" });
  const texts = keptTexts();
  by("texts").replaceChildren(h("option", { value: "" }, "My texts"), ...texts.map(({ id, text, changed }) => h("option", { value: id }, `${title(text)} · ${day(changed)}`)));
  by("texts").hidden = texts.length === 0;
}

/** Shows how much of the program is there. */
export function showLoading(bytes, total) {
  const bar = by("loaded");
  by("loading").hidden = false;
  if (total) bar.max = total;
  if (total) bar.value = bytes;
  by("loaded-words").textContent = `${Math.round(bytes / 1024)}${total ? ` of ${Math.round(total / 1024)}` : ""} KB`;
}
