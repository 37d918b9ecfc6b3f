//! A number that tells one tree from another: see [`Node::FINGERPRINT`](crate::Node::FINGERPRINT).

/// Two numbers as one, in this order.
///
/// ```
/// use bt_core::fingerprint::mix;
///
/// assert_ne!(mix(1, 2), mix(2, 1));
/// ```
pub const fn mix(first: u64, second: u64) -> u64 {
    let mut mixed = (first.rotate_left(23) ^ second).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^= mixed >> 32;
    mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// A node: its name, and what is below it. The name is hashed by FNV-1a, in 64 bits.
///
/// ```
/// use bt_core::fingerprint::node;
///
/// assert_ne!(node("sequence", 1), node("selector", 1));
/// ```
pub const fn node(name: &str, below: u64) -> u64 {
    let (bytes, mut hash, mut index) = (name.as_bytes(), 0xCBF2_9CE4_8422_2325_u64, 0);
    while index < bytes.len() {
        hash = (hash ^ bytes[index] as u64).wrapping_mul(0x0100_0000_01B3);
        index += 1;
    }
    mix(hash, below)
}
