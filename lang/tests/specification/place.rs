//! Places, as they are told.

use houserules_lang::place::Place;

#[test]
fn the_file_s_own_name_tells_of_no_folder() {
    let of = |file: &str| Place { file: file.into(), line: 1, column: 1 };
    for file in ["nim.rules", "/home/ana/nim.rules", "C:\\games\\nim.rules"] {
        assert_eq!(of(file).file_name(), "nim.rules");
    }
}
