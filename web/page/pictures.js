// Pictures that the program draws, in the colours of the page.

import { h } from "./elements.js";

// Each picture as it is on light paper.
const drawn = new WeakMap();
// For each colour on light paper the one on dark paper.
let dark = new Map();

let isDark = () => document.documentElement.dataset.theme === "dark";
const coloured = (svg) => (isDark() ? svg.replace(/"(#[0-9a-f]{6}|white)"/g, (whole, colour) => `"${dark.get(colour) ?? colour}"`) : svg);
const address = (svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(coloured(svg))}`;

/** Sets the function that says whether the paper is dark. */
export const paperIs = (dark) => (isDark = dark);

/** Learns the colours of pictures. */
export function learn(inks) {
  dark = new Map(inks);
  repaint();
}

/** Shows all pictures of the page in its present colours. */
export function repaint() {
  for (const image of document.querySelectorAll("img.picture")) {
    if (drawn.has(image)) image.src = address(drawn.get(image));
  }
}

/** Shows a picture as an image, so that nothing in it can run. */
export function picture(svg, name) {
  const title = /<title>\s*([^<]*?)\s*<\/title>/.exec(svg)?.[1] ?? name;
  const words = new DOMParser().parseFromString(title, "text/html").documentElement.textContent;
  const image = h("img", { class: "picture", alt: words, src: address(svg) });
  drawn.set(image, svg);
  return image;
}
