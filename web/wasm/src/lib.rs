//! The language for a page in the browser: a request is a JSON object, and so is its answer.
//!
//! | `do` | what it takes | what it gives |
//! |---|---|---|
//! | `eval` | `text` | `answers`: one for each statement, as `cg batch` gives them, with `statement`, `latex`, `pictures`, `position`, `files`, `play` |
//! | `complete` | `text`, up to the cursor | `from`, a byte of it; `found`: `text`, `about` |
//! | `help` | `topic` | `entries` with their parts; `listed` of a family or a search, or `families` |
//! | `rulesets` | | each ruleset with its summary and the calls in its examples |
//! | `inks` | | the colours of pictures, each on light and on dark paper |
//! | `colours` | `text` | `pieces`: first byte, end, class |
//! | `board` | `text`, `misere`, `mover`; `notes: false` leaves values on vertices out | the position as `parts`, each a `board`, `heaps`, a `row`, `edges`, a `graph`, a `picture` or only its `text`; `moves` with the `ways` to click each (see [`Page::answer`]) |
//! | `verdicts`, `lengths` | the same, and `seconds` | what each move leads to, and after how many moves |
//! | `about` | the same | `outcome`; `verdict` and `length` for the mover; `value`; `heat`: mean, temperature, thermograph |
//! | `options` | `text` | `value`, and the options of `left` and `right` with their values, sensible ones first |
//! | `advise` | the same | `text` of the position after the machine's move, `why` |
//! | `lessons` | | `titles` |
//! | `lesson` | `number` | `title`, `steps` |
//! | `judge` | `text`, and `solution`, `any_of`, `question` of the exercise | as `eval`, with `right` and `difference` |
//! | `reset` | | nothing is defined any more |
//!
//! Places are bytes of the text that came. What cannot be answered has `ok: false`, a `message` and a `help`.
//!
//! In WebAssembly the page puts a request where the standard input is, calls `answer`, and finds the answer on the standard
//! output; so no memory is shared, and nothing here is unsafe.

mod board;
mod bush;
mod cells;
mod course;
mod explorer;
mod handbook;
mod look;
mod page;
mod world;

pub use page::{Page, ask};

/// Counts the bytes in use, so that a computation ends before the browser's memory does.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: cap::Cap<std::alloc::System> = cap::Cap::new(std::alloc::System, usize::MAX);

/// Returns the number of bytes in use. Another program that answers requests counts its own.
fn bytes_in_use() -> usize {
    #[cfg(target_family = "wasm")]
    return ALLOCATOR.allocated();
    #[cfg(not(target_family = "wasm"))]
    return 0;
}

/// The door of the module: answers the request that stands at the standard input.
#[cfg(target_family = "wasm")]
#[allow(unsafe_code, reason = "the name of an export counts as unsafe, for another function might have it too")]
#[unsafe(no_mangle)]
pub extern "C" fn answer() {
    use std::cell::RefCell;
    use std::io::{Read, Write, stdin, stdout};
    thread_local! {
        static PAGE: RefCell<Page> = RefCell::new(Page::new());
    }
    let mut request = String::new();
    if stdin().read_to_string(&mut request).is_ok() {
        let answer = PAGE.with_borrow_mut(|page| page.answer(&request));
        let mut out = stdout().lock();
        // The page waits for these bytes; without them it says so.
        let _ = out.write_all(answer.as_bytes()).and_then(|()| out.flush());
    }
}
