// Completion: a list under the field, with what the program itself completes.

import { focusAfter, h, place } from "./elements.js";

let lists = 0;

/** Completes what is typed into a field. Tab after a letter asks, and so does Ctrl+Space. Where nothing completes, and after
 * Escape, Tab goes on to what comes after the field. */
export function complete(field, engine, frame) {
  const id = `completions-${lists++}`;
  const list = h("ul", { class: "completions", id, role: "listbox", hidden: true, "aria-label": "completions" });
  frame.append(list);
  let found = [];
  let chosen = 0;
  let from = 0;
  let isLeaving = false;
  field.setAttribute("aria-controls", id);
  field.setAttribute("aria-autocomplete", "list");

  const close = () => {
    list.hidden = true;
    found = [];
    field.removeAttribute("aria-activedescendant");
  };
  const mark = (index) => {
    chosen = (index + found.length) % found.length;
    [...list.children].forEach((item, i) => item.setAttribute("aria-selected", i === chosen));
    list.children[chosen].scrollIntoView({ block: "nearest" });
    field.setAttribute("aria-activedescendant", list.children[chosen].id);
  };
  const take = (index) => {
    // A call that is open there is not opened twice.
    const text = field.value[field.selectionEnd] === "(" ? found[index].text.replace(/\($/, "") : found[index].text;
    field.setRangeText(text, from, field.selectionEnd, "end");
    close();
    field.dispatchEvent(new Event("input"));
    field.focus();
  };
  const ask = async (leaves) => {
    const before = field.value.slice(0, field.selectionStart);
    const answer = await engine.ask({ do: "complete", text: before });
    // What was typed meanwhile is another question.
    if (!answer.ok || field.value.slice(0, field.selectionStart) !== before) return;
    found = answer.found.slice(0, 50);
    from = place(before, answer.from);
    if (found.length === 0 || found[0].text === before.slice(from)) {
      close();
      if (leaves && document.activeElement === field) focusAfter(field);
      return;
    }
    if (found.length === 1) return take(0);
    list.replaceChildren(...found.map(({ text, about }, i) =>
      h("li", { id: `${id}-${i}`, role: "option", onmousedown: (event) => (event.preventDefault(), take(i)) },
        h("code", {}, text), " ", h("span", { class: "faint" }, about))));
    list.hidden = false;
    list.scrollIntoView({ block: "nearest" });
    mark(0);
  };

  field.addEventListener("keydown", (event) => {
    const isOpen = !list.hidden;
    const { key } = event;
    const tab = (key === "Tab" && !event.shiftKey && !isLeaving && !engine.isLong && /[\p{L}\p{N}_\\]$/u.test(field.value.slice(0, field.selectionStart)));
    isLeaving = key === "Escape" && !isOpen;
    if (isOpen && ["ArrowDown", "ArrowUp"].includes(key)) mark(chosen + (key === "ArrowDown" ? 1 : -1));
    else if (isOpen && (key === "Tab" || (key === "Enter" && !event.shiftKey))) take(chosen);
    else if (isOpen && key === "Escape") {
      close();
      isLeaving = true;
      event.stopPropagation();
    }
    else if (isOpen && key === "F1") close();
    else if (tab || (key === " " && event.ctrlKey)) ask(tab);
    else return;
    event.preventDefault();
  });
  field.addEventListener("input", close);
  field.addEventListener("blur", close);
}
