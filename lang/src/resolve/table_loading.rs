//! Tables asked of the host, once each; what was wrong in them, and which columns were read.

use super::records::read;
use super::resolver::Resolver;
use super::tables::{Table, TableId};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::spelling::nearest;
use crate::syntax::ast::Text;

/// At most so many mistakes are reported of one table.
const MOST_MISTAKES: u32 = 8;

/// What columns are called that say how many copies there are of a card.
const COUNTING: [&str; 8] =
    ["copies", "count", "number", "amount", "times", "quantity", "qty", "how_many"];

/// The file of that name with another ending, or without the folder: `deck.xlsx`, `data/deck.csv`.
fn other_ending<'a>(name: &str, all: &'a [String]) -> Option<&'a str> {
    let stem = |name: &str| {
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name).to_lowercase();
        file.split('.').next().unwrap_or("").to_owned()
    };
    all.iter().map(String::as_str).find(|other| stem(other) == stem(name))
}

/// `is `a.csv``, `are `a.csv` and `b.csv``
fn there_are(all: &[String]) -> String {
    const SHOWN: usize = 4;
    let quoted: Vec<String> = all.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    let more = if all.len() > SHOWN { " …" } else { "" };
    let verb = if all.len() == 1 { "is" } else { "are" };
    format!("{verb} {}{more}", quoted.join(", "))
}

impl Resolver<'_> {
    /// The table that `from "path"` names; read once. None if it cannot be read, which is reported
    /// once.
    pub fn table(&mut self, file: &Text) -> Option<TableId> {
        let Some(path) = file.plain() else {
            self.say(Diagnostic::new(
                Code::E0303,
                file.span,
                "the name of a table is plain text, without `{…}`",
            ));
            return None;
        };
        let from = self.sources.get(file.span.file).map_or_else(String::new, |f| f.name.clone());
        if let Some(at) = self.tables.all.iter().position(|t| t.path.0 == path && t.path.1 == from)
        {
            return self.tables.all[at].readable.then_some(TableId(at));
        }
        if !self.room("tables", self.tables.all.len(), file.span) {
            return None;
        }
        let (table, problem) = self.load_table(file, path, from);
        let readable = table.readable;
        self.tables.all.push(table);
        self.report.extend(problem);
        readable.then(|| TableId(self.tables.all.len() - 1))
    }

    fn load_table(
        &mut self,
        file: &Text,
        path: String,
        from: String,
    ) -> (Table, Option<Diagnostic>) {
        let loaded = self.loader.table(&path, &from);
        let mut table = Table {
            name: path.clone(),
            path: (path, from),
            columns: Vec::new(),
            used: Vec::new(),
            rows: Vec::new(),
            mistakes: 0,
            readable: false,
        };
        let problem = match loaded {
            Err(why) => {
                let message = format!("the table `{}` cannot be read: {why}", table.name);
                let all = self.loader.tables();
                // A link that leads nowhere has the very name.
                let others = all.iter().map(String::as_str).filter(|name| *name != table.name);
                let near = nearest(&table.name, others).or_else(|| other_ending(&table.name, &all));
                let help = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None if all.is_empty() => {
                        "a table is a CSV file beside the game, or in a folder below it".to_owned()
                    }
                    None => format!(
                        "a table is a CSV file beside the game, or in a folder below it; there {}",
                        there_are(&all)
                    ),
                };
                Some(Diagnostic::new(Code::E0303, file.span, message).help(help))
            }
            Ok(loaded) => {
                let id = self.sources.add(loaded.name, loaded.text.as_str());
                read(&mut table, id, &loaded.text, file.span)
            }
        };
        table.readable = problem.is_none();
        (table, problem)
    }

    /// Reports a mistake in a table, the first few of each.
    pub fn say_of_table(&mut self, id: TableId, diagnostic: Diagnostic) {
        let table = &mut self.tables[id];
        table.mistakes += 1;
        if table.mistakes <= MOST_MISTAKES {
            self.report.push(diagnostic);
        }
    }

    /// Takes note that a column is read.
    pub fn use_column(&mut self, id: TableId, column: usize) {
        self.tables[id].used[column] = true;
    }

    /// Warns of columns that nobody reads, in tables without mistakes.
    pub fn warn_of_unread_columns(&mut self) {
        for table in self.tables.all.iter().filter(|t| t.mistakes == 0 && t.used.contains(&true)) {
            let unread = table.columns.iter().zip(&table.used).filter(|(_, used)| !**used);
            for (column, _) in unread {
                let message =
                    format!("no rule reads the column `{}` of `{}`", column.text, table.name);
                let counts = COUNTING.contains(&column.text.to_lowercase().as_str());
                let help = match counts {
                    true => format!(
                        "if it says how many there are of each card, write behind the table's \
                         name in the deck: `times {}`",
                        column.text
                    ),
                    false => {
                        format!("declare a field `{}`, or leave the column out", column.text)
                    }
                };
                self.report.push(Diagnostic::new(Code::W0301, column.span, message).help(help));
            }
        }
    }
}
