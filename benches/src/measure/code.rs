//! The size of the machine code.

use std::path::Path;

use object::{Object, ObjectSection, SectionKind};

/// The bytes of code in an object file.
pub fn bytes_of_code(path: &Path) -> u64 {
    let data = std::fs::read(path).expect("the compiler wrote it");
    let file = object::File::parse(&*data).expect("an object file");
    file.sections().filter(|section| section.kind() == SectionKind::Text).map(|section| section.size()).sum()
}
