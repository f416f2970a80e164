//! The memory that this process may have: by the machine, by its container, by its address space.
//!
//! Linux tells all of it in small text files. Elsewhere the machine counts as one of [`USUAL_BYTES`].

use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes of a machine that does not say how many it has.
const USUAL_BYTES: u64 = 8 << 30;

/// The stack of the thread that works, in bytes: what it grows by counts as memory, this first part does not.
const STACK: u64 = 16 << 20;

/// The least stack that is worth trying.
const LEAST_STACK: u64 = 8 << 20;

/// Returns the limit in bytes for all computations: the given one, or three quarters of the machine and of its
/// container.
///
/// If the address space is limited, at most a third of the part of it that is for computing, of which `used` bytes are
/// in use. A process that runs out of addresses cannot be saved, and a growing table needs room for the old one and the
/// new one, twice as large, at the same time.
pub fn memory(asked: Option<usize>, used: usize) -> usize {
    let read = |path: &Path| read_to_string(path).ok();
    let wanted = asked.map_or_else(|| three_quarters(physical(&read)), |bytes| bytes as u64);
    let room = room(&read, used as u64).map_or(u64::MAX, |bytes| bytes / 3);
    usize::try_from(wanted.min(room)).unwrap_or(usize::MAX)
}

/// Returns the bytes in use, of which `allocated` bytes were asked of the allocator: it rounds sizes up, and memory that was
/// given back lies between pieces that are in use. The machine is asked for it whenever some megabytes more or less are
/// allocated. Memory that can be used again is counted too, so at most half as much again is added.
pub fn bytes_in_use(allocated: usize) -> usize {
    if allocated.abs_diff(SEEN_AT.load(Ordering::Relaxed)) >= BYTES_BETWEEN_LOOKS {
        let resident = read_to_string("/proc/self/status").ok().and_then(|text| field(&text, "VmRSS:"));
        let besides = resident.map_or(0, |bytes| (bytes as usize).saturating_sub(allocated));
        BESIDES.store(besides.min(allocated / 2), Ordering::Relaxed);
        SEEN_AT.store(allocated, Ordering::Relaxed);
    }
    allocated + BESIDES.load(Ordering::Relaxed)
}

/// Bytes that are allocated or freed between two looks at the memory of the process, each of which takes some microseconds.
const BYTES_BETWEEN_LOOKS: usize = 4 << 20;

/// The bytes allocated at the last look, and those that the process had besides.
static SEEN_AT: AtomicUsize = AtomicUsize::new(0);
static BESIDES: AtomicUsize = AtomicUsize::new(0);

/// Returns a stack for the thread that works: an eighth of the address space if that is limited.
pub fn stack() -> usize {
    let whole = address_space(&|path| read_to_string(path).ok());
    whole.map_or(STACK, |whole| (whole / 8).clamp(LEAST_STACK, STACK)) as usize
}

fn three_quarters(bytes: u64) -> u64 {
    bytes / 4 * 3
}

/// Returns the part of the address space that the program, its stacks and its libraries leave, if it is limited.
fn room(read: &dyn Fn(&Path) -> Option<String>, used: u64) -> Option<u64> {
    let taken = field(&read(Path::new("/proc/self/status"))?, "VmSize:")?;
    Some(address_space(read)?.saturating_sub(taken.saturating_sub(used)))
}

/// Returns the smallest of the memory of the machine and the limits of the control groups of this process. `read` gives
/// the text of a file, if there is one.
fn physical(read: &dyn Fn(&Path) -> Option<String>) -> u64 {
    let machine = read(Path::new("/proc/meminfo")).and_then(|text| field(&text, "MemTotal:")).unwrap_or(USUAL_BYTES);
    let groups = read(Path::new("/proc/self/cgroup")).unwrap_or_default();
    let limits = groups.lines().flat_map(|group| limits_of_group(group, read));
    limits.fold(machine, u64::min)
}

/// Returns the limits of a line such as `0::/user.slice` of the second version, `4:memory:/jobs` of the first, and of
/// the groups that hold it.
fn limits_of_group(line: &str, read: &dyn Fn(&Path) -> Option<String>) -> Vec<u64> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(group)) = (parts.next(), parts.next()) else { return Vec::new() };
    let (root, file) = match controllers {
        "" => ("/sys/fs/cgroup", "memory.max"),
        all if all.split(',').any(|one| one == "memory") => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
        _ => return Vec::new(),
    };
    let own = PathBuf::from(root).join(group.trim_start_matches('/'));
    // Inside a container the path may be that of the machine outside; the root is there in any case.
    let groups = own.ancestors().take_while(|folder| folder.starts_with(root));
    groups.filter_map(|folder| read(&folder.join(file))?.trim().parse().ok()).collect()
}

/// Returns the soft limit of addresses or of data, whichever is less, or `None` if there is neither.
fn address_space(read: &dyn Fn(&Path) -> Option<String>) -> Option<u64> {
    let text = read(Path::new("/proc/self/limits"))?;
    let limit = |name: &str| {
        let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
        rest.split_whitespace().next()?.parse::<u64>().ok()
    };
    [limit("Max address space"), limit("Max data size")].into_iter().flatten().min()
}

/// Returns a size of a line such as `MemTotal:  16 kB`, in bytes.
fn field(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = rest.split_whitespace().next()?.parse().ok()?;
    kibibytes.checked_mul(1 << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a machine with these files.
    fn machine<'a>(files: &'a [(&str, &str)]) -> impl Fn(&Path) -> Option<String> + 'a {
        move |path| files.iter().find(|(name, _)| Path::new(name) == path).map(|(_, text)| (*text).into())
    }

    const MEMORY: (&str, &str) = ("/proc/meminfo", "MemTotal:       16777216 kB\nMemFree:   12 kB\n");

    #[test]
    fn a_machine_is_as_large_as_it_says() {
        assert_eq!(physical(&machine(&[])), USUAL_BYTES);
        assert_eq!(physical(&machine(&[MEMORY])), 16 << 30);
    }

    #[test]
    fn the_smallest_control_group_counts() {
        let second = [
            MEMORY,
            ("/proc/self/cgroup", "0::/a.slice/b.scope\n"),
            ("/sys/fs/cgroup/a.slice/memory.max", "4294967296\n"),
            ("/sys/fs/cgroup/a.slice/b.scope/memory.max", "max\n"),
        ];
        assert_eq!(physical(&machine(&second)), 4 << 30);
        let first = [
            MEMORY,
            ("/proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/docker/17\n"),
            ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "1073741824\n"),
            ("/sys/fs/cgroup/memory/docker/17/memory.limit_in_bytes", "9223372036854771712\n"),
        ];
        assert_eq!(physical(&machine(&first)), 1 << 30);
    }

    #[test]
    fn addresses_and_data_are_limited() {
        let text = "Limit                     Soft Limit           Hard Limit           Units     \n\
                    Max data size             unlimited            unlimited            bytes     \n\
                    Max address space         1024000000           unlimited            bytes     \n";
        assert_eq!(address_space(&machine(&[("/proc/self/limits", text)])), Some(1_024_000_000));
        let grown = [("/proc/self/limits", text), ("/proc/self/status", "VmPeak: 9 kB\nVmSize:\t  500000 kB\n")];
        // A hundred million of the 512 000 000 bytes in use were computed.
        assert_eq!(room(&machine(&grown), 100_000_000), Some(612_000_000));
        assert_eq!(address_space(&machine(&[("/proc/self/limits", &text.replace("1024000000", "unlimited"))])), None);
    }
}
