//! 341 nodes, four children each.

super::scene::generated!(Big, "big");
