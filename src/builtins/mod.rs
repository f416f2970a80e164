//! The one table of built-ins, family by family.
