//! What a seat may try: texts of moves that are mostly not possible. Whether and why they are
//! refused must not tell what lies where the seat has not looked.

use houserules_interpreter::ask::Engine;
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{Pick, Rulebook, Step, Type};
use houserules_lang::naming::{Naming, typed_name};

/// Texts at one position.
const TRIES: usize = 12;

/// Some texts; none if the seat is not asked.
pub(super) fn tries(
    book: &Rulebook,
    seats: u8,
    machine: &Machine,
    seat: u8,
    draws: &mut BotSource,
) -> Vec<String> {
    if !machine.asked().is_some_and(|a| a.seats.contains(&seat)) || book.moves.is_empty() {
        return Vec::new();
    }
    let names: Vec<String> = (0..seats).map(|s| format!("P{s}")).collect();
    let naming = Naming { book, seats: &names };
    let dump = machine.dump();
    let mut words = Words { book, naming, dump: &dump, draws };
    (0..TRIES)
        .map(|_| {
            let m = &book.moves[words.below(book.moves.len())];
            let steps = m.steps.iter().skip(usize::from(m.hidden_this));
            let full = words.below(6) > 0;
            let kept = if full { m.steps.len() } else { words.below(m.steps.len() + 1) };
            let args: Vec<String> = steps.take(kept).map(|s| words.step(s)).collect();
            format!("{} {}", m.name, args.join(" "))
        })
        .collect()
}

struct Words<'a> {
    book: &'a Rulebook,
    naming: Naming<'a>,
    dump: &'a houserules_interpreter::ask::Snapshot,
    draws: &'a mut BotSource,
}

impl Words<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.draws.below(n.max(1) as u64) as usize
    }

    fn step(&mut self, step: &Step) -> String {
        let ty = step.domain.elem.bare().clone();
        match step.pick {
            Pick::One | Pick::UpToOne => self.value(&ty),
            _ => {
                let n = self.below(4);
                let items: Vec<String> = (0..n).map(|_| self.value(&ty)).collect();
                format!("({})", items.join(", "))
            }
        }
    }

    fn value(&mut self, ty: &Type) -> String {
        match ty {
            Type::Bool => ["yes", "no"][self.below(2)].into(),
            Type::Player => typed_name(
                &self.naming.seat(self.draws.below(self.naming.seats.len() as u64) as u8),
            ),
            Type::Enum(of) => {
                let members = self.book[*of].members.len();
                typed_name(self.naming.member(*of, self.draws.below(members as u64) as u16))
            }
            Type::Card(kinds) => {
                let rows: Vec<_> = self.book.rows.iter().filter(|r| kinds.has(r.kind)).collect();
                if rows.is_empty() || self.below(2) == 0 {
                    return self.place();
                }
                let row = &rows[self.below(rows.len())].name;
                if self.below(3) > 0 {
                    return format!("[{row}]");
                }
                let at = self.below(self.dump.zones.len());
                let (zone, key, _) = &self.dump.zones[at];
                format!("{}[{row}]", self.naming.zone_path(*zone, *key))
            }
            _ => (self.below(14) as i64 - 2).to_string(),
        }
    }

    fn place(&mut self) -> String {
        let full: Vec<_> = self.dump.zones.iter().filter(|(.., cards)| !cards.is_empty()).collect();
        if full.is_empty() {
            return "none".into();
        }
        let (zone, key, cards) = full[self.below(full.len())];
        let n = self.below(cards.len() + 1) + 1;
        format!("{}.slot({n})", self.naming.zone_path(*zone, *key))
    }
}
