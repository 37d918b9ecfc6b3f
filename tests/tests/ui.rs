//! What a mistake looks like: each file of `tests/ui` holds one, and the
//! compiler's answer is kept beside it.

#[test]
fn mistakes_are_explained() {
    let cases = trybuild::TestCases::new();
    // Written by the macro, and the same with every compiler.
    cases.compile_fail("tests/ui/macro/*.rs");
    // Written by rustc for the traits of this library.
    cases.compile_fail("tests/ui/rustc/*.rs");
}
