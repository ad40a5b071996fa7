//! Maps: the nodes that a `map` makes of cities and roads, and what is printed on both.
//!
//! A node is a member of an ordinary enum: first one for each city, then the spaces of each road,
//! counted from its start. A map without nodes of its own has the cities as nodes.

use super::items::Items;
use super::names::{Def, ScopeId};
use super::resolver::Resolver;
use super::tables::TableId;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{EnumId, FieldInfo, Map, MapId, MapRoad, Order, Type, Value};
use crate::letters::name_of;
use crate::source::Span;
use crate::syntax::ast::{Item, ItemKind, Name};
use std::collections::BTreeSet;

/// At most so many nodes a map.
const MOST_NODES: usize = 4096;
/// At most so many spaces a road.
const MOST_SPACES: i64 = 1000;

/// A `map` item with its names.
struct Written<'i> {
    name: &'i Name,
    stop: Option<&'i Name>,
    joins: &'i Name,
    by: &'i Name,
    columns: &'i [Name],
}

/// The enums of a map.
#[derive(Clone, Copy)]
struct Joined {
    cities: EnumId,
    roads: EnumId,
}

/// A road as its values have it.
#[derive(Clone, Copy)]
struct Road {
    start: u16,
    finish: u16,
    spaces: i64,
}

/// The table of the roads, and where their ends and spaces stand in it.
struct Cells {
    table: TableId,
    columns: Vec<usize>,
}

