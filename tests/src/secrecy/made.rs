//! Small rules written at random: cards, counters and choices that not everybody sees, conditions
//! on them, things shown, hidden, shuffled, said, limited and drawn. A game grows statement by
//! statement; what `check` refuses, or warns of as a secret told, is left out again. So what
//! remains lies as near to the border as the checker lets it.

use super::Subject;
use crate::shelf::Shelf;
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_lang::compile::{Compiled, Loaded, Memory, Wanted, compile_again};

/// Statements that are tried for one game.
const TRIED: usize = 24;
/// Conditions stand within each other so deep.
const DEEP: u64 = 2;

/// What every such game begins with.
pub const HEAD: &str = r#"game "Made"
players 3
card Chit { value: 1..4 }
deck pack of Chit { 4 each of (1..4) }
each Chit has { marks: Number }
each Player has {
  hand: set of Chit, seen by owner
  stash: pile of Chit, seen by nobody
  line: row of Chit, seen by owner
  front: slot of Chit, seen by nobody
  shelf: set of Chit
  gold: Number = 5, seen by owner
  fate: Number = 2, seen by nobody
  points: Number
}
the table has { heap: pile of Chit  bag: pile of Chit, seen by nobody  rounds: Number }
setup {
  shuffle pack
  for each p in players { move top 2 of pack to p.hand move top 1 of pack to p.stash move top 1 of pack to p.front }
}
to noted(p: Player) as "notes {p}" { shuffle bag }
to payed(p: Player, n: Number) { p.gold += n }
to taken(a: Chit, p: Player) { move a to p.hand }
to watched(a: Chit, p: Player) as "watches {a}" {
  may choose b in p.hand by p
  if b is not none { move b to p.stash }
  choose k in 0..1 by p asking "Is it {a}?"
}
define rich for p: Player = p.gold > 5
"#;

/// A game that grows.
#[derive(Debug, Clone)]
pub struct Made {
    moves: Vec<Move>,
    /// What happens in each round after everybody has bid in secret.
    round: Vec<String>,
    bids: bool,
    /// Everybody answers at once, the quickest first; otherwise one after the other has a turn.
    race: bool,
}

#[derive(Debug, Clone)]
struct Move {
    head: String,
    /// Of an attempt: when it works.
    works: Option<String>,
    /// What an attempt does that does not work.
    wrong: Vec<String>,
    /// Names of players, cards and numbers.
    players: Vec<&'static str>,
    cards: Vec<&'static str>,
    numbers: Vec<&'static str>,
    body: Vec<String>,
}

impl Made {
    /// The rules as they stand in a file, ready to be compiled.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = HEAD.to_string();
        text += "play {\n  ends when rounds is 6 { end game won by players with most points }\n  \
                 round {\n    rounds += 1\n";
        if self.bids {
            text += "    choose bid in 0..2 by each players\n";
        }
        for line in &self.round {
            text += &format!("    {line}\n");
        }
        let names: Vec<String> = (0..self.moves.len()).map(|at| format!("act{at}")).collect();
        let menu = format!("{{ {} or pass }}", names.join(" or "));
        text += &match self.race {
            true => format!("    choose {menu} by race of players\n  }}\n}}\n"),
            false => format!("    turn me in players {{ choose {menu} }}\n  }}\n}}\n"),
        };
        for (name, m) in names.iter().zip(&self.moves) {
            let (head, body, wrong) = (&m.head, m.body.join("\n  "), m.wrong.join("\n  "));
            text += &match &m.works {
                None => format!("action {name}{head}\n{{\n  {body}\n}}\n"),
                Some(works) => {
                    format!(
                        "attempt {name}{head} works when {works}\n{{\n  {body}\n}}\nwrong {{\n  \
                         {wrong}\n}}\n"
                    )
                }
            };
        }
        text
    }

    /// What happens in each round, what moves do, and what attempts do that do not work.
    fn blocks(&mut self) -> impl Iterator<Item = &mut Vec<String>> {
        let moves = self.moves.iter_mut().flat_map(|m| [&mut m.body, &mut m.wrong]);
        moves.chain([&mut self.round])
    }
}

/// A game from a seed.
#[must_use]
pub fn made(seed: u64) -> Made {
    let mut writer = Writer { draws: BotSource::new(seed), names: 0 };
    let mut game = writer.begun();
    let mut memory = Memory::default();
    for _ in 0..TRIED {
        let mut grown = game.clone();
        writer.grow(&mut grown);
        if grown.accepted(&mut memory).is_some() {
            game = grown;
        }
    }
    game
}

impl Made {
    /// The game, if `check` finds no error in it, and nothing to say of secrets.
    #[must_use]
    pub fn subject(&self) -> Option<Subject> {
        Subject::new(&self.accepted(&mut Memory::default())?, 3)
    }

