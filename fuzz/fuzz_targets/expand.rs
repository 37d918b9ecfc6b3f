//! Whatever stands in `bt!`: no panic, and what comes out is Rust.
#![no_main]

use libfuzzer_sys::fuzz_target;
use proc_macro2::TokenStream;

fuzz_target!(|source: &str| {
    // What rustc's own lexer and parser would not get through is not ours.
    if source.len() > 4096 {
        return;
    }
    let Ok(input) = source.parse::<TokenStream>() else { return };
    let mut tokens: TokenStream = "::bt_core;".parse().expect("it is Rust");
    tokens.extend(input);
    let output = bt_expand::expand(tokens);
    let text = output.to_string();
    // Rust in arguments and blocks is passed on as it is, right or wrong; what the
    // macro adds to a tree without mistakes must not break it.
    if text.contains("compile_error") {
        return;
    }
    std::hint::black_box(text);
});
