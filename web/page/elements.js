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

/** Returns the place in a text at which so many bytes of it have passed. */
export function place(text, bytes) {
  const all = new TextEncoder().encode(text);
  return new TextDecoder().decode(all.slice(0, bytes)).length;
}

/** Says something to those who listen to the page. */
export function announce(text) {
  const place = document.getElementById("announcements");
  place.textContent = "";
  requestAnimationFrame(() => (place.textContent = text));
}

/** Moves the focus to what comes after an element. */
export function focusAfter(element) {
  const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")];
  const next = all.slice(all.indexOf(element) + 1).find((other) => !other.disabled && other.tabIndex >= 0 && other.checkVisibility());
  (next ?? document.querySelector("a[href]")).focus();
}
