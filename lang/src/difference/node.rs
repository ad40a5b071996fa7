//! Parts of a rulebook as trees in which every id is a name, so that parts of two rulebooks can be
//! compared whatever the order of their declarations. Made by serialising: whatever the rulebook
//! comes to hold is compared too.

use crate::difference::spelling::{Sort, Spelling, Text};
use crate::ir::{EnumId, KindSet, LocalDecl, Rulebook};
use serde::ser::{self, Serialize};
use xxhash_rust::xxh3::Xxh3;

/// A part of a rulebook as a tree, so that two can be compared whatever their ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// A number that stands in the rules, with its unit.
    Number(i64, Option<Text>),
    /// The name of a thing.
    Name(Sort, Text),
    /// Any other word or text.
    Word(Text),
    /// What is none, and what says nothing: the number of a choice.
    Nothing,
    /// A part with parts.
    Tree(&'static str, Vec<Node>),
}

impl Node {
    /// A hash: equal trees have equal hashes.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mut hash = Xxh3::new();
        self.feed(&mut hash);
        hash.digest()
    }

    pub(super) fn feed(&self, hash: &mut Xxh3) {
        match self {
            Self::Number(n, unit) => {
                hash.update(b"n");
                hash.update(&n.to_le_bytes());
                hash.update(unit.as_deref().unwrap_or("").as_bytes());
            }
            Self::Name(sort, name) => {
                hash.update(&[b's', *sort as u8]);
                hash.update(name.as_bytes());
            }
            Self::Word(word) => {
                hash.update(b"w");
                hash.update(word.as_bytes());
            }
            Self::Nothing => hash.update(b"0"),
            Self::Tree(tag, parts) => {
                hash.update(b"(");
                hash.update(tag.as_bytes());
                parts.iter().for_each(|p| p.feed(hash));
                hash.update(b")");
            }
        }
        hash.update(&[0]);
    }

    /// Calls `see` for every leaf.
    pub fn leaves<'a>(&'a self, see: &mut dyn FnMut(&'a Self)) {
        match self {
            Self::Tree(_, parts) => parts.iter().for_each(|p| p.leaves(see)),
            leaf => see(leaf),
        }
    }

    /// The leaves in which two trees differ; none if they have different shapes.
    #[must_use]
    pub fn differing<'a>(&'a self, other: &'a Self) -> Option<Vec<(&'a Self, &'a Self)>> {
        let mut found = Vec::new();
        self.compare(other, &mut found).then_some(found)
    }

    fn compare<'a>(&'a self, other: &'a Self, found: &mut Vec<(&'a Self, &'a Self)>) -> bool {
        match (self, other) {
            (Self::Tree(a, x), Self::Tree(b, y)) => {
                a == b && x.len() == y.len() && x.iter().zip(y).all(|(x, y)| x.compare(y, found))
            }
            (Self::Tree(..), _) | (_, Self::Tree(..)) => false,
            (a, b) => {
                if a != b {
                    found.push((a, b));
                }
                true
            }
        }
    }

    /// As designers write it, if it is a leaf.
    #[must_use]
    pub fn said(&self) -> String {
        match self {
            Self::Number(n, Some(unit)) if unit.chars().all(char::is_alphanumeric) => {
                format!("{unit}({n})")
            }
            Self::Number(n, Some(unit)) if *n < 0 => format!("-{unit}{}", n.unsigned_abs()),
            Self::Number(n, Some(unit)) => format!("{unit}{n}"),
            Self::Number(n, None) => n.to_string(),
            Self::Name(_, name) => name.to_string(),
            Self::Word(word) => word.to_string(),
            Self::Nothing => "none".into(),
            Self::Tree(..) => "…".into(),
        }
    }
}

/// Makes trees of parts of one rulebook.
#[derive(Debug, Clone, Copy)]
pub struct Maker<'a> {
    /// The rulebook that the parts belong to: its ids are looked up there.
    pub book: &'a Rulebook,
    /// The names of its things.
    pub spelling: &'a Spelling,
    /// The local names of the body that the part stands in.
    pub locals: &'a [LocalDecl],
}

impl<'a> Maker<'a> {
    /// The same with the local names of a body.
    #[must_use]
    pub fn within(self, locals: &'a [LocalDecl]) -> Self {
        Self { locals, ..self }
    }

