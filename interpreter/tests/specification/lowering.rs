//! What becomes of an expression or a statement: the instructions, by their names.

use crate::{book, program};
use houserules_interpreter::ask::Setup;
use houserules_interpreter::program::{Op, Program, SetupError};

/// Rules around what is looked at.
fn rules(items: &str, body: &str) -> String {
    format!(
        "game \"Lowering\"\nplayers 2 to 4\nenum Suit {{ clubs, hearts }}\n\
         card Playing {{ suit: Suit, rank: 1..13 }}\n\
         deck pack of Playing {{ each of (Suit, 1..13) }}\n\
         each Player has {{\n  hand: set of Playing, seen by owner\n  gold: 0..9 = 3\n}}\n\
         each Suit has {{ taken: 0..9 = 0 }}\n\
         the table has {{\n  laid: pile of Playing\n  line: row of Playing\n  n: 0..9 = 1\n}}\n\
         play {{\n  ends when count(laid) is 5 {{ end game won by players }}\n  \
         turn me in players onwards {{ choose {{ act }} }}\n}}\n\
         action act {{\n  {body}\n  move top 1 of pack to laid\n}}\n{items}\n"
    )
}

/// `zone Len` for `Z(Len { … })`, `Imm` for `Imm { … }`.
fn name(op: &Op) -> String {
    let text = format!("{op:?}");
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric()).collect::<String>();
    let inner = text.split_once('(').map_or("", |(_, inner)| inner);
    match op {
        Op::M(_) => format!("mask {}", word(inner)),
        Op::L(_) => format!("list {}", word(inner)),
        Op::Z(_) => format!("zone {}", word(inner)),
        Op::B(_) => format!("board {}", word(inner)),
        Op::E(_) => format!("effect {}", word(inner)),
        Op::F(_) => format!("flow {}", word(inner)),
        _ => word(&text),
    }
}

fn names_from(program: &Program, from: u32) -> Vec<String> {
    let code = &program.code[from as usize..];
    let end = code.iter().position(|op| matches!(op, Op::Back)).unwrap_or(code.len());
    code[..end].iter().map(name).collect()
}

/// The code of an expression that some player is handed to, in a game of two.
fn expression(of: &str) -> Vec<String> {
    let rules = rules(&format!("define subject for p: Player = {of}"), "");
    let program = program(&rules, 2);
    let at = program.book.words.iter().position(|w| w.name == "subject").expect("it is there");
    let word = program.words[at].as_ref().expect("it was lowered");
    names_from(&program, word.entry)
}

/// The code of the statement with which `act` begins.
fn statement(text: &str) -> Vec<String> {
    let rules = rules("", text);
    let (program, at) = (program(&rules, 2), rules.find(text).expect("it is there"));
    let first = program.statements.iter().find(|s| s.span.start as usize == at);
    let found = first.expect("it was lowered");
    program.code[found.from as usize..found.to as usize].iter().map(name).collect()
}

#[test]
fn a_number_that_is_known_is_one_constant() {
    assert_eq!(expression("2 + 3 * 4"), ["Imm"]);
}

#[test]
fn how_many_play_is_a_constant_of_the_set_up() {
    assert_eq!(expression("count(players)"), ["Imm"]);
}

#[test]
fn a_counter_of_a_player_is_read_by_its_key() {
    assert_eq!(expression("p.gold"), ["Counter", "Mov"]);
}

#[test]
fn a_constant_is_added_without_a_register_of_its_own() {
    assert_eq!(expression("p.gold + 1"), ["Counter", "ArithK", "Mov"]);
}

#[test]
fn a_counter_of_the_table_needs_no_key() {
    assert_eq!(expression("p.gold * n - 1"), ["Counter", "CounterT", "Arith", "ArithK", "Mov"]);
}

#[test]
fn the_seat_beside_is_one_instruction() {
    assert_eq!(expression("p.left"), ["Neighbour", "Mov"]);
}

#[test]
fn cards_are_counted_where_they_lie() {
    assert_eq!(expression("count(p.hand)"), ["zone Of", "zone Len", "Mov"]);
}

#[test]
fn whether_cards_lie_there_is_asked_without_finding_them() {
    assert_eq!(
        expression("p.hand is empty"),
        ["zone Of", "zone Some", "BranchIf", "Imm", "Jmp", "Imm"]
    );
}

#[test]
fn a_set_of_cards_is_a_mask() {
    assert_eq!(expression("p.hand"), ["zone Of", "zone Mask", "mask Copy"]);
}

#[test]
fn what_is_printed_is_tested_for_all_members_at_once() {
    assert_eq!(
        expression("count(those c in p.hand where c.rank is 3)"),
        ["zone Of", "zone Mask", "mask AndK", "mask Count", "Mov"]
    );
}

