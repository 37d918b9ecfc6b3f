//! 40 levels, a condition in each.

super::scene::generated!(Deep, "deep");