    /// The tree of a part.
    #[must_use]
    pub fn node<T: Serialize + ?Sized>(self, part: &T) -> Node {
        part.serialize(Writer { maker: self, inside: "" }).unwrap_or(Node::Nothing)
    }

    fn id(&self, sort: &str, at: u64) -> Option<Node> {
        let index = at as usize;
        let name = |sort| Node::Name(sort, self.spelling.get(sort, index));
        Some(match sort {
            "UnitId" => name(Sort::Unit),
            "EnumId" => name(Sort::Enum),
            "KindId" => name(Sort::Kind),
            "RowId" => name(Sort::Row),
            "ZoneId" => name(Sort::Zone),
            "CounterId" => name(Sort::Counter),
            "OptionId" => name(Sort::Option),
            "WordId" => name(Sort::Word),
            "DeedId" => name(Sort::Deed),
            "MoveId" => name(Sort::Move),
            "KindSet" => Node::Word(self.spelling.kinds(KindSet(at)).into()),
            "CardId" => {
                let row = self.book.cards[index].row;
                Node::Name(Sort::Row, self.spelling.get(Sort::Row, row.index()))
            }
            "TextId" => Node::Word(self.book.texts[index].raw.as_str().into()),
            "LimitId" => self.node(&self.book.limits[index]),
            "StageId" => self.stage(index),
            "SiteId" => Node::Nothing,
            "LocalId" => Node::Word(self.local(index)),
            _ => return None,
        })
    }

    /// A local name; what constants bind has none.
    fn local(&self, at: usize) -> Text {
        self.locals.get(at).map_or("?".into(), |local| local.name.as_str().into())
    }

    fn stage(&self, at: usize) -> Node {
        let stage = &self.book.stages[at];
        let title = stage.raw_title.as_deref().unwrap_or("");
        Node::Word(format!("{:?} {title}", stage.word).into())
    }
}

/// What cannot be made a tree; nothing of a rulebook is.
#[derive(Debug)]
pub struct Impossible;

impl std::fmt::Display for Impossible {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("this cannot be compared")
    }
}

impl std::error::Error for Impossible {}

impl ser::Error for Impossible {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

/// Writes a tree.
#[derive(Debug, Clone, Copy)]
struct Writer<'a> {
    maker: Maker<'a>,
    /// The type whose id is being written.
    inside: &'static str,
}

/// A part whose parts are being written.
#[derive(Debug)]
struct Parts<'a> {
    writer: Writer<'a>,
    tag: &'static str,
    parts: Vec<Node>,
}

impl<'a> Writer<'a> {
    fn parts(self, tag: &'static str) -> Result<Parts<'a>, Impossible> {
        Ok(Parts { writer: self, tag, parts: Vec::new() })
    }

    fn number(self, n: i64) -> Result<Node, Impossible> {
        let id = u64::try_from(n).ok().filter(|_| !self.inside.is_empty());
        let named = id.and_then(|id| self.maker.id(self.inside, id));
        Ok(named.unwrap_or(Node::Number(n, None)))
    }

    fn word(self, word: &str) -> Result<Node, Impossible> {
        Ok(Node::Word(word.into()))
    }
}

impl Parts<'_> {
    fn add<T: Serialize + ?Sized>(&mut self, part: &T) -> Result<(), Impossible> {
        let node = part.serialize(Writer { maker: self.writer.maker, inside: "" })?;
        self.parts.push(node);
        Ok(())
    }
}

macro_rules! numbers {
    ($($method:ident: $ty:ty),*) => {$(
        fn $method(self, n: $ty) -> Result<Node, Impossible> {
            self.number(i64::try_from(n).unwrap_or(i64::MAX))
        }
    )*};
}

impl<'a> ser::Serializer for Writer<'a> {
    type Ok = Node;
    type Error = Impossible;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    numbers!(serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64);
    numbers!(serialize_u8: u8, serialize_u16: u16, serialize_u32: u32);