    fn accepted(&self, memory: &mut Memory) -> Option<Compiled> {
        let game = Loaded { name: "made.rules".into(), text: self.text() };
        let loader = &mut Shelf::default();
        let compiled = compile_again(&game, &[], Wanted::Playable, loader, memory);
        let mut codes = compiled.diagnostics.iter().map(|d| d.code);
        let wrong = codes.any(|code| code.is_error() || code.is_about_secrets());
        (!wrong).then_some(compiled)
    }

    /// The same with as few statements as still tell something.
    #[must_use]
    pub fn smallest(&self, tells: impl Fn(&Subject) -> bool) -> Self {
        let mut small = self.clone();
        let mut at = 0;
        while let Some(less) = small.without(at) {
            if less.subject().is_some_and(|subject| tells(&subject)) {
                small = less;
            } else {
                at += 1;
            }
        }
        small
    }

    /// Without one of its statements, or its bids; none: there are not so many.
    fn without(&self, at: usize) -> Option<Self> {
        let mut left = at;
        let mut less = self.clone();
        let mut removed = false;
        for lines in less.blocks() {
            if left < lines.len() {
                lines.remove(left);
                removed = true;
                break;
            }
            left -= lines.len();
        }
        if removed {
            return Some(less);
        }
        (left == 0 && self.bids).then(|| Self { bids: false, ..self.clone() })
    }
}

/// What may be named where a statement stands.
#[derive(Clone, Default)]
struct Scope {
    players: Vec<String>,
    cards: Vec<String>,
    numbers: Vec<String>,
}

impl Move {
    fn scope(&self) -> Scope {
        let strings =
            |names: &[&str]| -> Vec<String> { names.iter().map(ToString::to_string).collect() };
        let mut players = strings(&["me", "me.left"]);
        players.extend(strings(&self.players));
        Scope { players, cards: strings(&self.cards), numbers: strings(&self.numbers) }
    }
}

struct Writer {
    draws: BotSource,
    names: u32,
}

impl Writer {
    fn below(&mut self, n: usize) -> usize {
        self.draws.below(n.max(1) as u64) as usize
    }

    fn one(&mut self, of: &[&str]) -> String {
        of[self.below(of.len())].to_string()
    }

    fn of(&mut self, items: &[String]) -> String {
        items[self.below(items.len())].clone()
    }

    fn name(&mut self, begin: &str) -> String {
        self.names += 1;
        format!("{begin}{}", self.names)
    }

    fn begun(&mut self) -> Made {
        let moves = (0..=self.below(3)).map(|_| self.head()).collect();
        Made { moves, round: Vec::new(), bids: self.below(2) == 0, race: self.below(4) == 0 }
    }

    /// A move without a body; heads that are refused in any case are not written.
    fn head(&mut self) -> Move {
        let (parameters, cards, numbers): (_, &[&str], &[&str]) = match self.below(8) {
            0 | 1 => ("(c in me.hand)", &["c"], &[]),
            2 => ("(c in me.hand where c.value > 2)", &["c"], &[]),
            3 => ("(n in 0..2)", &[], &["n"]),
            4 => ("(c in me.line)", &["c"], &[]),
            5 | 6 => ("(v in opponents, c in v.line)", &["c"], &[]),
            _ => ("", &[], &[]),
        };
        let title = self.one(&["", "", " as \"acts\"", " as \"does something\""]);
        let each = if cards.is_empty() { " once per round" } else { " once per round for c" };
        let limit =
            self.one(&["", "", " once per round", " once per round else \"you did that\"", each]);
        let need = self.one(&[
            "",
            "",
            " needs me.gold > 3 else \"you have {me.gold}\"",
            " needs me.points < 9 else \"{me} has enough\"",
            " needs count(me.hand) > 1 else \"keep one\"",
        ]);
        let (cards, numbers) = (cards.to_vec(), numbers.to_vec());
        let players = if parameters.starts_with("(v ") { vec!["v"] } else { Vec::new() };
        let head = format!("{parameters}{title}{limit}{need}");
        let mut made = Move {
            head,
            works: None,
            wrong: Vec::new(),
            players,
            cards,
            numbers,
            body: Vec::new(),
        };
        made.works = (self.below(4) == 0).then(|| self.condition(&made.scope()));
        made
    }

    fn grow(&mut self, game: &mut Made) {
        let at = self.below(game.moves.len() + 1);
        if let Some(into) = game.moves.get_mut(at) {
            let line = self.statement(&into.scope(), DEEP);
            let wrong = into.works.is_some() && self.below(2) == 0;
            if wrong { into.wrong.push(line) } else { into.body.push(line) }
        } else {
            let line = self.for_players(&Scope::default(), DEEP, game.bids);
            game.round.push(line);
        }
    }

    fn player(&mut self, scope: &Scope) -> String {
        self.of(&scope.players)
    }

