//! Games nested a hundred thousand deep, on a small stack.
