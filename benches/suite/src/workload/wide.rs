//! One selector of 128.

super::scene::generated!(Wide, "wide");
