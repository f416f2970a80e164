//! The commands of the shell and the command line, besides the language.

use super::topic::topics;

topics! {
    /// Commands of the shell; they begin with a colon.
    COMMANDS, "Commands";

    /// Explains a function, operator, word, setting or error code.
    ///
    /// `:help` alone tells where to begin; `:help +`, `:help nim_value`, `:help Rulesets`, `:help syntax::unclosed`.
    /// `?name`, `name?` and `help name` are the same.
    /// See: :search
    ":help [TOPIC]": ":help" "help" "?" "cg help";

    /// Finds topics by the words of their names, summaries and definitions.
    ///
    /// `:search least excluded`. The best come first.
    /// See: :help
    ":search WORDS": ":search" "search" "find";

    /// Says step by step why a value is what it is.
    ///
    /// `:explain up + *` is short for `explain(up + *)`; with the code of an error it says what the error means.
    /// See: explain, cg explain
    ":explain EXPR": ":explain";

    /// Draws a position, a game or a graph.
    ///
    /// `:draw clobber(2, 3)` is short for `draw(clobber(2, 3))`.
    /// See: draw
    ":draw EXPR": ":draw";

    /// Plays a game against the machine.
    ///
    /// `:play nim(3, 4, 5)` is short for `play(nim(3, 4, 5))`.
    /// See: play, cg play
    ":play EXPR": ":play";

    /// Signs that a keyboard lacks: a backslash, a word and Tab.
    ///
    /// `\up` and Tab, or a blank, put `↑` there; a part of the word is enough where only one sign is meant: `\om`.
    /// What is left of them when the line is entered is read in the same way. Every sign can be written in ASCII, too.
    /// See: notation
    "\\up Tab": "symbols" "signs" "\\" "\\up" "Tab" "unicode input" "keyboard" "backslash" => super::signs::table;

    /// Runs a script and keeps its definitions.
    /// See: import, :save
    ":load FILE": ":load" "load";

    /// Opens your editor on the last input or a file, then runs the text.
    ///
    /// `VISUAL` or `EDITOR` names the editor, with options if it wants some: `EDITOR="code --wait"`. An input that you leave as it
    /// was is not run again.
    /// See: :load, keys
    ":edit [FILE]": ":edit" "edit" "EDITOR" "VISUAL";

    /// Runs a statement and says how long it took.
    ///
    /// The time that passed, the time of the processor, and how many values and positions were new.
    /// See: timeout, timing
    ":time STATEMENT": ":time" "time";

    /// Lists the inputs of this session.
    ///
    /// Each input has its number, and behind it the names of its results as a comment, as far as they are kept: `1 + 1  # _1`.
    /// The arrow keys and Ctrl-R bring back inputs of earlier sessions.
    /// See: _, :edit
    ":history": ":history" "history";

    /// Undoes the last definition: its name gets its earlier meaning back.
    ///
    /// A second `:undo` undoes the definition before it. The last 20 definitions and imports can be undone.
    /// See: :vars, :reset, :history
    ":undo": ":undo" "undo" "take back";

    /// Clears the screen, as Ctrl-L does.
    /// See: :reset
    ":clear": ":clear" "clear" "Ctrl-L" "clear screen";

    /// Changes a setting, or shows all of them.
    ///
    /// `:set notation unicode`, `:set timeout 10s`.
    /// See: notation, errors, color, timeout, memory, threads, keys, timing
    ":set [NAME VALUE]": ":set" "set" "settings";

    /// Lists what has been defined.
    /// See: :reset, :save
    ":vars": ":vars" "vars";

    /// Forgets every definition; settings stay.
    /// See: :vars, :undo
    ":reset": ":reset" "reset";

    /// Writes the definitions as a script, which `:load` reads.
    /// See: :load
    ":save FILE": ":save" "save";

    /// Leaves the shell, as Ctrl-D does.
    ///
    /// Ctrl-C stops a computation and keeps the session.
    ":quit": ":quit" "quit" "exit" ":exit" ":q";
}

