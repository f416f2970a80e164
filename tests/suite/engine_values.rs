//! Large numbers, long lists of options that are never built, faults, rollback and compaction.
