//! One selector of 128.

#![allow(unused_imports, reason = "one import for all generated trees")]

super::scene::generated!(Wide, "wide");
