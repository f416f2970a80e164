// The text of a notebook: Markdown with blocks of `cg`, and scripts whose comments become text.

/** The cells of a Markdown text. */
export function cellsOfMarkdown(text) {
  const cells = [];
  let words = [];
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const endWords = () => {
    const joined = words.join("\n").trim();
    if (joined) cells.push({ kind: "text", text: joined });
    words = [];
  };
  while (lines.length > 0) {
    const line = lines.shift();
    const fence = /^(`{3,})cg\b(?!\s+ignore)/.exec(line)?.[1];
    if (!fence) {
      words.push(line);
      continue;
    }
    endWords();
    const code = [];
    while (lines.length > 0 && !lines[0].startsWith(fence)) code.push(lines.shift());
    lines.shift();
    cells.push({ kind: "code", text: code.join("\n") });
  }
  endWords();
  return cells;
}

/** The Markdown of cells. */
export function markdownOfCells(cells) {
  const longest = (text) => Math.max(2, ...[...text.matchAll(/^`+/gm)].map(([ticks]) => ticks.length));
  return cells
    .map(({ kind, text }) => {
      const fence = "`".repeat(longest(text) + 1);
      return kind === "code" ? `${fence}cg\n${text}\n${fence}` : text;
    })
    .join("\n\n");
}

/** The cells of a script: comments that stand alone are text, and the statements after them a cell. */
export function cellsOfScript(text) {
  const cells = [];
  let words = [];
  let code = [];
  const endCode = () => {
    const joined = code.join("\n").trim();
    if (joined) cells.push({ kind: "code", text: joined });
    code = [];
  };
  const endWords = () => {
    const joined = words.join("\n").trim();
    if (joined) cells.push({ kind: "text", text: joined });
    words = [];
  };
  let afterBlank = true;
  for (const line of text.split("\n")) {
    const comment = /^#(?!=>) ?(.*)$/.exec(line);
    if (comment && (afterBlank || words.length > 0)) {
      endCode();
      // A rule of dashes or other signs around a title makes a heading.
      words.push(comment[1].replace(/^(?:-{2,}|={2,})\s*(.*?)\s*(?:-{2,}|={2,})$/, "## $1"));
      afterBlank = true;
    } else if (line.trim() === "") {
      endWords();
      code.push("");
      afterBlank = true;
    } else {
      endWords();
      code.push(line);
      afterBlank = false;
    }
  }
  endWords();
  endCode();
  return cells;
}
