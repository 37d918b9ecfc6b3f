//! The procedural macros of `bt-core`, which re-exports them: depend on that crate.

use proc_macro::TokenStream;

/// What `bt_core::bt!` calls, with the crate's path in front.
#[proc_macro]
pub fn bt_impl(input: TokenStream) -> TokenStream {
    bt_expand::expand(input.into()).into()
}
