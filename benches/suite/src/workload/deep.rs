//! 40 levels, a condition in each.

#![allow(unused_imports, reason = "one import for all generated trees")]

super::scene::generated!(Deep, "deep");