    fn serialize_u64(self, n: u64) -> Result<Node, Impossible> {
        if let ("KindSet", Some(node)) = (self.inside, self.maker.id(self.inside, n)) {
            return Ok(node);
        }
        self.number(i64::try_from(n).unwrap_or(i64::MAX))
    }
    fn serialize_bool(self, yes: bool) -> Result<Node, Impossible> {
        self.word(if yes { "yes" } else { "no" })
    }
    fn serialize_f32(self, _: f32) -> Result<Node, Impossible> {
        Err(Impossible)
    }
    fn serialize_f64(self, _: f64) -> Result<Node, Impossible> {
        Err(Impossible)
    }
    fn serialize_char(self, c: char) -> Result<Node, Impossible> {
        self.word(c.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, text: &str) -> Result<Node, Impossible> {
        self.word(text)
    }
    fn serialize_bytes(self, _: &[u8]) -> Result<Node, Impossible> {
        Err(Impossible)
    }
    fn serialize_none(self) -> Result<Node, Impossible> {
        Ok(Node::Nothing)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Node, Impossible> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<Node, Impossible> {
        Ok(Node::Nothing)
    }
    fn serialize_unit_struct(self, name: &'static str) -> Result<Node, Impossible> {
        self.word(name)
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Node, Impossible> {
        self.word(variant)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Node, Impossible> {
        value.serialize(Self { inside: name, ..self })
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Node, Impossible> {
        let node = value.serialize(Self { inside: "", ..self })?;
        // A constant is its own leaf.
        Ok(if name == "Value" { node } else { Node::Tree(variant, vec![node]) })
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>, Impossible> {
        self.parts("")
    }
    fn serialize_tuple(self, _: usize) -> Result<Parts<'a>, Impossible> {
        self.parts("")
    }
    fn serialize_tuple_struct(self, name: &'static str, _: usize) -> Result<Parts<'a>, Impossible> {
        self.parts(name)
    }
    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Impossible> {
        self.parts(if name == "Value" { "#member" } else { variant })
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a>, Impossible> {
        self.parts("")
    }
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts<'a>, Impossible> {
        self.parts(name)
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Impossible> {
        self.parts(variant)
    }
}

impl Parts<'_> {
    fn over(self) -> Result<Node, Impossible> {
        let Self { writer, tag, mut parts } = self;
        match (tag, parts.as_slice()) {
            // A member: its enum, its number.
            ("#member", [Node::Name(Sort::Enum, of), Node::Number(at, _)]) => {
                let spelling = writer.maker.spelling;
                let of_enum = spelling.find(Sort::Enum, of).map(|at| EnumId(at as u16));
                let name = of_enum.map_or("?", |of| &spelling.members(of)[*at as usize]);
                Ok(Node::Name(Sort::Member, format!("{of}.{name}").into()))
            }
            // Of an expression only what it is counts; of an amount its unit too.
            ("Expr", [Node::Tree("Const", inner), ty]) => {
                let unit = match (inner.as_slice(), ty) {
                    ([Node::Number(n, _)], Node::Tree("Unit", of)) => Some((*n, of.first())),
                    _ => None,
                };
                if let Some((n, Some(Node::Name(_, name)))) = unit {
                    Ok(Node::Number(n, writer.symbol(name)))
                } else {
                    Ok(parts.swap_remove(0))
                }
            }
            ("Expr", [_, _]) => Ok(parts.swap_remove(0)),
            _ => Ok(Node::Tree(tag, parts)),
        }
    }
}

impl Writer<'_> {
    fn symbol(self, unit: &str) -> Option<Text> {
        let at = self.maker.spelling.find(Sort::Unit, unit)?;
        let unit = self.maker.book.units.get(at)?;
        Some(if unit.symbol.is_empty() {
            unit.name.as_str().into()
        } else {
            unit.symbol.as_str().into()
        })
    }
}

/// One of serde's ways to hand in part after part. All are the same here: names of fields say
/// nothing new.
macro_rules! part_after_part {
    ($way:ident: $($add:ident($($field:ty)?)),+) => {
        impl ser::$way for Parts<'_> {
            type Ok = Node;
            type Error = Impossible;
            $(fn $add<T: Serialize + ?Sized>(&mut self, $(_: $field,)? value: &T) -> Result<(), Impossible> {
                self.add(value)
            })+
            fn end(self) -> Result<Node, Impossible> {
                self.over()
            }
        }
    };
}

part_after_part!(SerializeSeq: serialize_element());
part_after_part!(SerializeTuple: serialize_element());
part_after_part!(SerializeTupleStruct: serialize_field());
part_after_part!(SerializeTupleVariant: serialize_field());
part_after_part!(SerializeMap: serialize_key(), serialize_value());
part_after_part!(SerializeStruct: serialize_field(&'static str));
part_after_part!(SerializeStructVariant: serialize_field(&'static str));
