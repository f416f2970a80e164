//! Files that the program writes: whole or not at all, and never over a file of others without permission.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::SystemTime;

use crate::eval::{Existing, NewFile};

/// Bytes at the beginning and at the end of a file among which its mark stands.
const MARKED: u64 = 1024;
/// Names that are tried for a file under way.
const TRIES: u32 = 16;

/// The time at which each file was written from here, by its path.
type WrittenTimes = Rc<RefCell<HashMap<PathBuf, SystemTime>>>;

/// The disk, and the files written to it from here.
#[derive(Clone, Default)]
pub struct Disk {
    written: WrittenTimes,
}

/// A file under way, with a name of its own beside the one that it will have. If it is dropped, it is removed.
struct FileDraft {
    file: File,
    beside: PathBuf,
    target: PathBuf,
    replaces: bool,
    written: WrittenTimes,
}

impl Disk {
    /// Begins a file.
    ///
    /// # Errors
    /// `AlreadyExists` for a file that may not be replaced; a link, a device or another thing that is no ordinary
    /// file; those of the file system.
    pub fn create(&self, path: &str, existing: Existing<'_>) -> io::Result<Box<dyn NewFile>> {
        let target = located(Path::new(path))?;
        let old = match fs::symlink_metadata(&target) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if let Some(old) = &old {
            self.demand_replaceable(&target, old, existing)?;
        }
        let (file, beside) = beside(&target)?;
        let draft = FileDraft { file, beside, target, replaces: old.is_some(), written: self.written.clone() };
        if let Some(old) = old {
            #[cfg(unix)]
            {
                use std::os::unix::fs::{MetadataExt, fchown};
                // Nobody but the system's administrator may give files away; theirs only become the writer's own.
                let _ = fchown(&draft.file, Some(old.uid()), Some(old.gid()));
            }
            draft.file.set_permissions(old.permissions())?;
        }
        Ok(Box::new(draft))
    }

    fn demand_replaceable(&self, target: &Path, old: &Metadata, existing: Existing<'_>) -> io::Result<()> {
        if old.is_symlink() {
            return Err(io::Error::other("it is a link to another file"));
        }
        if old.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !old.is_file() {
            return Err(io::Error::other("it is a device or a pipe, not an ordinary file"));
        }
        let may_go = match existing {
            Existing::Stays => false,
            Existing::Goes => true,
            Existing::Ours(mark) => self.is_as_written(target, old) || is_marked(target, mark)?,
        };
        if !may_go {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        // The permission to write is that of the file, not of its folder.
        File::options().write(true).open(target).map(drop)
    }

    /// Returns `true` if a file is as it was left from here.
    fn is_as_written(&self, target: &Path, now: &Metadata) -> bool {
        now.modified().is_ok_and(|time| self.written.borrow().get(target) == Some(&time))
    }
}

/// Puts another text into a file that was named by the person. Links stay links, and the file keeps its owner and its
/// permissions.
///
/// # Errors
/// The file system's; the file is as it was.
pub fn replace(path: &str, text: &str) -> io::Result<()> {
    let target = fs::canonicalize(path)?;
    let mut file = Disk::default().create(&target.to_string_lossy(), Existing::Goes)?;
    file.write_all(text.as_bytes())?;
    file.finish()
}

/// Returns the path with its folder in full, so that a file has one path.
fn located(path: &Path) -> io::Result<PathBuf> {
    let Some(name) = path.file_name() else { return Err(io::ErrorKind::IsADirectory.into()) };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(folder.canonicalize()?.join(name))
}

/// Returns a new file in the same folder, under a name that nobody could guess.
fn beside(target: &Path) -> io::Result<(File, PathBuf)> {
    let mut tries = 0;
    loop {
        let name = format!(".cg-{:016x}", RandomState::new().hash_one(std::process::id()));
        let path = target.with_file_name(OsString::from(name));
        match File::create_new(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tries < TRIES => tries += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Returns `true` if the mark stands near the beginning or the end of a file.
fn is_marked(path: &Path, mark: &[u8]) -> io::Result<bool> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    for begin in [0, length.saturating_sub(MARKED)] {
        let mut part = Vec::new();
        (&file).seek(SeekFrom::Start(begin))?;
        (&file).take(MARKED).read_to_end(&mut part)?;
        if part.windows(mark.len().max(1)).any(|bytes| bytes == mark) {
            return Ok(true);
        }
    }
    Ok(length == 0)
}

impl Write for FileDraft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl NewFile for FileDraft {
    fn finish(self: Box<Self>) -> io::Result<()> {
        self.file.sync_all()?;
        if self.replaces {
            fs::rename(&self.beside, &self.target)?;
        } else {
            // A second name, unlike a new one, is not given over a file that has come meanwhile.
            match fs::hard_link(&self.beside, &self.target) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
                Err(_) if !self.target.exists() => fs::rename(&self.beside, &self.target)?,
                linked => linked?,
            }
        }
        if let Ok(time) = fs::symlink_metadata(&self.target).and_then(|data| data.modified()) {
            self.written.borrow_mut().insert(self.target.clone(), time);
        }
        Ok(())
    }
}

impl Drop for FileDraft {
    fn drop(&mut self) {
        // A file that was renamed is no longer there.
        let _ = fs::remove_file(&self.beside);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("cg-files-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).expect("a folder");
            Folder(path)
        }

        fn path(&self, name: &str) -> String {
            self.0.join(name).to_string_lossy().into_owned()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn write(disk: &Disk, path: &str, text: &str, existing: Existing<'_>) -> io::Result<()> {
        let mut file = disk.create(path, existing)?;
        file.write_all(text.as_bytes())?;
        file.finish()
    }

    #[test]
    fn a_file_is_ours_until_another_program_changes_it() {
        let (folder, disk) = (Folder::new("ours"), Disk::default());
        let path = folder.path("a");
        let ours = Existing::Ours(b"MARK");
        write(&disk, &path, "one", ours).expect("there is none yet");
        write(&disk, &path, "two", ours).expect("it is ours");
        let other = Disk::default();
        assert!(write(&other, &path, "three", ours).is_err(), "another session does not know it");
        let file = File::options().append(true).open(&path).expect("a file");
        file.set_modified(SystemTime::UNIX_EPOCH).expect("a time");
        assert!(write(&disk, &path, "four", ours).is_err(), "it was changed");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "two");
        fs::write(&path, "<svg><!-- MARK --></svg>").expect("a file");
        write(&other, &path, "five", ours).expect("it has the mark");
        let late = format!("%PDF{}% MARK\n", " ".repeat(5 * MARKED as usize));
        fs::write(&path, &late).expect("a file");
        write(&Disk::default(), &path, "six", ours).expect("it has the mark at its end");
        fs::write(&path, late.replace("MARK\n", "no mark\n")).expect("a file");
        assert!(write(&Disk::default(), &path, "seven", ours).is_err(), "it has none");
    }

    #[test]
    fn a_file_that_comes_meanwhile_stays() {
        let (folder, disk) = (Folder::new("meanwhile"), Disk::default());
        let path = folder.path("a");
        let mut file = disk.create(&path, Existing::Stays).expect("there is none yet");
        file.write_all(b"late").expect("it is written");
        fs::write(&path, "first").expect("a file");
        assert_eq!(file.finish().expect_err("it is there").kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).expect("a file"), "first");
        drop(disk.create(&path, Existing::Goes).expect("it may go"));
        assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1);
    }
}
