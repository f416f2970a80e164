// Makes the documentation, a folder of pages with a search: the README, the pages of grammar/, the course, the stories, the
// reference by families. Its examples run with the program of the page, which stands one folder above.

import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { Marked } from "marked";
import { gfmHeadingId } from "marked-gfm-heading-id";
import MiniSearch from "minisearch";
import { GROUPS, forPage } from "./examples.js";
import { cellsOfScript } from "./page/document.js";
import { FIELDS } from "./site/fields.js";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** The texts of the documentation, by group: files of the repository. */
const TEXTS = {
  "Start here": ["README.md", "grammar/card.md", "grammar/limits.md"],
  "Bring your own": ["grammar/rulesets.md", "python/README.md", "engine/README.md", "grammar/editors.md", "web/README.md"],
  "Keep and prove": ["grammar/catalogue.md", "grammar/certificates.md", "grammar/answers.md", "grammar/papers.md", "examples/cluster/README.md"],
  "The project": ["ARCHITECTURE.md", "CONTRIBUTING.md", "benches/README.md", "CHANGELOG.md", "SECURITY.md"],
};
const REFERENCE = "grammar/reference.md";
const COURSE = "examples/course";

/** The words by which the program's own search finds a name. */
const FOUND_BY = new Map([...readFileSync(join(ROOT, "src/guide/help/found_by.rs"), "utf8").matchAll(/^ {4}\("(.*?)", "(.*?)"\),$/gm)].map(([, name, words]) => [name, words]));

const read = (path) => readFileSync(join(ROOT, path), "utf8");
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const words = (html) => html.replace(/<[^>]*>/g, " ").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, "&").replace(/\s+/g, " ").trim();

/** Returns a block of statements with a button that runs it. */
const example = (code) => `<div class="example"><pre tabindex="0"><code>${escaped(code)}</code></pre><button type="button" class="small run" hidden>Run</button><div class="output" aria-live="polite"></div></div>\n`;

const EXERCISE = /^Exercise[:,]/m;
const folded = (summary, content) => `<details><summary>${summary}</summary>${content}</details>\n`;

const marked = new Marked(gfmHeadingId(), {
  renderer: {
    code({ text, lang }) {
      return lang === "cg" ? example(text) : `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
    },
  },
  hooks: {
    // A wide table is scrolled, by keys too.
    postprocess: (html) => html.replace(/<table>.*?<\/table>\n?/gs, (table) => `<div class="scrolled" role="group" aria-label="table" tabindex="0">${table}</div>\n`),
  },
});

/** Returns the pages: where each comes from, its name, title, group and content, and what a reader may open instead. */
function pages() {
  const all = [];
  const of = (name) => name.toLowerCase().replace(/\.(md|cg)$/, "").replace(/\/readme$/, "").replaceAll("/", "-").replace(/^grammar-/, "");
  const text = (group, source) => {
    const content = marked.parse(read(source));
    const title = words(/<h1[^>]*>(.*?)<\/h1>/s.exec(content)[1]);
    all.push({ source, name: source === "README.md" ? "index" : of(source), group, title, content });
  };
  const script = (group, source, title, open) => {
    const cells = cellsOfScript(forPage(read(source)));
    const shown = cells.map(({ kind, text }, i) => {
      if (kind === "code") return EXERCISE.test(cells[i - 1]?.text ?? "") ? folded("Solution", example(text)) : example(text);
      // A first line that stands alone is a title.
      const titled = i > 0 ? text : /^.*\n*$|^.*\n\n/.test(text) ? `# ${text.replace(/\.$/m, "")}` : `# ${title}\n\n${text}`;
      const [words, ...hints] = titled.replace(/^ {2,3}(?=\S)/gm, "    ").split(/\n(?=Hint: )/);
      return marked.parse(words) + hints.map((hint) => folded("Hint", marked.parse(hint.replace("Hint: ", "")))).join("");
    });
    all.push({ source, name: of(source.replace("examples/", "")), group, title, content: shown.join(""), open });
  };
  for (const source of TEXTS["Start here"]) text("Start here", source);
  for (const [i, file] of readdirSync(join(ROOT, COURSE)).filter((name) => name.endsWith(".cg")).sort().entries()) {
    const [first] = read(`${COURSE}/${file}`).split("\n");
    script("Course", `${COURSE}/${file}`, `${i + 1}. ${first.replace(/^# /, "").replace(/\.$/, "")}`, `lesson=${i + 1}`);
  }
  for (const scripts of Object.values(GROUPS))
    for (const [name, title] of Object.entries(scripts)) script("Stories", `examples/${name}.cg`, title, `example=${name}`);
  reference(all);
  for (const [group, sources] of Object.entries(TEXTS).slice(1)) for (const source of sources) text(group, source);
  return all;
}

