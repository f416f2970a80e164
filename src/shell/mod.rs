//! What a person meets: help, and what the program does with a command line.

pub mod help;
