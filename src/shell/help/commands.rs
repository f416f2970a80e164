//! What the shell and the command line understand besides the language.

use super::topic::topics;

topics! {
    /// Commands of the shell; they begin with a colon.
    COMMANDS, "Commands";

    /// Explains a function, operator, word, setting or error code.
    ///
    /// `:help` alone tells where to begin; `:help +`, `:help nim_value`, `:help Rulesets`, `:help syntax::unclosed`.
    /// `?name` and `name?` are short for it.
    /// See: :search
    ":help [TOPIC]": ":help" "help" "?" "cg help";

    /// Finds topics by the words of their names, summaries and definitions.
    ///
    /// `:search least excluded`. The best come first.
    /// See: :help
    ":search WORDS": ":search" "search" "find";

    /// Runs a script and keeps its definitions.
    /// See: import, :save
    ":load FILE": ":load" "load";

    /// Runs a statement and says how long it took.
    /// See: timeout
    ":time STATEMENT": ":time" "time";

    /// Changes a setting, or shows all of them.
    ///
    /// `:set notation unicode`, `:set timeout 10s`.
    /// See: notation, errors, color, timeout, memory
    ":set [NAME VALUE]": ":set" "set" "settings";

    /// Lists what has been defined.
    /// See: :reset, :save
    ":vars": ":vars" "vars";

    /// Forgets every definition; settings stay.
    /// See: :vars
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
    /// History, completion, hints and input over several lines; `_` is the last result.
    /// See: :help, :quit
    "cg": "cg" "repl" "shell";

    /// Runs scripts; `-` is the standard input.
    /// See: cg test, import
    "cg run FILE..., cg FILE, cg -": "cg run" "run";

    /// Evaluates statements given on the command line.
    ///
    /// `cg -e "outcome(up + *)"`.
    /// See: notation
    "cg -e STATEMENTS": "cg -e" "-e";

    /// Tests scripts and the `cg` blocks of Markdown files.
    ///
    /// Every `check` must hold, every `#=>` must be the result. A folder stands for all its scripts and Markdown files.
    /// See: check, #=>
    "cg test PATH...": "cg test" "test";

    /// A course in the theory, step by step; without a number its lessons.
    ///
    /// An empty line goes on, `b` goes back, `quit` leaves; at an exercise there are `hint` and `skip`. Anything else is
    /// evaluated. `cg lesson 3 5` begins with the fifth step. A script of your own is a lesson, too: `cg lesson FILE`;
    /// `examples/course/README.md` says how it is written.
    /// See: cg run
    "cg lesson [N]": "cg lesson" "lesson" "course";

    /// A filter for programs: a statement a line in, a JSON object a line out.
    ///
    /// `{"id":1,"ok":true,"kind":"nimber","text":"*4"}` or `{"id":1,"ok":false,"code":"name::unknown",...}`; the text reads
    /// back as the same value. With `--json` the other commands write their results in this form, too.
    /// Lines are statements, or objects `{"id": 1, "expr": "2 + 2"}`. It never stops at an error.
    /// See: cg -e
    "cg batch": "cg batch" "batch" "json" "--json";

    /// A game against the machine.
    ///
    /// `cg play 'nim(3, 4, 5)'`: type the number of a move or the position after it, `help` for more. `--misere`: who
    /// cannot move wins. `--second`: the machine makes the first move. `--right`: Right makes it. `--auto`: the machine
    /// plays both sides. Several statements may lead to the position: `cg play 'import "rules.cg"; K(7)'`. Through a pipe
    /// it reads a move from each line.
    /// See: play
    "cg play EXPR": "cg play" "--misere" "--second" "--right" "--auto";

    /// Prints what `:help` prints.
    ///
    /// `cg help --markdown` writes the whole reference.
    /// See: :help
    "cg help [TOPIC]": "cg help";

    /// Says at length what an error code means.
    /// See: :help
    "cg explain CODE": "cg explain" "error codes";
}

topics! {
    /// Settings: `:set NAME VALUE` in the shell, `--NAME VALUE` on the command line.
    SETTINGS, "Settings";

    /// How results are written: ascii, unicode or latex.
    ///
    /// Unicode on a terminal that can show it, ASCII elsewhere. Both read back as the same value.
    /// See: :set
    "notation": "notation" "--notation" "ascii" "unicode" "latex";

    /// How errors are shown: graphical, plain or json.
    ///
    /// Graphical points into the text; plain says it in sentences, for screen readers; json is for programs.
    /// See: cg explain
    "errors": "errors" "--errors" "plain" "graphical";

    /// Whether output is coloured: auto, always or never.
    ///
    /// Auto colours on a terminal, unless `NO_COLOR` is set.
    "color": "color" "--color" "colour";

    /// How long one statement may take, as in 10s or 500ms.
    ///
    /// Also 2m and 1h; `off` is no limit, as when nothing is said.
    /// When it is over, the statement fails with `limit::time`; what was defined before stays.
    /// See: :time, memory
    "timeout": "timeout" "--timeout";

    /// How much memory a computation may use, as in 4GiB.
    ///
    /// Three quarters of the machine's when nothing is said. When it is used up, the statement fails with
    /// `limit::memory`, and what it had used is given back.
    /// See: timeout
    "memory": "memory" "--memory";
}
