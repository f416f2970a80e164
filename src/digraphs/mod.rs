//! digraphs