    fn zone(&mut self, scope: &Scope) -> String {
        match self.below(8) {
            0 => "heap".into(),
            1 => "bag".into(),
            2 => "pack".into(),
            _ => {
                let zone = self.one(&["hand", "hand", "stash", "line", "front", "shelf"]);
                format!("{}.{zone}", self.player(scope))
            }
        }
    }

    fn number(&mut self, scope: &Scope) -> String {
        let n = self.below(12);
        match n {
            10 if !scope.cards.is_empty() => {
                format!("count({} - {})", self.zone(scope), self.of(&scope.cards))
            }
            11 if !scope.cards.is_empty() => {
                format!("({}.position otherwise 0)", self.of(&scope.cards))
            }
            0 if !scope.numbers.is_empty() => self.of(&scope.numbers),
            1 | 2 if !scope.cards.is_empty() => format!("{}.value", self.of(&scope.cards)),
            3 if !scope.cards.is_empty() => format!("{}.marks", self.of(&scope.cards)),
            4 => format!("{}.gold", self.player(scope)),
            5 => format!("{}.points", self.player(scope)),
            6 => format!("count({})", self.zone(scope)),
            7 => format!("sum(y.value for y in {})", self.zone(scope)),
            8 => format!("{}.fate", self.player(scope)),
            _ => (1 + self.below(4)).to_string(),
        }
    }

    fn condition(&mut self, scope: &Scope) -> String {
        match self.below(9) {
            7 if scope.cards.len() > 1 => {
                format!("{} is {}", self.of(&scope.cards), self.of(&scope.cards))
            }
            8 if !scope.cards.is_empty() => {
                format!("{} in {}", self.of(&scope.cards), self.zone(scope))
            }
            0 => format!("any z in {} has z.value > {}", self.zone(scope), 1 + self.below(3)),
            1 => format!("{} is not empty", self.zone(scope)),
            2 => format!("{}.rich", self.player(scope)),
            3 if !scope.cards.is_empty() => {
                format!("{}.value > {}", self.of(&scope.cards), 1 + self.below(3))
            }
            4 => format!("({} and {})", self.simple(scope), self.simple(scope)),
            _ => self.simple(scope),
        }
    }

    fn simple(&mut self, scope: &Scope) -> String {
        let sign = self.one(&[">", "<", "is", "is not"]);
        format!("{} {sign} {}", self.number(scope), self.number(scope))
    }

    /// Sometimes a condition on what is gone through.
    fn which(&mut self, scope: &Scope) -> String {
        if self.below(3) > 0 {
            return String::new();
        }
        format!(" where {}", self.condition(scope))
    }

    fn block(&mut self, scope: &Scope, deep: u64) -> String {
        let lines: Vec<String> = (0..=self.below(2)).map(|_| self.statement(scope, deep)).collect();
        format!("{{ {} }}", lines.join(" "))
    }

    fn for_players(&mut self, scope: &Scope, deep: u64, bids: bool) -> String {
        let name = self.name("p");
        let mut inner = scope.clone();
        inner.players.push(name.clone());
        if bids {
            inner.numbers.push(format!("({name}.bid otherwise 0)"));
        }
        let which = self.which(&inner);
        format!("for each {name} in players{which} {}", self.block(&inner, deep.saturating_sub(1)))
    }

    fn statement(&mut self, scope: &Scope, deep: u64) -> String {
        match self.below(if deep > 0 { 11 } else { 5 }) {
            0 | 1 => self.counted(scope),
            2 => self.moved(scope),
            3 => self.known(scope),
            4 => self.told(scope),
            5 => {
                let mut text =
                    format!("if {} {}", self.condition(scope), self.block(scope, deep - 1));
                if self.below(3) == 0 {
                    text += &format!(" else {}", self.block(scope, deep - 1));
                }
                text
            }
            6 => self.for_players(scope, deep, false),
            7 => self.for_cards(scope, deep),
            8 | 9 => self.picked(scope, deep),
            _ => self.named(scope, deep),
        }
    }

    fn counted(&mut self, scope: &Scope) -> String {
        match self.below(7) {
            0 => format!("{}.points += 1", self.player(scope)),
            1 => format!("{}.points += {}", self.player(scope), self.number(scope)),
            2 => format!("{}.fate = {}", self.player(scope), self.number(scope)),
            3 if !scope.cards.is_empty() => format!("{}.marks += 1", self.of(&scope.cards)),
            4 => format!("payed({}, {})", self.player(scope), self.number(scope)),
            5 if !scope.cards.is_empty() => {
                format!("taken({}, {})", self.of(&scope.cards), self.player(scope))
            }
            _ => format!("{}.gold += {}", self.player(scope), self.number(scope)),
        }
    }

