//! `#[bt(picture)]`: the tree in the documentation of its struct.

fn expand(input: &str) -> String {
    bt_expand::expand(format!("::bt_core; {input}").parse().unwrap()).to_string()
}

#[test]
fn a_picture_stands_where_the_attribute_stood() {
    let output = expand(
        "/// Before.
         #[bt(picture)]
         /// After.
         pub struct Guard;
         |g: &mut G| selector < is_low => flee, engage: sequence < @Near { metres: 2 }, cooldown(800ms) < attack > > >",
    );
    let picture = "selector\\n\
                   ├─ guard\\n\
                   │  ├─ is_low\\n\
                   │  └─ flee\\n\
                   └─ engage: sequence\\n   \
                   ├─ @Near { metres: 2 }\\n   \
                   └─ cooldown(800ms)\\n      \
                   └─ attack\\n";
    let text = output.replace("@Near { metres : 2 }", "@Near { metres: 2 }");
    let place = text.find(picture).unwrap_or_else(|| panic!("no picture in {text}"));
    assert!(text.find("Before.").is_some_and(|before| before < place));
    assert!(text.find("After.").is_some_and(|after| after > place));
    assert!(!text.contains("bt (picture)"));
}

#[test]
fn without_the_attribute_there_is_none() {
    assert!(!expand("pub struct Guard; |g: &mut G| selector < a, b >").contains("├─ a"));
}

#[test]
fn other_attributes_are_left_alone() {
    let output = expand("#[derive(Debug)] #[btrfs(picture)] struct Guard { #[bt(x)] x: f32 } |g: &mut G| a");
    for attribute in ["derive (Debug)", "btrfs (picture)", "bt (x)"] {
        assert!(output.contains(attribute), "{attribute}");
    }
    assert!(!output.contains("compile_error"));
}

#[test]
fn a_slip_in_the_attribute_is_a_mistake() {
    for slip in ["#[bt(pictures)]", "#[bt]", "#[bt(picture = 1)]", "#[bt(picture, 1)]"] {
        let output = expand(&format!("{slip} struct Guard; |g: &mut G| a"));
        assert!(output.contains("write `#[bt(picture)]`"), "{slip}");
    }
}
