// Elements of the page, written as calls.

/** An element with properties, listeners (`onclick`), attributes and children. */
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

/** A picture that the engine drew. It is shown as an image, so that nothing in it can run. */
export function picture(svg, name) {
  const title = /<title>\s*([^<]*?)\s*<\/title>/.exec(svg)?.[1] ?? name;
  const words = new DOMParser().parseFromString(title, "text/html").documentElement.textContent;
  return h("img", { class: "picture", alt: words, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` });
}

/** The place in a text at which so many bytes of it have passed. */
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