topics! {
    /// The command line.
    PROGRAM, "Command line";

    /// The shell: type a statement, see its result.
    ///
    /// History, completion, hints and input over several lines; `_` is the last result, `_1` the first. An empty line ends an
    /// input that waits for more, Ctrl-C gives it up. At a terminal the start-up file is run first: `~/.config/cg/init.cg`, or
    /// `cg/init.cg` in `$XDG_CONFIG_HOME`. It is a script; its lines with `:set` are obeyed before the others.
    /// `cg --no-init` starts without it.
    /// See: :help, :set, :quit
    "cg": "cg" "repl" "shell" "init.cg" "--no-init" "start-up file" "startup";

    /// Runs scripts; `-` is the standard input.
    ///
    /// `cg run --echo FILE` shows each statement before its result. On a terminal a very long result is cut; in files and
    /// pipes nothing is. `cg run --picture light FILE > session.svg` draws the same as the picture of a terminal.
    /// See: cg test, import, max-output
    "cg run FILE..., cg FILE, cg -": "cg run" "run" "--echo" "--picture" "screenshot";

    /// Evaluates statements given on the command line.
    ///
    /// `cg -e "outcome(up + *)"`.
    /// See: notation
    "cg -e STATEMENTS": "cg -e" "-e";

    /// Tests scripts and the `cg` blocks of Markdown files.
    ///
    /// Every `check` must hold, every `#=>` must be the result. A folder stands for all its scripts and Markdown files, `-` for
    /// standard input.
    /// For a statement that must fail, `#=> error` stands there, `#=> error name::unknown` or, with words of the message or
    /// the help, `#=> error name::unknown: nim(n)` and `#=> error: nim(n)`.
    /// `cg test --update PATH...` shows what comes instead and writes it behind the `#=>` that stands there; nothing else in
    /// the file changes. A result that a limit kept from being found is left as it was.
    /// See: check, #=>
    "cg test PATH...": "cg test" "test" "--update";

    /// A course in the theory, step by step; without a number its lessons.
    ///
    /// An empty line goes on, `b` goes back, `quit` leaves; at an exercise there are `hint` and `skip`. Anything else is
    /// evaluated. `cg lesson` alone says how far you are and goes on there, `cg lesson 3 5` begins with the fifth step.
    /// `cg lesson --sheet 3 > sheet.typ` writes the exercises and their solutions, as Typst, and `cg lesson --sheet 3 -o
    /// sheet.pdf` as PDF, by a program that was built with the feature `pdf`. A script of your own is a lesson, too: `cg lesson
    /// FILE`; `examples/course/README.md` says how it is written.
    /// See: cg run
    "cg lesson [N]": "cg lesson" "lesson" "course";

    /// A filter for programs: a statement a line in, a JSON object a line out.
    ///
    /// `{"id":1,"ok":true,"kind":"nimber","text":"*4","data":"*4"}` or `{"id":1,"ok":false,"code":"name::unknown",...}`. It
    /// never stops at an error. With `--json` the other commands write their results in this form, too.
    ///
    /// Lines are statements, or objects `{"id": 1, "expr": "2 + 2"}`, whose id comes back whatever it is; these may bring
    /// limits for one line: `"timeout": "2s"`, `"memory": "200MB"`. `cg batch FILE...` runs scripts first, whose names all lines
    /// may use. A line that begins with `where` defines the function or game of the line before it again, with these names.
    ///
    /// `text` reads back as the same value; where it is longer than 20 000 characters, `"text_truncated":true` stands there
    /// instead. `data` has all of it as JSON: integers up to 2^53 are numbers; other numbers, ordinals, nimbers and outcomes
    /// are texts, lists and sets arrays. A table is `{"columns":[..],"rows":[[..]]}`, a report the object of its fields, with a
    /// kind such as `thermograph`, `period`, `quotient`, `ferguson`, `annihilation`, `genus`, `strategy` or `line`; a game
    /// `{"left":[..],"right":[..]}`, its options as texts; a γ-value `{"inf":[0,2]}`; a position
    /// `{"ruleset":"nim","arguments":[3,4],"value":"*7","outcome":"N"}`, without the last two inside of other results; a graph
    /// the table of its vertices. A game with more than 10 000 options and a range of more than a million members are texts.
    ///
    /// Inside of a list a text and an outcome look alike there; `tagged` tells them apart. It is missing if it would say no more
    /// than `data`. With `--notation latex` the answer has the result in LaTeX as `written`. grammar/answers.md lists all fields,
    /// kinds and exit codes; grammar/answers.schema.json is their JSON schema.
    ///
    /// `cg batch --jobs 4 FILE...` answers lines side by side in 4 processes, in order, as one process would. What lines need
    /// is then defined in the files; a line that defines something is an error. `--memory` is for each process; without it
    /// they share three quarters of the machine. A process that dies costs the line it worked on, which is answered with
    /// `internal::process`.
    ///
    /// `cg batch --done OLD` passes over the lines whose id is answered in the file OLD, so that work which was stopped goes
    /// on: `cg batch --done out <in >>out`. An answer `limit::interrupted` or `internal::process` does not count, nor half a
    /// line at the end. examples/cluster shows the same on many machines.
    /// See: cg -e, max-output
    "cg batch [FILE]...": "cg batch" "batch" "json" "--json" "--jobs" "jobs" "--done" "done";

    /// A game against the machine.
    ///
    /// `cg play 'nim(3, 4, 5)'`: type the number of a move or the position after it, `help` for more. `--misere`: who
    /// cannot move wins. `--second`: the machine makes the first move. `--right`: Right makes it. `--auto`: the machine
    /// plays both sides; `--watch`: it also shows each position. `--level easy` and `--level fair`: it plays badly, or well
    /// every second time. `cg play nim` asks for the heaps. Several statements may lead to the position:
    /// `cg play 'import "rules.cg"; K(7)'`. Through a pipe it reads a move from each line.
    /// See: play
    "cg play EXPR": "cg play" "--misere" "--second" "--right" "--auto" "--watch" "--level";

    /// Checks certificates, which `certificate` makes.
    ///
    /// Of each file it says what is proved, or why the file is refused; then the exit status is 1. It believes nothing but the
    /// rules of the games. `examples/certificates/verify.py` checks them without `cg`, and grammar/certificates.md says what
    /// stands in them.
    /// See: certificate
    "cg verify FILE...": "cg verify" "verify" "proof" "referee";

    /// Keeps all boards of a ruleset, or some, with values in an SQLite file.
    ///
    /// `cg catalogue add games.sqlite clobber --size 8` works out all boards of at most 8 cells, each once up to symmetry. A run
    /// that was stopped goes on where it was; `--threads 4` shares the work. The table `positions` has value, both outcomes,
    /// nim-value, mean, temperature and birthday of each: `sqlite3 games.sqlite "SELECT position FROM positions WHERE
    /// temperature = '2'"`. grammar/catalogue.md describes it. `cg --catalogue games.sqlite` takes values from it.
    ///
    /// `cg catalogue add games.sqlite 'nogo(4, 4)'` adds one board, so that a value that takes long is worked out once; a sum or a
    /// list of positions adds all of its boards.
    /// See: catalogue, find, cg
    "cg catalogue add FILE RULESET --size N": "cg catalogue" "database" "sqlite" "table of positions";

    /// Puts scripts into their usual layout, in place.
    ///
    /// Only blanks and line breaks change; a script with errors is left as it is. `cg fmt --check PATH...` says what would
    /// change and changes nothing; `cg fmt -` formats the standard input. A folder stands for all its scripts; each that
    /// was changed is named.
    /// See: cg test, cg lsp
    "cg fmt PATH...": "cg fmt" "fmt" "format" "formatter" "layout";

    /// A language server: what an editor starts.
    ///
    /// Errors and failing checks while you type, the value of an expression under the cursor, completion, parameters,
    /// definitions, an outline and formatting. `grammar/editors.md` shows how to set up an editor.
    /// See: cg fmt
    "cg lsp": "cg lsp" "lsp" "language server" "editor" "vim" "neovim" "helix" "vs code";

    /// The page in the browser: cells, lessons, boards to click.
    ///
    /// Serves the folder that `web/build` wrote to this machine alone and says at which address; Ctrl-C ends it. Without a
    /// folder it takes `page` beside the program or `web/dist`. `--port` takes a port of your own. Everything is computed in
    /// the browser, so any other web server does as well.
    /// See: cg lesson, play
    "cg page [FOLDER]": "cg page" "page" "browser" "--port" "web";

    /// A script by which a shell completes the command line.
    ///
    /// `cg completions bash`; other shells are `zsh`, `fish`, `elvish` and `powershell`. In bash, `source <(cg completions
    /// bash)` takes it at once.
    /// See: cg man
    "cg completions SHELL": "cg completions" "completions" "bash" "zsh" "fish";

    /// The manual page of the program, as `man` reads it.
    ///
    /// `cg man > cg.1`, then `man ./cg.1`.
    /// See: cg help [TOPIC]
    "cg man": "cg man" "man" "manual" "man page";

    /// Prints what `:help` prints.
    ///
    /// `cg help --search WORDS` prints what `:search` prints; `cg help --markdown` writes the whole reference.
    /// See: :help, :search
    "cg help [TOPIC]": "cg help" "--search" "cg help --search";

    /// Says at length what an error code means.
    /// See: :help
    "cg explain CODE": "cg explain" "error codes";
}