/** Adds the reference, a page for each family. */
function reference(all) {
  const content = marked.parse(read(REFERENCE));
  const entries = new Map([...content.matchAll(/<h3 id="([^"]*)"><code>(\w+)/g)].map(([, id, name]) => [name, id]).reverse());
  const [head, ...families] = content.split(/(?=<h2 )/);
  all.push({ source: REFERENCE, name: "reference", group: "Reference", title: "All families", content: head });
  for (const family of families) {
    const [, id, title] = /<h2 id="([^"]*)">(.*?)<\/h2>/s.exec(family);
    const content = family.replace(/<(\/?)h([23])/g, (_, close, level) => `<${close}h${level - 1}`)
      .replace(/\bSee <code>.*?(?=\.<\/p>)/gs, (names) => names.replace(/<code>(\w+)<\/code>/g, (code, name) => (entries.has(name) ? `<a href="#${entries.get(name)}">${code}</a>` : code)));
    const name = `reference-${id.normalize("NFD").replace(/[^a-z-]/g, "")}`;
    all.push({ source: REFERENCE, name, group: "Reference", title: words(title), content, apart: true });
  }
}

/** Makes the links of a page lead to the pages of the documentation; what is not part of it keeps its words. */
function linked(page, all) {
  const at = (source, anchor) => all.find((other) => other.source === source && (!anchor || other.content.includes(`id="${anchor}"`)));
  return page.content.replace(/<a href="([^"]*)">(.*?)<\/a>/gs, (whole, href, inside) => {
    if (/^[a-z]+:/.test(href)) return whole.replace("<a ", '<a rel="noopener" ');
    const [path, coded] = href.split("#");
    const anchor = coded && decodeURIComponent(coded);
    const source = path ? normalize(join(dirname(page.source), path)) : page.source;
    const other = source === page.source && page.content.includes(`id="${anchor}"`) ? page : (at(source, anchor) ?? at(`${source.replace(/\/$/, "")}/README.md`));
    return other ? `<a href="${other.name}.html${anchor ? `#${coded}` : ""}">${inside}</a>` : inside;
  });
}

/** Returns the sections of a page for the search: each heading with the text below it. */
function sections({ name, title, group, content }) {
  return content.split(/(?=<h[1-4])/).map((part) => {
    const [, id, heading] = /^<h[1-4] id="([^"]*)">(.*?)<\/h/s.exec(part) ?? [];
    // The name of an entry of the reference, and the words by which `:search` finds it.
    const entry = group === "Reference" && /^[^\s(]+/.exec(words(heading ?? ""))?.[0];
    return { name: entry || "", words: FOUND_BY.get(entry) ?? "", href: `${name}.html${id ? `#${encodeURIComponent(id)}` : ""}`, heading: heading ? words(heading) : title, page: `${group}: ${title}`, text: words(part.replace(/^<h[1-4].*?<\/h\d>/s, "")) };
  }).filter(({ text }) => text !== "");
}

const TEMPLATE = readFileSync(new URL("site/template.html", import.meta.url), "utf8");

/** Returns the whole text of a page. */
function whole(page, all) {
  const groups = [...new Set(all.map(({ group }) => group))];
  const item = (other) => `<li><a href="${other.name}.html"${other === page ? ' aria-current="page"' : ""}>${escaped(other.title)}</a></li>`;
  const list = (group) => `<details${group === page.group ? " open" : ""}><summary>${group}</summary><ul>${all.filter((other) => other.group === group).map(item).join("")}</ul></details>`;
  const i = all.indexOf(page);
  const step = (other, rel, before, after) => (other ? `<a rel="${rel}" href="${other.name}.html">${before}${escaped(other.title)}${after}</a>` : "");
  const open = page.open ? `<p class="open"><a href="../#${page.open}">${page.group === "Course" ? "Take this lesson step by step" : "Open it as a notebook"}</a></p>` : "";
  const filled = {
    title: escaped(page.title), groups: groups.map(list).join("\n"), apart: page.apart ? " data-apart" : "",
    content: open + linked(page, all), steps: step(all[i - 1], "prev", "← ", "") + step(all[i + 1], "next", "", " →"),
  };
  return TEMPLATE.replace(/\{\{(\w+)\}\}/g, (_, name) => filled[name]);
}

/** Copies the pictures that a page shows, and makes it look for them beside it. */
function withPictures({ source, content }, folder) {
  return content.replace(/(<(?:img|source) [^>]*\bsrc(?:set)?=)"([^":]*)"/g, (_, before, path) => {
    const file = join(ROOT, dirname(source), path);
    if (!existsSync(file)) throw new Error(`${source} shows ${path}, which is not there`);
    copyFileSync(file, join(folder, basename(path)));
    return `${before}"${basename(path)}"`;
  });
}

function build(folder) {
  mkdirSync(folder, { recursive: true });
  const all = pages();
  for (const page of all) page.content = withPictures(page, folder);
  for (const page of all) writeFileSync(join(folder, `${page.name}.html`), whole(page, all));
  const index = new MiniSearch(FIELDS);
  index.addAll(all.flatMap(sections).map((section, id) => ({ id, ...section })));
  writeFileSync(join(folder, "search.json"), JSON.stringify(index));
  for (const file of ["site.js", "fields.js", "site.css"]) copyFileSync(new URL(`site/${file}`, import.meta.url), join(folder, file));
  copyFileSync(new URL("node_modules/minisearch/dist/es/index.js", import.meta.url), join(folder, "minisearch.js"));
  copyFileSync(new URL("node_modules/minisearch/LICENSE.txt", import.meta.url), join(folder, "minisearch-LICENSE"));
}

build(process.argv[2]);
