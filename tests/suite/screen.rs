//! A terminal with a screen, for tests of what a person sees.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rexpect::process::PtyProcess;

use crate::program::{Folder, command};

/// How long anything may take before a test gives up, for machines under load.
const PATIENCE: Duration = Duration::from_secs(20);

fn some(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).expect("a size")
}

/// The program in a terminal.
pub struct Screen {
    /// Ends the program when it goes away.
    _process: PtyProcess,
    /// The file that holds the name of the terminal.
    terminal: PathBuf,
    keys: File,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
}

impl Screen {
    /// Starts the program with these arguments in a terminal of this size; its files are in the folder.
    pub fn open(folder: &Folder, (rows, columns): (u16, u16), arguments: &[&str]) -> Screen {
        let mut shell = Command::new("sh");
        let program = command();
        let path = program.get_program().to_string_lossy().into_owned();
        let terminal = folder.path().join("terminal");
        let name = terminal.display();
        let start = format!("stty rows {rows} cols {columns}; tty > {name}; exec \"$0\" \"$@\"");
        shell.args(["-c", &start, &path]).args(arguments);
        for (name, value) in program.get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        shell.env("XDG_STATE_HOME", folder.path()).env("XDG_CONFIG_HOME", folder.path());
        shell.env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8");
        Screen { terminal, ..Screen::start(shell, (rows, columns)) }
    }

    /// Starts any command in a terminal.
    pub fn start(command: Command, (rows, columns): (u16, u16)) -> Screen {
        let process = PtyProcess::new(command).expect("a terminal");
        let mut reader = process.get_file_handle().expect("its output");
        let keys = process.get_file_handle().expect("its keys");
        let (send, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                if send.send(bytes[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        Screen {
            _process: process,
            terminal: PathBuf::new(),
            keys,
            output,
            parser: vt100::Parser::new(some(rows), some(columns), 1000),
        }
    }

    /// Presses keys.
    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush()).expect("it listens");
    }

    /// Waits until the screen is as wanted, and gives its text: without blanks at the ends of lines, without empty
    /// lines at the end.
    pub fn until(&mut self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let text = self.text();
            if wanted(&text) {
                return text;
            }
            match self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(_) => panic!("waited for {what}; the screen is\n{text}"),
            }
        }
    }

    /// Waits until a text stands on the screen.
    pub fn shows(&mut self, text: &str) -> String {
        self.until(text, |screen| screen.contains(text))
    }

    /// Waits until the last line is this one.
    pub fn ends(&mut self, line: &str) -> String {
        self.until(line, |screen| screen.lines().last() == Some(line))
    }

    /// The screen now.
    pub fn text(&self) -> String {
        let screen = self.parser.screen().contents();
        let lines: Vec<&str> = screen.lines().map(str::trim_end).collect();
        lines.join("\n").trim_end().to_string()
    }

    /// Whether anything on the screen is coloured, bold or dim.
    pub fn is_coloured(&self) -> bool {
        let screen = self.parser.screen();
        let (rows, columns) = screen.size();
        let mut cells = (0..rows.get()).flat_map(|r| (0..columns.get()).filter_map(move |c| screen.cell(r, c)));
        cells.any(|cell| cell.bold() || cell.dim() || cell.fgcolor() != vt100::Color::Default)
    }

    /// Makes the window another size, as a person does who pulls at its edge.
    pub fn resize(&mut self, (rows, columns): (u16, u16)) {
        let terminal = std::fs::read_to_string(&self.terminal).expect("its name");
        let size = [rows.to_string(), columns.to_string()];
        let done = Command::new("stty").args(["-F", terminal.trim(), "rows", &size[0], "cols", &size[1]]).status();
        assert!(done.is_ok_and(|status| status.success()), "the window can be resized");
        self.parser.screen_mut().set_size(some(rows), some(columns));
    }

    /// Ends the program at its prompt: a key that comes before might be lost.
    pub fn leave(&mut self) {
        self.ends("cg>");
        self.press("\x04");
        self.ended();
    }

    /// Waits until the program has ended.
    pub fn ended(&mut self) {
        let end = Instant::now() + PATIENCE;
        while self.output.recv_timeout(end.saturating_duration_since(Instant::now())).is_ok() {}
        assert!(Instant::now() < end, "the program should have ended; the screen is\n{}", self.text());
    }
}