topics! {
    /// Settings: `:set NAME VALUE` in the shell, `--NAME VALUE` on the command line.
    SETTINGS, "Settings";

    /// The notation of results: ascii, unicode, latex or typst.
    ///
    /// Unicode on a terminal that can show it, ASCII elsewhere. Both read back as the same value. LaTeX and Typst are for papers:
    /// the text belongs in math mode, in Typst between two `$`.
    /// See: :set, latex, draw
    "notation": "notation" "--notation" "ascii" "unicode" "latex" "typst";

    /// The style of errors: graphical, plain or json.
    ///
    /// Graphical points into the text; plain says it line by line, for screen readers; json is the form of the crate `miette`,
    /// for programs that read it already. Others had better take `--json`, which writes results too.
    /// See: cg explain
    "errors": "errors" "--errors" "plain" "graphical";

    /// When output is coloured: auto, always or never.
    ///
    /// Auto colours on a terminal, unless `NO_COLOR` is set.
    "color": "color" "--color" "colour";

    /// The time that one statement may take, as in 10s or 500ms.
    ///
    /// Also 2m and 1h; `off` is no limit, which is the default.
    /// When it is over, the statement fails with `limit::time`; what was defined before stays. A search for the winner that
    /// was stopped so, or by Ctrl-C, goes on where it was when it is asked again; `save_table` keeps it for another day.
    /// See: :time, memory, save_table
    "timeout": "timeout" "--timeout";

    /// The memory that a computation may use, as in 4GiB.
    ///
    /// Three quarters of the machine's by default. When it is used up, the statement fails with
    /// `limit::memory`, and what it had used is given back.
    /// See: timeout
    "memory": "memory" "--memory";

    /// The number of threads that may work on a statement: 1 by default.
    ///
    /// More of them serve long sequences of nim-values, of take-and-break games whose values no sparse space orders, such as
    /// octal 0.007; and the search for who wins a board, in normal or misère play, or for its nim-value, in which each
    /// begins with other answers to be refuted. The answers are the same with any number, but for how many positions a
    /// search says it took. A game of one's own is searched by one thread. More threads than the machine has cores gain
    /// nothing.
    /// See: sequence, period, octal, solve
    "threads": "threads" "--threads";

    /// The catalogue from which values of positions are taken: a file or off.
    ///
    /// Values, searches and `find` take from it what it has and work out the rest; answers stay the same. `cg catalogue add`
    /// makes one.
    /// See: cg catalogue add FILE RULESET --size N, find, value
    "catalogue": "catalogue" "--catalogue";

    /// The keys of the line editor: emacs or vi.
    ///
    /// With `:set keys vi` a line begins in insert mode, and Escape leads to the commands of vi. It is for the prompt alone; in the
    /// start-up file it holds for every session.
    /// See: :set, :edit, cg
    "keys": "keys" "vi" "emacs" "vi mode";

    /// Shows the time that each input took: on or off.
    ///
    /// With `:set timing on` it stands behind the answers as a comment: `# 1.25 ms`. It is for the prompt alone; `:time` says
    /// more about one statement.
    /// See: :set, :time, timeout
    "timing": "timing" "stopwatch";

    /// The largest length of an answer in files, pipes and JSON, as in 1MB.
    ///
    /// Nothing is cut there, and by default answers may have any length. A longer one fails with
    /// `limit::output`. `--max-output` is for the command line alone: on a terminal long answers are cut.
    /// See: cg batch
    "max-output": "max-output" "--max-output";
}
