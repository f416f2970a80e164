// A lesson, step by step: something to read, something to see, exercises that are judged.

import { paint } from "./colours.js";
import { announce, h, lineField } from "./elements.js";
import { inline } from "./markdown.js";
import { results } from "./results.js";
import { complete } from "./completion.js";
import { BEGINNINGS } from "./rulesets.js";
import { ofThisDoor } from "./words.js";

const PRAISE = ["Right.", "Yes.", "Correct.", "That is it."];

/** Returns the first call of a ruleset in a text, or a picture of Hackenbush, if there is one. */
export function positionIn(code) {
  const picture = /\bhackenbush <[^<>]*>/.exec(code)?.[0];
  if (picture) return picture;
  for (const { 1: name, index } of code.matchAll(/\b([a-z_0-9]+)\(/g)) {
    if (!(name in BEGINNINGS)) continue;
    let depth = 0;
    for (let i = index + name.length; i < code.length; i++) {
      if (code[i] === "(") depth++;
      if (code[i] === ")" && --depth === 0) return code.slice(index, i + 1);
    }
  }
  return undefined;
}

/** A lesson under way. `home` plays positions, shows those that a step is about, and goes to other lessons. */
export class Lesson {
  #step = 0;
  // Reveals the answer of the present exercise, or is undefined once it is answered.
  #open;

  /** Shows the lesson up to `step`, counted from 1. */
  constructor(element, engine, lesson, step, home) {
    Object.assign(this, { element, engine, lesson, home });
    this.steps = h("div", { class: "steps" });
    this.next = h("button", { type: "button", class: "next", onclick: () => this.#advance() }, "Next");
    element.replaceChildren(h("h2", {}, `Lesson ${lesson.number}. ${lesson.title}`), this.steps, h("div", { class: "row" }, this.next, h("button", { type: "button", onclick: home.leave }, "Leave the lesson")));
    this.#begin(Math.min(step, lesson.steps.length));
  }

  // Goes to a step; what the steps before it define holds there.
  async #begin(step) {
    // The address comes first: the steps before it take a while, in which the reader may go elsewhere.
    this.home.step(this.lesson.number, step, this.lesson.steps.length);
    while (this.#step < step) await this.#show(this.#step + 1 < step);
  }

  async #advance() {
    const { steps, number } = this.lesson;
    if (this.#step >= steps.length) return this.home.lesson(number + 1);
    this.home.step(number, this.#step + 1, steps.length);
    await this.#show(false);
  }

  async #show(isPassed) {
    const { steps } = this.lesson;
    // Later steps use the definitions of a solution even if the exercise was not answered.
    const open = this.#open;
    this.#open = undefined;
    await open?.();
    const step = steps[this.#step++];
    const heading = h("h3", { tabIndex: -1 }, `Step ${this.#step} of ${steps.length}`);
    const body = h("section", { class: "step" }, heading, ...this.#words(step.text));
    this.steps.append(body);
    this.#label();
    if (!isPassed) {
      if (this.#step > 1) heading.focus();
      heading.scrollIntoView({ block: "start", behavior: "smooth" });
      const position = step.code.map(positionIn).find(Boolean);
      if (position) this.home.set(position);
    }
    if (step.exercise) return this.#ask(step, body, isPassed);
    await this.#reveal(step, body);
    body.append(this.#prompt(body));
  }

  #label() {
    const { steps, number } = this.lesson;
    const isLast = this.#step === steps.length;
    this.next.textContent = isLast ? "Next lesson" : "Next";
    this.next.hidden = isLast && number >= this.home.count;
  }

  #words(text) {
    const out = [];
    for (const piece of text) {
      if (!piece.kept) out.push(h("p", {}, ...inline(ofThisDoor(piece.text))));
      else if (out.at(-1)?.tagName === "PRE") out.at(-1).append(`\n${piece.text}`);
      else out.push(h("pre", {}, piece.text));
    }
    return out;
  }

  // Runs the statements of a step and shows what comes of them.
  async #reveal(step, body) {
    for (const code of step.code) {
      const shown = h("div", { class: "output" });
      const statements = h("pre", { class: "shown-code" });
      body.append(statements, shown);
      await paint(statements, code, this.engine);
      const answer = await this.engine.run(code);
      shown.replaceChildren(...results(answer, code, this.home));
    }
  }

  // A line to try something.
  #prompt(body) {
    const form = this.#line("Try something here", async (text, output) => {
      const answer = await this.engine.run(text);
      output.replaceChildren(...results(answer, text, this.home));
    });
    return h("details", { class: "try" }, h("summary", {}, "Try something"), form);
  }

  #line(label, act, ...buttons) {
    const field = lineField(label, label);
    const output = h("div", { class: "output", "aria-live": "polite" });
    const frame = h("div", { class: "frame" }, field);
    const onsubmit = (event) => {
      event.preventDefault();
      if (field.value.trim()) act(field.value, output);
    };
    complete(field, this.engine, frame);
    return h("form", { class: "answer", onsubmit }, h("div", { class: "ask" }, frame, ...buttons), output);
  }

  #ask(step, body, isPassed) {
    const { hints, solution, any_of, question } = step.exercise;
    const said = h("p", { class: "verdict", role: "status" });
    const hint = h("button", { type: "button", onclick: () => {
      const [next] = hints.splice(0, 1);
      if (next) body.insertBefore(h("p", { class: "hint" }, "Hint: ", ...inline(next)), form);
      hint.disabled = hints.length === 0;
    } }, "Hint");
    hint.disabled = hints.length === 0;
    const reveal = async (words) => {
      this.#open = undefined;
      for (const button of form.querySelectorAll(".ask button")) button.disabled = true;
      form.querySelector("input, textarea").readOnly = true;
      said.textContent = words;
      await this.#reveal(step, body);
    };
    const give = () => reveal("The lesson answers:");
    this.#open = give;
    const skip = h("button", { type: "button", onclick: give }, "Show the answer");
    const form = this.#line("Your answer", async (text, output) => {
      const answer = await this.engine.ask({ do: "judge", text, solution, any_of, question });
      output.replaceChildren(...results(answer, text, this.home));
      const isDefined = answer.answers?.at(-1)?.definition;
      const unjudged = isDefined ? "That is defined. Now type the answer." : "That has no value to compare.";
      if (!answer.right) said.textContent = answer.difference ?? (answer.ok ? unjudged : "");
      else await reveal(`${PRAISE[this.#step % PRAISE.length]} The lesson answers:`);
      said.classList.toggle("right", answer.right);
      announce(said.textContent);
    }, h("button", { type: "submit" }, "Check"), hint, skip);
    body.append(form, said);
    if (!isPassed) form.querySelector("input").focus();
  }
}
