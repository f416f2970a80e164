// Elements of the page, written as calls.

/** Makes an element with properties, listeners (`onclick`), attributes and children. */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (key in element && key !== "list" && !key.startsWith("aria")) element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return element;
}

/** Makes a button. */
export const button = (label, onclick, properties = {}) => h("button", { type: "button", onclick, ...properties }, ...[label].flat());

/** Makes a field for a line of text in which the browser corrects nothing. */
export const lineField = (label, placeholder) =>
  h("input", { type: "text", spellcheck: false, autocapitalize: "off", autocomplete: "off", "aria-label": label, placeholder });

/** Makes a form with a field and a button; `open` is called with the text of the field. */
export const askForm = (field, label, open) =>
  h("form", { class: "ask", onsubmit: (event) => (event.preventDefault(), open(field.value)) }, field, h("button", { type: "submit" }, label));

/** Returns the pieces of a text: `found` makes those of the matches of a pattern, `between` those of the text around them. */
export function pieces(text, pattern, found, between) {
  const all = [];
  let done = 0;
  for (const match of text.matchAll(pattern)) {
    all.push(...between(text.slice(done, match.index)), found(match));
    done = match.index + match[0].length;
  }
  return [...all, ...between(text.slice(done))];
}

/** Returns the number of characters in the first `bytes` bytes of a text. */
export function place(text, bytes) {
  const all = new TextEncoder().encode(text);
  return new TextDecoder().decode(all.slice(0, bytes)).length;
}

/** Announces a text to screen readers, where there is a place for that. */
export function announce(text) {
  const place = document.getElementById("announcements");
  if (!place) return;
  place.textContent = "";
  requestAnimationFrame(() => (place.textContent = text));
}

/** Moves the focus to what comes after an element. */
export function focusAfter(element) {
  const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")];
  const next = all.slice(all.indexOf(element) + 1).find((other) => !other.disabled && other.tabIndex >= 0 && other.checkVisibility());
  (next ?? document.querySelector("a[href]")).focus();
}