#[test]
fn any_of_a_mask_is_left_over() {
    assert_eq!(
        expression("any c in p.hand has c.suit is hearts"),
        ["zone Of", "zone Mask", "mask AndK", "mask Any", "BranchIfNot", "Imm", "Jmp", "Imm"]
    );
}

#[test]
fn every_of_a_mask_leaves_it_as_it_was() {
    assert_eq!(
        expression("every c in p.hand has c.rank > 2"),
        [
            "zone Of",
            "zone Mask",
            "mask Copy",
            "mask AndK",
            "mask Eq",
            "BranchIfNot",
            "Imm",
            "Jmp",
            "Imm"
        ]
    );
}

#[test]
fn members_of_equal_counters_are_found_at_once() {
    assert_eq!(
        expression("any q in players has q.gold is 3"),
        ["mask Const", "Imm", "mask Where", "mask Any", "BranchIfNot", "Imm", "Jmp", "Imm"]
    );
}

#[test]
fn cards_in_order_are_gone_through_until_one_decides() {
    assert_eq!(
        expression("any c in laid has c.rank > 2"),
        [
            "Imm",
            "list Clear",
            "zone List",
            "Imm",
            "list Next",
            "Imm",
            "Tab",
            "Less",
            "BranchIf",
            "Jmp",
            "Jmp",
            "Imm",
            "Jmp",
            "Imm"
        ]
    );
}

#[test]
fn a_sum_goes_through_a_mask_member_by_member() {
    assert_eq!(
        expression("sum(c.rank for c in p.hand)"),
        ["Imm", "zone Of", "zone Mask", "mask Next", "Tab", "Arith", "Jmp", "Mov"]
    );
}

#[test]
fn numbers_between_two_ends_are_never_listed() {
    assert_eq!(
        expression("sum(k for k in 1..n)"),
        ["Imm", "Imm", "CounterT", "Mov", "list Count", "Arith", "Jmp", "Mov"]
    );
}

#[test]
fn numbers_between_two_ends_are_counted_by_their_ends() {
    assert_eq!(expression("count(1..n)"), ["Imm", "CounterT", "Arith", "ArithK", "ArithK", "Mov"]);
}

#[test]
fn whether_a_number_lies_between_two_ends_is_compared() {
    assert_eq!(
        expression("3 in 1..n"),
        [
            "Imm",
            "Imm",
            "CounterT",
            "LessEq",
            "BranchIfNot",
            "LessEq",
            "BranchIfNot",
            "Imm",
            "Jmp",
            "Imm"
        ]
    );
}

#[test]
fn numbers_that_pass_a_condition_become_a_list() {
    assert_eq!(
        expression("count(those k in 1..9 where k > n)"),
        [
            "Imm",
            "Imm",
            "list Clear",
            "Mov",
            "list Count",
            "CounterT",
            "Less",
            "BranchIfNot",
            "list Push",
            "Jmp",
            "list Len",
            "Mov"
        ]
    );
}

#[test]
fn cards_of_a_pile_that_pass_a_condition_keep_their_order() {
    assert_eq!(
        expression("those c in laid where c.rank is 2"),
        [
            "Imm",
            "list Clear",
            "zone List",
            "list Clear",
            "Imm",
            "list Next",
            "Tab",
            "BranchIfOther",
            "list Push",
            "Jmp",
            "list Copy"
        ]
    );
}

#[test]
fn both_conditions_are_jumps() {
    assert_eq!(
        expression("n is 1 and p.gold is 2"),
        ["CounterT", "BranchIfOther", "Counter", "BranchIfOther", "Imm", "Jmp", "Imm"]
    );
}

#[test]
fn not_turns_the_jump_around() {
    assert_eq!(expression("not (n is 1)"), ["CounterT", "SameK", "BranchIf", "Imm", "Jmp", "Imm"]);
}

#[test]
fn only_the_branch_that_is_taken_is_run() {
    assert_eq!(
        expression("if n is 1 then 2 else p.gold"),
        ["CounterT", "BranchIfOther", "Imm", "Mov", "Jmp", "Counter", "Mov", "Mov"]
    );
}

#[test]
fn adding_to_a_counter_is_one_effect() {
    assert_eq!(statement("me.gold += 1"), ["Imm", "effect Add"]);
}

#[test]
fn a_counter_of_the_table_is_set() {
    assert_eq!(statement("n = 2"), ["Imm", "Imm", "effect Set"]);
}

#[test]
fn a_shuffle_is_one_effect() {
    assert_eq!(statement("shuffle pack"), ["Imm", "effect Shuffle"]);
}

