// Messages of the program in the words of this page: what a terminal has commands for, stands here under Help.

import { h, pieces } from "./elements.js";
import { inline } from "./markdown.js";

const REPLACED = [
  ["commands such as `:help` belong to the prompt, which `cg` alone starts", "commands such as `:quit` belong to a terminal; what there is to read stands here under `:help`"],
  [/at the prompt it is `:help ([^`]+)`, in a shell `cg help [^`]+`/, "here it is `:help $1`"],
  [/help on a name is `cg help ([^`]+)`, at the prompt `:help [^`]+`/, "help on a name is `:help $1`"],
  [/the path is taken from the folder of the script that (?:loads it|imports)/, "a page reads no files: put its lines into a cell"],
  [/here it is written `:(quit|save)\b[^`]*`/, "that belongs to a terminal; a page keeps its texts, and **Share** copies a link"],
  [/allow more with `--memory [^`]+`, or ask for something smaller/, "a page has 1 GB; ask for something smaller"],
  ["An empty line goes on.", "**Next** goes on."],
  [/`cg lesson( \d+)?`/g, "**Lessons**"],
];
const HELP = /`(?:cg help|:help|:search)(?: ([^`]+))?`/g;

let openHelp = () => {};

/** Sets the function that opens help on a topic. */
export const helpIs = (open) => (openHelp = open);

/** Makes a link to help on a topic. */
export function helpLink(topic, words = topic ? `Help: ${topic}` : "Help") {
  const onclick = (event) => {
    event.preventDefault();
    openHelp(topic);
  };
  return h("a", { href: `#help=${encodeURIComponent(topic)}`, onclick }, words);
}

/** Returns a text in the words of this page, without links. */
export const ofThisDoor = (text) => REPLACED.reduce((text, [terminal, here]) => text.replace(terminal, here), text);

/** Returns the pieces of a message: text, code, links to help. */
export const said = (text) => pieces(ofThisDoor(text), HELP, ([, topic]) => helpLink(topic ?? ""), inline);

/** Returns the topic if a cell asks for help, as `:help nim`, `?nim` and `nim?` do, else `undefined`. */
export function asksForHelp(text) {
  const found = /^\s*(?::(?:help|search|h|s)\b\s*(.*?)|\?\s*(\S.*?)?|([\p{L}_][\p{L}\p{N}_]*)\?)\s*$/u.exec(text);
  return found ? found[1] ?? found[2] ?? found[3] ?? "" : undefined;
}