impl Resolver<'_> {
    /// Takes note of a map, and of the enum that it declares.
    pub fn declare_map(&mut self, scope: ScopeId, item: Item, items: &mut Items) {
        let Some(Written { name, stop, .. }) = written(&item) else { return };
        let nodes = EnumId(self.out.book.enums.len() as u16);
        let room = self.room("maps", self.out.book.maps.len(), name.span)
            && stop.is_none_or(|stop| self.declare_enum(scope, stop));
        if !room {
            return self.broken(scope, name);
        }
        let none = EnumId(u16::MAX);
        self.out.book.maps.push(Map {
            name: name.text.to_string(),
            nodes: if stop.is_some() { nodes } else { none },
            cities: none,
            roads: none,
            between: Vec::new(),
            links: Vec::new(),
            span: name.span,
        });
        let id = MapId(self.out.book.maps.len() as u16 - 1);
        self.declare(scope, name, Def::Map(id));
        if stop.is_some() {
            items.enums.push((scope, item.clone()));
        }
        items.maps.push((scope, item));
    }

    /// The enums whose members are the roads of a map.
    pub fn roads_of_maps(&self, items: &Items) -> BTreeSet<EnumId> {
        let by = items.maps.iter().filter_map(|(scope, item)| Some((*scope, written(item)?.by)));
        by.filter_map(|(scope, by)| {
            if let Some(Def::Enum(id)) = self.out.lookup(scope, &by.text) { Some(id) } else { None }
        })
        .collect()
    }

    /// Makes the nodes of all maps. The roads' fields must have been read; `tables` are those of
    /// enums.
    pub fn make_maps(&mut self, items: &Items, tables: &[(EnumId, TableId)]) {
        for (at, (scope, item)) in items.maps.iter().enumerate() {
            let Some(map) = written(item) else { continue };
            if self.make_map(MapId(at as u16), *scope, &map, tables).is_none() {
                self.out.names_missing = true;
                self.spoil(*scope, map.name);
                if let Some(stop) = map.stop {
                    self.spoil(*scope, stop);
                }
            }
        }
    }

    fn make_map(
        &mut self,
        id: MapId,
        scope: ScopeId,
        written: &Written<'_>,
        tables: &[(EnumId, TableId)],
    ) -> Option<()> {
        let cities = self.enum_of_map(scope, written.joins, "the places of a map")?;
        let roads = self.enum_of_map(scope, written.by, "the roads of a map")?;
        let joined = Joined { cities, roads };
        let fields = self.road_fields(joined, written)?;
        let cells = tables.iter().find(|(id, _)| *id == roads).and_then(|(_, table)| {
            let columns = written.columns.iter().map(|c| self.tables[*table].column(&c.text));
            Some(Cells { table: *table, columns: columns.collect::<Option<_>>()? })
        });
        let between = self.roads(joined, &fields, cells.as_ref())?;
        let links = self.links(cities, &between, written)?;
        let map = &mut self.out.book[id];
        (map.cities, map.roads, map.between, map.links) = (cities, roads, between, links);
        match written.stop {
            Some(stop) => self.name_nodes(id, stop),
            None => {
                map.nodes = cities;
                Some(())
            }
        }
    }

    fn enum_of_map(&mut self, scope: ScopeId, name: &Name, what: &str) -> Option<EnumId> {
        match self.out.named(scope, name) {
            Some(Def::Enum(id)) => Some(id),
            Some(Def::Broken) => None,
            Some(other) => {
                let message =
                    format!("`{}` is {}, but {what} are an enum", name.text, other.noun());
                let help = format!(
                    "declare it with a table: `enum {} from \"table.csv\" {{ … }}`",
                    name.text
                );
                self.say(Diagnostic::new(Code::E0320, name.span, message).help(help));
                None
            }
            None => {
                if !self.out.names_missing {
                    let near = self.out.suggest(scope, &name.text, &[]);
                    let found = Diagnostic::unknown(
                        Code::E0202,
                        name.span,
                        format!("there is no enum `{}`", name.text),
                    );
                    let declare = format!(
                        "declare it: `enum {} from \"table.csv\" {{ code: Name, … }}`",
                        name.text
                    );
                    self.say(
                        found.help(near.map_or(declare, |near| format!("did you mean `{near}`?"))),
                    );
                }
                None
            }
        }
    }

    /// The fields of a road that say where it begins and ends, and how many spaces it has.
    fn road_fields(
        &mut self,
        Joined { cities, roads }: Joined,
        of: &Written<'_>,
    ) -> Option<Vec<usize>> {
        let wanted = if of.stop.is_some() { 3 } else { 2 };
        let by = &of.by.text;
        if of.columns.len() != wanted {
            let (message, help) = match of.stop {
                Some(_) => (
                    format!(
                        "three fields of `{by}` are named: both ends, and how many spaces lie \
                         between"
                    ),
                    format!(
                        "write `{by}(start, finish, spaces)`; without spaces, leave `of …` out"
                    ),
                ),
                None => (
                    format!("two fields of `{by}` are named: both ends of a road"),
                    format!(
                        "write `{by}(start, finish)`; to have spaces on the roads, `map {} of Stop \
                         …`",
                        of.name.text
                    ),
                ),
            };
            self.say(Diagnostic::new(Code::E0320, of.by.span, message).help(help));
            return None;
        }
        let mut places = Vec::new();
        let mut complete = true;
        for (at, column) in of.columns.iter().enumerate() {
            let want = if at < 2 { Type::Enum(cities) } else { Type::Number };
            match self.road_field(roads, column, &want) {
                Some(place) => places.push(place),
                None => complete = false,
            }
        }
        complete.then_some(places)
    }

    fn road_field(&mut self, roads: EnumId, column: &Name, want: &Type) -> Option<usize> {
        let of = &self.out.book[roads];
        let found = of.fields.iter().position(|f| f.name == *column.text);
        let wanted = self.out.type_name(want);
        match found {
            Some(at) if of.fields[at].ty == *want => Some(at),
            Some(at) => {
                let have = self.out.type_name(&of.fields[at].ty);
                let message =
                    format!("`{}` of a `{}` is `{have}`, not `{wanted}`", column.text, of.name);
                let help = format!("declare the field as `{}: {wanted}`", column.text);
                self.say(Diagnostic::new(Code::E0320, column.span, message).help(help));
                None
            }
            None if self.out.broken.contains(&*column.text) => None,
            None => {
                let message = format!("a `{}` has no field `{}`", of.name, column.text);
                let near = self.out.guess(&column.text, of.fields.iter().map(|f| f.name.as_str()));
                let help = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("give it one: `{}: {wanted}`", column.text),
                };
                self.say(Diagnostic::new(Code::E0320, column.span, message).help(help));
                None
            }
        }
    }

    /// The roads with both ends and their spaces; none if a cell was wrong.
    fn roads(
        &mut self,
        joined: Joined,
        fields: &[usize],
        cells: Option<&Cells>,
    ) -> Option<Vec<MapRoad>> {
        let of = &self.out.book[joined.roads];
        let count = of.members.len();
        let values: Vec<Vec<Value>> =
            of.values.iter().map(|v| fields.iter().map(|f| v[*f].clone()).collect()).collect();
        let mut first = self.out.book[joined.cities].members.len();
        let mut between = Vec::new();
        for (row, values) in values.iter().enumerate() {
            let road =
                if let [Value::Member(_, a), Value::Member(_, b), rest @ ..] = values.as_slice() {
                    let spaces = match rest {
                        [Value::Number(n)] => *n,
                        [] => 0,
                        _ => continue,
                    };
                    Road { start: *a, finish: *b, spaces }
                } else {
                    continue;
                };
            if self.bad_road(joined, row, road, cells) {
                continue;
            }
            let Road { start, finish, spaces } = road;
            let spaces = spaces as u16;
            between.push(MapRoad { start, finish, spaces, first: first as u16 });
            first += usize::from(spaces);
            if first > MOST_NODES {
                let span = self.out.book[joined.roads].span;
                let message = format!("this map has more than {MOST_NODES} nodes");
                self.say(
                    Diagnostic::new(Code::E0302, span, message)
                        .help("leave out roads, or spaces on them"),
                );
                return None;
            }
        }
        (between.len() == count).then_some(between)
    }

    /// Whether a road leads nowhere, which is reported at its cell.
    fn bad_road(
        &mut self,
        Joined { cities, roads }: Joined,
        row: usize,
        Road { start, finish, spaces }: Road,
        cells: Option<&Cells>,
    ) -> bool {
        let (column, message, help) = if start == finish {
            let city = self.member_name(cities, start);
            let road = self.member_name(roads, row as u16);
            let message = format!("`{road}` leads from `{city}` back to `{city}`");
            (1, message, "a road joins two different places")
        } else if !(0..=MOST_SPACES).contains(&spaces) {
            let road = self.member_name(roads, row as u16);
            let message = format!("`{road}` cannot have {spaces} spaces");
            (2, message, "a road has from 0 to 1000 spaces; with 0 it joins its ends directly")
        } else {
            return false;
        };
        let Some(Cells { table, columns }) = cells else {
            let span = self.out.book[roads].span;
            self.say(Diagnostic::new(Code::E0321, span, message).help(help));
            return true;
        };
        let of = &self.tables[*table];
        let (name, span) = (&of.name, of.rows[row][columns[column]].span);
        let line = self.sources.line_column(span.file, span.start).0;
        let found = Diagnostic::new(Code::E0321, span, format!("`{name}`, row {line}: {message}"));
        self.say_of_table(*table, found.help(help));
        true
    }

    fn member_name(&self, of: EnumId, at: u16) -> &str {
        &self.out.book[of].members[usize::from(at)]
    }

    /// The neighbours of each node.
    fn links(
        &mut self,
        cities: EnumId,
        between: &[MapRoad],
        of: &Written<'_>,
    ) -> Option<Vec<Vec<u16>>> {
        let cities = self.out.book[cities].members.len();
        let nodes = between.last().map_or(cities, |r| usize::from(r.first + r.spaces));
        let have: usize = self.out.book.enums.iter().map(|e| e.members.len()).sum();
        if of.stop.is_some() && !self.room("members of enums", have + nodes, of.name.span) {
            return None;
        }
        let mut links = vec![BTreeSet::new(); nodes];
        let mut join = |a: u16, b: u16| {
            links[usize::from(a)].insert(b);
            links[usize::from(b)].insert(a);
        };
        for road in between {
            let mut last = road.start;
            for space in road.first..road.first + road.spaces {
                join(last, space);
                last = space;
            }
            join(last, road.finish);
        }
        Some(links.into_iter().map(|of| of.into_iter().collect()).collect())
    }

    /// Gives the nodes their names, and prints on them where they lie.
    fn name_nodes(&mut self, id: MapId, stop: &Name) -> Option<()> {
        let map = &self.out.book[id];
        let (nodes, cities, roads) = (map.nodes, map.cities, map.roads);
        let mut names = self.out.book[cities].members.clone();
        let mut values: Vec<Vec<Value>> = (0..names.len())
            .map(|at| vec![Value::Member(cities, at as u16), Value::None, Value::None])
            .collect();
        for (road, between) in map.between.iter().enumerate() {
            let name = name_of(self.member_name(roads, road as u16));
            for step in 1..=between.spaces {
                names.push(format!("{name}_{step}"));
                let road = Value::Member(roads, road as u16);
                values.push(vec![Value::None, road, Value::Number(i64::from(step))]);
            }
        }
        for (of, values) in map.links.iter().zip(&mut values) {
            values.push(Value::List(of.iter().map(|n| Value::Member(nodes, *n)).collect()));
        }
        let mut seen = BTreeSet::new();
        if let Some(twice) = names.iter().find(|name| !seen.insert(name.as_str())) {
            let message = format!("two nodes of `{}` are called `{twice}`", stop.text);
            let help = "nodes are called as their places, or as their road with a number: rename \
                        one of them";
            self.say(Diagnostic::new(Code::E0307, stop.span, message).help(help));
            return None;
        }
        let fields = self.node_fields(nodes, Joined { cities, roads }, stop)?;
        names.into_iter().for_each(|name| self.add_enum_member(nodes, name));
        let of = &mut self.out.book[nodes];
        (of.fields, of.values) = (fields, values);
        Some(())
    }

    fn node_fields(
        &mut self,
        nodes: EnumId,
        Joined { cities, roads }: Joined,
        stop: &Name,
    ) -> Option<Vec<FieldInfo>> {
        let field = |name: String, ty: Type| FieldInfo { name, ty, range: None };
        let named = |id: EnumId| field_name(&self.out.book[id].name);
        let all = Type::List(Box::new(Type::Enum(nodes)), Order::Unordered);
        let fields = vec![
            field(named(cities), Type::Enum(cities).optional()),
            field(named(roads), Type::Enum(roads).optional()),
            field("step".to_owned(), Type::Number.optional()),
            field("neighbours".to_owned(), all),
        ];
        let mut seen = BTreeSet::new();
        if let Some(twice) = fields.iter().find(|f| !seen.insert(f.name.as_str())) {
            let message = format!("a `{}` would have two fields `{}`", stop.text, twice.name);
            let help = "the kinds of place and road lend their names to fields beside `step` and \
                        `neighbours`: rename one";
            self.say(Diagnostic::new(Code::E0215, stop.span, message).help(help));
            return None;
        }
        Some(fields)
    }

    /// Prints on the places of maps what the map tells of them: their node, or their neighbours.
    pub fn print_on_places(&mut self) {
        for at in 0..self.out.book.maps.len() {
            let map = &self.out.book.maps[at];
            if map.links.is_empty() {
                continue;
            }
            let (nodes, cities, span) = (map.nodes, map.cities, map.span);
            let (name, ty, values) = if nodes == cities {
                let list = |of: &Vec<u16>| {
                    Value::List(of.iter().map(|n| Value::Member(nodes, *n)).collect())
                };
                let ty = Type::List(Box::new(Type::Enum(nodes)), Order::Unordered);
                ("neighbours".to_owned(), ty, map.links.iter().map(list).collect::<Vec<_>>())
            } else {
                let name = field_name(&self.out.book[nodes].name);
                let values = (0..map.links.len()).map(|n| Value::Member(nodes, n as u16)).collect();
                (name, Type::Enum(nodes), values)
            };
            self.print_on(cities, FieldInfo { name, ty, range: None }, values, span);
        }
    }

    fn print_on(&mut self, on: EnumId, field: FieldInfo, values: Vec<Value>, span: Span) {
        let of = &mut self.out.book[on];
        if of.fields.iter().any(|f| f.name == field.name) {
            let message = format!(
                "this map gives each `{}` a `{}`, but it has one already",
                of.name, field.name
            );
            let found =
                Diagnostic::new(Code::E0215, span, message).beside(of.span, "declared here");
            return self.say(found.help("rename the field"));
        }
        of.values.resize(of.members.len(), Vec::new());
        of.values.iter_mut().zip(values).for_each(|(of, value)| of.push(value));
        of.fields.push(field);
    }
}

fn written(item: &Item) -> Option<Written<'_>> {
    let ItemKind::Map { name, stop, joins, by, columns } = &item.kind else { return None };
    Some(Written { name, stop: stop.as_ref(), joins, by, columns })
}

/// The field that holds a member of that enum: `city` for `City`, `bus_stop` for `BusStop`.
fn field_name(of: &str) -> String {
    let mut name = String::new();
    let mut small = false;
    for c in of.chars() {
        if c.is_ascii_uppercase() && small {
            name.push('_');
        }
        small = c.is_ascii_lowercase() || c.is_ascii_digit();
        name.push(c.to_ascii_lowercase());
    }
    name
}
