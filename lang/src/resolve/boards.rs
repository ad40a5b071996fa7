//! Tiles and grids: the four sides, how a tile lies, and which zones are grids.

use super::items::Items;
use super::names::{Declared, Def, ScopeId};
use super::resolver::Resolver;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{EnumId, FieldInfo, KindSet, Seen, Tile, Type, Value};
use crate::source::Span;
use crate::syntax::ast::{ItemKind, Member, Name};

/// The built-in enum of sides, clockwise.
const SIDES: [&str; 4] = ["north", "east", "south", "west"];
/// At most so many squares in one direction of a tile.
const LONGEST: i64 = 8;

/// A tile as it is written; there may be no such tile.
pub(super) struct WrittenTile<'i> {
    pub name: &'i Name,
    pub width: i64,
    pub height: i64,
    /// The enum that names its squares.
    pub squares: Option<&'i Name>,
    /// The enum that names its outer edges.
    pub edges: Option<&'i Name>,
}

impl Resolver<'_> {
    /// Declares `Side` in every scope, if there is a tile.
    pub fn declare_sides(&mut self, items: &Items) {
        let tile = items.cards.iter().find(|(_, item)| matches!(item.kind, ItemKind::Tile { .. }));
        let Some(span) = tile.map(|(_, item)| item.span) else { return };
        if !self.room("enums", self.out.book.enums.len(), span) {
            return;
        }
        let id = EnumId(self.out.book.enums.len() as u16);
        let opposite = FieldInfo { name: "opposite".to_owned(), ty: Type::Enum(id), range: None };
        let other = |at: u16| vec![Value::Member(id, (at + 2) % 4)];
        self.out.book.enums.push(crate::ir::Enum {
            name: "Side".to_owned(),
            members: SIDES.iter().map(|s| (*s).to_owned()).collect(),
            rectangle: None,
            pair: None,
            fields: vec![opposite],
            values: (0..4).map(other).collect(),
            span,
        });
        for (at, side) in (0u16..).zip(SIDES) {
            self.out.enum_members.entry(side.to_owned()).or_default().push((id, at));
        }
        self.out.book.side = Some(id);
        for scope in &mut self.out.scopes {
            scope.names.entry("Side".to_owned()).or_insert(Declared { def: Def::Enum(id), span });
        }
    }

    /// How a tile lies; none after a report.
    pub fn tile(
        &mut self,
        scope: ScopeId,
        WrittenTile { name, width, height, squares, edges }: WrittenTile<'_>,
    ) -> Option<Tile> {
        let sane = (1..=LONGEST).contains(&width) && (1..=LONGEST).contains(&height);
        if !sane {
            let message = format!("a tile of {width} by {height} squares is not possible");
            let help = format!(
                "a tile is from 1 to {LONGEST} squares long and high: `tile Domino 2 by 1 {{ … }}`"
            );
            self.say(Diagnostic::new(Code::E0325, name.span, message).help(help));
            return None;
        }
        let squares = match squares {
            Some(of) => Some(self.names_of(scope, of, width * height, "squares")?),
            None => None,
        };
        let edges = match edges {
            Some(of) => Some(self.names_of(scope, of, 2 * (width + height), "outer edges")?),
            // The edges of a single square are its sides.
            None if width * height == 1 => self.out.book.side,
            None => None,
        };
        Some(Tile { width: width as u8, height: height as u8, squares, edges })
    }

    /// The enum that names so many squares or edges.
    fn names_of(&mut self, scope: ScopeId, of: &Name, wanted: i64, what: &str) -> Option<EnumId> {
        let id = match self.out.named(scope, of) {
            Some(Def::Enum(id)) => id,
            Some(Def::Broken) => return None,
            _ => {
                let message =
                    format!("there is no enum `{}` to name the {what} of the tile", of.text);
                let help = format!("declare it, with {wanted} members: `enum {} {{ … }}`", of.text);
                self.say(Diagnostic::unknown(Code::E0202, of.span, message).help(help));
                return None;
            }
        };
        let have = self.out.book[id].members.len() as i64;
        if have != wanted {
            let message =
                format!("`{}` has {have} members, but the tile has {wanted} {what}", of.text);
            let help = if what == "squares" {
                "squares are named from left to right, then down"
            } else {
                "edges are named clockwise, from the top of the top left square"
            };
            self.say(Diagnostic::new(Code::E0325, of.span, message).help(help));
            return None;
        }
        Some(id)
    }

    /// Whether a zone may be a grid of these; says why not.
    pub fn grid_fits(&mut self, member: &Member, of: KindSet, span: Span) -> bool {
        let plain = of.iter().map(|k| &self.out.book[k]).find(|k| k.tile.is_none());
        let found = match (plain, member.seen) {
            (Some(kind), _) => {
                let message =
                    format!("`{}` is not a tile, so it has no place on a grid", kind.name);
                let help = format!("declare it as a tile: `tile {} 1 by 1 {{ … }}`", kind.name);
                Diagnostic::new(Code::E0326, span, message).help(help)
            }
            (None, Some(Seen::Owner | Seen::Nobody)) => {
                let message = "everyone sees a grid, and every tile on it";
                Diagnostic::new(Code::E0326, member.span, message).help("leave `seen by` out")
            }
            (None, None | Some(Seen::Everyone)) => return true,
        };
        self.say(found);
        false
    }
}