    fn moved(&mut self, scope: &Scope) -> String {
        let to = match self.below(5) {
            0 => "heap".to_string(),
            1 => "bag".to_string(),
            _ => {
                format!("{}.{}", self.player(scope), self.one(&["hand", "stash", "line", "shelf"]))
            }
        };
        match self.below(6) {
            0 | 1 if !scope.cards.is_empty() => format!("move {} to {to}", self.of(&scope.cards)),
            2 => format!("move {} to {to}", self.zone(scope)),
            3 => {
                let (zone, least) = (self.zone(scope), 1 + self.below(3));
                format!("move those y in {zone} where y.value > {least} to {to}")
            }
            4 => {
                let (a, b) = (self.player(scope), self.player(scope));
                let zone = self.one(&["stash", "line"]);
                format!("move top 1 of {a}.{zone} to {b}.hand")
            }
            _ => format!("move top 1 of {} to {to}", self.one(&["pack", "pack", "bag", "heap"])),
        }
    }

    fn known(&mut self, scope: &Scope) -> String {
        match self.below(9) {
            0 if !scope.cards.is_empty() => {
                format!("show {} to {}", self.of(&scope.cards), self.player(scope))
            }
            7 if !scope.cards.is_empty() => {
                format!("show {} to {}", self.of(&scope.cards), self.some(scope))
            }
            8 => format!("show {} to {}", self.zone(scope), self.some(scope)),
            1 => format!("show {}.gold to {}", self.player(scope), self.player(scope)),
            2 => format!("show {} to {}", self.zone(scope), self.player(scope)),
            3 if !scope.cards.is_empty() => format!("hide {}", self.of(&scope.cards)),
            4 => format!("hide {} from {}", self.zone(scope), self.player(scope)),
            5 => format!("shuffle {}.stash", self.player(scope)),
            _ => format!("shuffle {}", self.one(&["pack", "bag"])),
        }
    }

    /// Those players of whom something is true.
    fn some(&mut self, scope: &Scope) -> String {
        let name = self.name("q");
        let mut inner = scope.clone();
        inner.players.push(name.clone());
        format!("those {name} in players where {}", self.condition(&inner))
    }

    fn told(&mut self, scope: &Scope) -> String {
        let to =
            if self.below(2) == 0 { format!(" to {}", self.player(scope)) } else { String::new() };
        match self.below(5) {
            0 => format!("say \"so it is\"{to}"),
            1 if !scope.cards.is_empty() => {
                format!("say \"it is {{{}}}\"{to}", self.of(&scope.cards))
            }
            2 => format!("noted({})", self.player(scope)),
            3 if !scope.cards.is_empty() => {
                format!("watched({}, {})", self.of(&scope.cards), self.player(scope))
            }
            _ => format!("say \"there are {{{}}}\"{to}", self.number(scope)),
        }
    }

    fn for_cards(&mut self, scope: &Scope, deep: u64) -> String {
        let name = self.name("x");
        let zone = self.zone(scope);
        let mut inner = scope.clone();
        inner.cards.push(name.clone());
        let which = self.which(&inner);
        match self.below(3) {
            0 => format!("for each {name} in {zone}{which} {}", self.block(&inner, deep - 1)),
            1 => format!(
                "if there is {name} in (first y in {zone}) {}",
                self.block(&inner, deep - 1)
            ),
            _ => format!("choose {name} in {zone} by chance {}", self.statement(&inner, deep - 1)),
        }
    }

    /// A card that somebody chooses of their own, or another name for a card; what follows may use
    /// it.
    fn picked(&mut self, scope: &Scope, deep: u64) -> String {
        let name = self.name("k");
        let mut inner = scope.clone();
        inner.cards.push(name.clone());
        let inside = |writer: &mut Self| {
            let lines: Vec<String> =
                (0..=writer.below(2)).map(|_| writer.statement(&inner, deep - 1)).collect();
            lines.join(" ")
        };
        if self.below(4) == 0 && !scope.cards.is_empty() {
            let card = self.of(&scope.cards);
            return format!("let {name} = {card} {}", inside(self));
        }
        let (zone, who) = (self.one(&["hand", "hand", "line"]), self.player(scope));
        let then = inside(self);
        format!("may choose {name} in {who}.{zone} by {who} if {name} is not none {{ {then} }}")
    }

    /// A name for a value, or something that is asked or drawn, and a statement that may use it.
    fn named(&mut self, scope: &Scope, deep: u64) -> String {
        let name = self.name("v");
        let begin = match self.below(3) {
            0 => format!("let {name} = {}", self.number(scope)),
            1 => format!("choose {name} in 0..2 by {}", self.player(scope)),
            _ => format!("choose {name} in 0..2 by chance"),
        };
        let mut inner = scope.clone();
        inner.numbers.push(name);
        format!("{begin} {}", self.statement(&inner, deep - 1))
    }
}