#[test]
fn cards_from_the_top_are_drawn_one_by_one() {
    assert_eq!(
        statement("move top 1 of pack to me.hand"),
        [
            "Imm",
            "Imm",
            "zone Of",
            "Mov",
            "Imm",
            "Less",
            "BranchIfNot",
            "effect Draw",
            "BranchIfNot",
            "ArithK",
            "Mov",
            "Jmp"
        ]
    );
}

#[test]
fn a_loop_keeps_its_members_for_itself() {
    assert_eq!(
        statement("for each q in players { q.gold += 1 }"),
        ["mask Const", "mask Copy", "mask Next", "Mov", "Imm", "effect Add", "Jmp"]
    );
}

#[test]
fn a_condition_jumps_over_its_block() {
    assert_eq!(
        statement("if n is 1 { n = 2 }"),
        ["CounterT", "BranchIfOther", "Imm", "Imm", "effect Set"]
    );
}

#[test]
fn cards_that_move_are_listed_before_the_first_one_goes() {
    assert_eq!(
        statement("for each c in laid { move c to line }"),
        [
            "Imm",
            "list Clear",
            "zone List",
            "list Copy",
            "Imm",
            "list Next",
            "Mov",
            "Imm",
            "BranchIfNone",
            "effect Move",
            "Jmp"
        ]
    );
}

#[test]
fn the_same_rules_make_the_same_code() {
    let rules = rules("", "n += 1");
    let [one, other] = [program(&rules, 3), program(&rules, 3)];
    assert_eq!((&one.code, &one.schema.size), (&other.code, &other.schema.size));
}

#[test]
fn more_seats_take_more_room() {
    let rules = rules("", "n += 1");
    assert!(program(&rules, 2).schema.size < program(&rules, 4).schema.size);
}

#[test]
fn every_instruction_has_a_place_in_the_rules() {
    let program = program(&rules("", "n += 1"), 2);
    assert_eq!(program.code.len(), program.spans.len());
}

#[test]
fn so_many_cannot_play() {
    let setup = Setup { seats: 5, options: Vec::new() };
    let refused = Program::new(book(&rules("", "n += 1")), &setup).err();
    assert_eq!(refused, Some(SetupError::Seats(2, 4)));
}

#[test]
fn what_is_the_same_for_every_number_of_a_step_is_found_once() {
    let spend = "action spend(k in 0..4) needs me.cost(k) <= me.means else \"no\" { me.gold = k }\n\
         define means for p: Player = sum(c.rank for c in p.hand)\n\
         define cost(k: Number) for p: Player = k * sum(c.rank for c in p.hand)";
    let program = program(&rules(spend, ""), 2);
    let at = program.book.moves.iter().position(|m| m.name == "spend").expect("it is there");
    let names = names_from(&program, program.forms[at].steps[0].fit.0);
    let count = |name: &str| names.iter().filter(|n| *n == name).count();
    // Both sums are asked for unless they are known; the one in `cost` without a call of it.
    assert_eq!((count("Call"), count("BranchIf")), (1, 2), "{names:?}");
}

/// Tiles of a square, each open at one edge.
const TILES: &str = "game \"Traits\"\nplayers 1\nenum Part { whole }\nenum Edge { T, R, B, L }\n\
    tile Way 1 by 1 with squares Part, edges Edge { door: Edge }\n\
    deck ways of Way { each of (Edge) }\n\
    the table has { ground: grid of Way }\n\
    play { move top 1 of ways to ground at ground.middle end game lost }\n\
    define open(side: Side) for q: Square = q.tile is not none and q.edge(side) is q.tile.door\n\
    define alone for q: Square = every side in Side has q.next(side).tile is none\n\
    define leads(side: Side) for q: Square = q.open(side) or q.alone\n";

#[test]
fn a_word_about_what_lies_on_a_square_alone_is_a_trait() {
    let program = program(TILES, 1);
    let word = |name: &str| {
        let at = program.book.words.iter().position(|w| w.name == name).expect("it is there");
        program.words[at].as_ref().expect("it was lowered")
    };
    assert_eq!(word("open").of_square, Some(0));
    // Neighbours change.
    assert_eq!(word("alone").of_square, None);
    assert_eq!(word("leads").of_square, None);
    assert_eq!(names_from(&program, word("leads").entry)[0], "board TraitOn");
    // A bit for each side, and one for none. Turned clockwise, what was open above is open on the
    // right.
    assert_eq!((program.traits.bits, program.traits.bare), (5, 0));
    assert_eq!(program.traits.of_tiles[..4], [0b0001, 0b0010, 0b0100, 0b1000]);
}
