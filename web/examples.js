// Copies the example scripts into a folder, with a list of their titles in groups: a script is fetched when it is chosen.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The scripts as the page lists them. `seating` is a module that another one imports. */
export const GROUPS = {
  "Start here": {
    tour: "A tour", sums: "Sums, and who wins them", forms: "Forms and values", explain: "Why an answer holds",
    strategies: "Which moves are good", pictures: "Pictures", playing: "The machine against itself", session: "A short session",
  },
  "Games for points": { points: "Points, Dots and Boxes, and ties" },
  "Heap games": {
    nimbers: "Nimbers", kayles: "Kayles", heaps: "One heap and several", octal_periods: "Take and break, and periods", coins: "Coins that are turned",
  },
  "Boards and pictures": {
    boards: "Games on boards", hackenbush: "Hackenbush", cutcake: "Cutcake", who_wins: "Who wins on large boards",
  },
  Values: {
    numbers: "Numbers and simplicity", ups: "Ups and switches", infinitesimals: "Infinitesimals", temperature: "Temperature", ordinals: "Ordinals",
  },
  "Games with cycles": {
    graphs: "Graphs", graphs_from_file: "Graphs from files", loopy: "Loopy games", annihilation: "Annihilation",
  },
  "Your own rules": { own: "A game of your own", own_boards: "Your own board game", tasks: "Thirty tasks" },
  Papers: {
    smith1966: "Smith 1966: Graphs and composite games", ferguson1974: "Ferguson 1974: Sums of graph games",
    conway1977: "Conway 1977: All games bright and beautiful", ferguson1984: "Ferguson 1984: Misère annihilation games",
    scenic_trails: "Fraenkel 1996: Scenic trails", winning_ways: "Values known from elsewhere", conjectures: "Conjectures looked at",
  },
};

/** Returns a script without the sentences that speak of a terminal. */
export function forPage(text) {
  return text
    .replace(/[ \n](# )?`cg test [^`]*` checks it all\./, "")
    .replace(/ With `cg play EXPR` it plays against you\./, " On the board it plays against you.")
    .replace(/ An\n# empty line goes on, `b` goes back, `quit` leaves\. Whatever else you type is answered, so try things out on the way\./, " Change a\n# cell and run it again, to try things out on the way.")
    .replace(/#\n# The lines behind `cg>` are questions[^]*?in the file\.\n/, "")
    .replace(/# That was the tour\. Where to go from here[^]*$/, "# That was the tour. The lessons are a course in the theory, with exercises; under **Games** any ruleset can be played.\n");
}

function copy(target) {
  const folder = new URL("../examples/", import.meta.url);
  mkdirSync(target, { recursive: true });
  const list = Object.entries(GROUPS).map(([group, scripts]) => ({
    group,
    scripts: Object.entries(scripts).map(([name, title]) => {
      writeFileSync(join(target, `${name}.cg`), forPage(readFileSync(new URL(`${name}.cg`, folder), "utf8")));
      return { name, title };
    }),
  }));
  writeFileSync(join(target, "list.json"), JSON.stringify(list));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) copy(process.argv[2]);
