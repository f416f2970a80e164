//! Doors for fuzz targets into private parts: built with `--cfg fuzzing` alone, which `cargo fuzz` passes.

use std::time::Duration;

use super::app::{App, Meter};
use super::interrupt::Interrupt;
use super::settings::Settings;
use super::world::World;
use super::{batch, lsp};

fn settings(time: Duration, memory: usize) -> Settings {
    Settings { timeout: Some(time), memory: Some(memory), ..Settings::default() }
}

/// The program as `cg batch`; files that are written stay in memory.
pub struct Batch(App);

impl Batch {
    /// Opens it under these limits.
    pub fn open(time: Duration, memory: usize, meter: Meter) -> Batch {
        Batch(App::open(&settings(time, memory), World::Rehearsed, &Interrupt::default(), meter))
    }

    /// Returns the answer to a line.
    pub fn answer(&mut self, line: &str) -> String {
        batch::line(&mut self.0, line)
    }
}

/// The program as `cg lsp`.
pub struct Editor(lsp::Server);

impl Editor {
    /// Opens it under these limits.
    pub fn open(time: Duration, memory: usize, meter: Meter) -> Editor {
        Editor(lsp::Server::new(&settings(time, memory), meter))
    }

    /// Takes the body of a message.
    pub fn hear(&mut self, body: &[u8]) {
        self.0.hear(body);
    }
}
