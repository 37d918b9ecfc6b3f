//! 341 nodes, four children each.

#![allow(unused_imports, reason = "one import for all generated trees")]

super::scene::generated!(Big, "big");
