//! A program as text, so that a person can read what became of the rules.
//!
//! Registers are `r3`, masks `m3` (of several words `m3..4`), lists `l3`, places of the position
//! `@120`; what is in braces is a constant. Each instruction stands behind its number; above the
//! first of a body, word, form or ending stands its name, and above the first of a statement its
//! line of the rules.

use super::{
    BoardOp, Effect, Flow, Form, FrameKind, How, ListOp, Loc, MaskOp, Members, NONE, Op, Pc,
    Program, R, Who, ZoneOp,
};
use houserules_lang::ir::{ArithOp, BodyRef};
use houserules_lang::source::Span;
use std::collections::BTreeMap;
use std::fmt::Write;

impl Program {
    /// The program as text, for people; it is not read back. `place` says where in the rules
    /// something stands, such as `nim.rules:12`.
    #[must_use]
    pub fn listing(&self, place: &dyn Fn(Span) -> String) -> String {
        let mut text = self.summary();
        text.push_str(&self.layout());
        let labels = self.labels();
        let (mut said, mut at) = (String::new(), 0);
        for (pc, op) in (0..).zip(&self.code) {
            for label in labels.get(&pc).into_iter().flatten() {
                let _ = writeln!(text, "\n{label}");
                said.clear();
            }
            let span = self.spans.get(at).copied().unwrap_or_default();
            let here = place(span);
            if here != said && span != Span::default() {
                let _ = writeln!(text, "       ; {here}");
                said = here;
            }
            let _ = writeln!(text, "{pc:>6} {}", self.line(*op));
            at += 1;
        }
        text
    }

    fn summary(&self) -> String {
        let (registers, lists) = self.registers;
        format!(
            "{}, {} players: {} instructions, {registers} registers, {lists} lists, {} bytes\n",
            self.book.title,
            self.schema.seats,
            self.code.len(),
            self.schema.size
        )
    }

    /// Where everything lies in a position.
    fn layout(&self) -> String {
        let mut rows: Vec<(u32, String)> = vec![(0, "header".into())];
        rows.push((self.schema.loc, format!("where each of {} cards lies", self.schema.cards)));
        rows.push((self.schema.stack, format!("stack of {} frames", self.schema.depth)));
        rows.push((self.schema.known, "who knows each card".into()));
        for family in &self.schema.counters {
            let width = if family.narrow { "a byte" } else { "8 bytes" };
            let name = self.counter(family.id.0);
            rows.push((family.base, format!("{name}: {} × {width}", family.n)));
        }
        for inst in &self.schema.insts {
            let key = self.schema[inst.zone].n > 1;
            let of = if key { format!(" of {}", inst.key) } else { String::new() };
            rows.push((inst.base, format!("{}{of}: {} cards", self.zone(inst.zone.0), inst.cap)));
        }
        for frame in self.frames.iter().filter(|f| f.size > 0) {
            rows.push((
                frame.base,
                format!("frame of {}: {} bytes", self.kind(frame.kind), frame.size),
            ));
        }
        rows.sort();
        let mut text = String::from("\nposition\n");
        for (at, what) in rows {
            let _ = writeln!(text, "{:>6} {what}", format!("@{at}"));
        }
        text
    }

    /// What begins where.
    fn labels(&self) -> BTreeMap<Pc, Vec<String>> {
        let mut labels: BTreeMap<Pc, Vec<String>> = BTreeMap::new();
        let mut add = |pc: Pc, label: String| labels.entry(pc).or_default().push(label);
        add(self.entry, "start".into());
        for frame in self.frames.iter().filter(|f| matches!(f.kind, FrameKind::Body(_))) {
            add(frame.entry, self.kind(frame.kind));
        }
        for (word, code) in self.book.words.iter().zip(&self.words) {
            if let Some(code) = code {
                add(code.entry, format!("word {} → {}", word.name, loc(code.result)));
            }
        }
        for (id, stage) in self.stages.iter().enumerate() {
            let name = self.stage(id as u16);
            add(stage.next, format!("{name}: the next element, or → {}", stage.exit));
            add(stage.elem, format!("{name}: an element is over"));
            if let Some((into, pc, reg)) = stage.filter {
                add(pc, format!("{name}: whether {} comes → r{reg}", loc(into)));
            }
            for end in &stage.ends {
                let when = if end.at_once { "ends at once when" } else { "ends when" };
                add(end.test.0, format!("{name} {when} → r{}", end.test.1));
                add(end.body, format!("{name} has ended"));
            }
        }
        for (id, form) in self.book.moves.iter().zip(&self.forms) {
            form_labels(form, &format!("move {}", id.name), &mut add);
        }
        for (id, site) in self.sites.iter().enumerate() {
            if let Some(form) = &site.values {
                form_labels(form, &format!("choice {id}"), &mut add);
            }
        }
        for (of, holes) in [("text", &self.holes), ("text of a choice", &self.draft_holes)] {
            for (text, holes) in holes {
                for (pc, at, _) in holes {
                    add(*pc, format!("{of} {} → {}", text.0, loc(*at)));
                }
            }
        }
        labels
    }

    fn kind(&self, kind: FrameKind) -> String {
        match kind {
            FrameKind::Body(BodyRef::Setup) => "setup".into(),
            FrameKind::Body(BodyRef::Play) => "play".into(),
            FrameKind::Body(BodyRef::Deed(id)) => format!("deed {}", self.book[id].name),
            FrameKind::Body(BodyRef::Move(id)) => format!("move {}", self.book[id].name),
            FrameKind::Body(BodyRef::Word(id)) => format!("word {}", self.book[id].name),
            FrameKind::Body(BodyRef::RunsOut(n)) => format!("handler {n}"),
            FrameKind::Body(BodyRef::Test(n)) => format!("test {n}"),
            FrameKind::Body(BodyRef::Constant) => "a constant".into(),
            FrameKind::Stage(id) => self.stage(id.0),
            FrameKind::Site(id) => format!("choice {id}"),
            FrameKind::Referee => "a referee".into(),
        }
    }

    fn stage(&self, id: u16) -> String {
        match self.book.stages.get(usize::from(id)) {
            Some(stage) => match &stage.raw_title {
                Some(title) => format!("stage {id} \"{title}\""),
                None => format!("stage {id}"),
            },
            None => "the game".into(),
        }
    }

    fn counter(&self, f: u16) -> String {
        self.book.counters.get(usize::from(f)).map_or_else(|| f.to_string(), |c| c.name.clone())
    }

    fn zone(&self, zone: u16) -> String {
        self.book.zones.get(usize::from(zone)).map_or_else(|| zone.to_string(), |z| z.name.clone())
    }

    fn body(&self, frame: u16) -> String {
        self.frames.get(usize::from(frame)).map_or_else(String::new, |f| self.kind(f.kind))
    }

    /// A constant mask as its members.
    fn constant(&self, k: u16, w: u8) -> String {
        let words = self.masks.iter().skip(usize::from(k)).take(usize::from(w));
        let members = words.enumerate().flat_map(|(at, word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit)
        });
        braced(members)
    }

    /// An instruction, without its number.
    fn line(&self, op: Op) -> String {
        match op {
            Op::Imm { d, k } => format!("r{d} = {k}"),
            Op::Wide { d, k } => {
                let value = self.wide.get(usize::from(k)).copied().unwrap_or(NONE);
                format!("r{d} = {}", number(value))
            }
            Op::Mov { d, s } => format!("r{d} = r{s}"),
            Op::Ld { d, off } => format!("r{d} = @{off}"),
            Op::St { off, s } => format!("@{off} = r{s}"),
            Op::Arith { op, d, a, b } => format!("r{d} = {}", arith(op, a, &format!("r{b}"))),
            Op::ArithK { op, d, a, k } => format!("r{d} = {}", arith(op, a, &k.to_string())),
            Op::Neg { d, a } => format!("r{d} = -r{a}"),
            Op::Same { d, a, b } => format!("r{d} = r{a} is r{b}"),
            Op::SameK { d, a, k } => format!("r{d} = r{a} is {k}"),
            Op::Less { d, a, b } => format!("r{d} = r{a} < r{b}"),
            Op::LessEq { d, a, b } => format!("r{d} = r{a} <= r{b}"),
            Op::IsNone { d, a } => format!("r{d} = r{a} is none"),
            Op::Not { d, a } => format!("r{d} = not r{a}"),
            Op::Jmp { to } => format!("→ {to}"),
            Op::BranchIfNot { a, to } => format!("unless r{a} → {to}"),
            Op::BranchIf { a, to } => format!("if r{a} → {to}"),
            Op::BranchIfNone { a, to } => format!("if r{a} is none → {to}"),
            Op::BranchIfSome { a, to } => format!("unless r{a} is none → {to}"),
            Op::BranchIfOther { a, k, to } => format!("unless r{a} is {k} → {to}"),
            Op::Tab { d, t, i } => format!("r{d} = field {t} of r{i}"),
            Op::Neighbour { d, a, n } => format!("r{d} = seat r{a} {n:+}"),
            Op::Square { d, e, c, r } => format!("r{d} = square of enum {e} at r{c}, r{r}"),
            Op::InConst { d, a, k } => format!("r{d} = r{a} in mask constant {k}"),
            Op::Counter { d, f, i } => format!("r{d} = {} of r{i}", self.counter(f)),
            Op::CounterT { d, f } => format!("r{d} = {}", self.counter(f)),
            Op::Call { to } => format!("call {to}"),
            Op::Back => "back".into(),
            Op::Shown { d, f, i, p } => {
                format!("r{d} = {} of r{i} was shown to r{p}", self.counter(f))
            }
            Op::Open { d, limit } => format!("r{d} = limit {limit} is open"),
            Op::Travel { t } => format!("travel {t}"),
            Op::Fail { what } => format!("fault {what}"),
            Op::Remembered { d, n } => format!("r{d} = remembered {n}"),
            Op::Suppose { body, to } => format!("suppose body {body}, then {to}"),
            Op::TooDeep { word } => format!("fault: word {word} too deep"),
            Op::M(op) => self.mask_line(op),
            Op::L(op) => list_line(op),
            Op::Z(op) => self.zone_line(op),
            Op::B(op) => board_line(op),
            Op::E(op) => self.effect_line(op),
            Op::F(op) => self.flow_line(op),
        }
    }

    fn mask_line(&self, op: MaskOp) -> String {
        match op {
            MaskOp::Zero { m: d, w } => format!("{} = {{}}", mask(d, w)),
            MaskOp::Const { m: d, k, w } => format!("{} = {}", mask(d, w), self.constant(k, w)),
            MaskOp::Copy { d, s, w } => format!("{} = {}", mask(d, w), mask(s, w)),
            MaskOp::And { d, s, w } => format!("{} and= {}", mask(d, w), mask(s, w)),
            MaskOp::Shift { m, by } => format!("{} {by:+} each", mask(m, 1)),
            MaskOp::AndK { d, k, w } => format!("{} and= {}", mask(d, w), self.constant(k, w)),
            MaskOp::Or { d, s, w } => format!("{} or= {}", mask(d, w), mask(s, w)),
            MaskOp::AndNot { d, s, w } => format!("{} minus= {}", mask(d, w), mask(s, w)),
            MaskOp::Column { m, col, v } => format!("m{m} and= column {col} where r{v}"),
            MaskOp::Set { m, i, w } => format!("{} += r{i}", mask(m, w)),
            MaskOp::Clear { m, i, w } => format!("{} -= r{i}", mask(m, w)),
            MaskOp::Has { d, m, i, w } => format!("r{d} = r{i} in {}", mask(m, w)),
            MaskOp::Count { d, m, w } => format!("r{d} = count {}", mask(m, w)),
            MaskOp::Any { d, m, w } => format!("r{d} = any {}", mask(m, w)),
            MaskOp::First { d, m, w } => format!("r{d} = first {}", mask(m, w)),
            MaskOp::Next { d, m, w, exit } => {
                format!("r{d} = next of {}, or → {exit}", mask(m, w))
            }
            MaskOp::Eq { d, a, b, w } => format!("r{d} = {} is {}", mask(a, w), mask(b, w)),
            MaskOp::Ld { m, off, w } => format!("{} = @{off}", mask(m, w)),
            MaskOp::St { off, m, w } => format!("@{off} = {}", mask(m, w)),
            MaskOp::Tab { m, t, i, w } => format!("{} = field {t} of r{i}", mask(m, w)),
            MaskOp::Where { m, f, v } => format!("m{m} and= {} is r{v}", self.counter(f)),
            MaskOp::Line { d, m, t } => format!("r{d} = m{m} has a line of {t}"),
        }
    }

    fn zone_line(&self, op: ZoneOp) -> String {
        match op {
            ZoneOp::Of { d, zone, key } => format!("r{d} = zone {} of r{key}", self.zone(zone)),
            ZoneOp::Len { d, z } => format!("r{d} = count zone r{z}"),
            ZoneOp::Some { d, z } => format!("r{d} = any in zone r{z}"),
            ZoneOp::At { d, z, n } => format!("r{d} = card r{n} of zone r{z}"),
            ZoneOp::Slot { d, z } => format!("r{d} = the card of zone r{z}"),
            ZoneOp::Place { d, c } => format!("r{d} = place of card r{c}"),
            ZoneOp::Mask { m, z } => format!("m{m} = cards of zone r{z}"),
            ZoneOp::List { l, z } => format!("l{l} += cards of zone r{z}"),
            ZoneOp::Top { l, z, n } => format!("l{l} += top r{n} of zone r{z}"),
            ZoneOp::Bottom { l, z, n } => format!("l{l} += bottom r{n} of zone r{z}"),
            ZoneOp::Known { d, c, p } => format!("r{d} = r{p} knows card r{c}"),
            ZoneOp::Holds { d, z, c } => format!("r{d} = card r{c} in zone r{z}"),
        }
    }

    fn effect_line(&self, op: Effect) -> String {
        match op {
            Effect::Set { f, i, s } => format!("set {} of r{i} to r{s}", self.counter(f)),
            Effect::Add { f, i, s, minus: false } => {
                format!("add r{s} to {} of r{i}", self.counter(f))
            }
            Effect::Add { f, i, s, minus: true } => {
                format!("take r{s} from {} of r{i}", self.counter(f))
            }
            Effect::Move { c, z, land, n } => format!("move card r{c} to zone r{z}, {land:?} r{n}"),
            Effect::MoveByLot { c, z, land, n, fell } => {
                format!("move card r{c} to zone r{z}, {land:?} r{n}, by lot if r{fell}")
            }
            Effect::Draw { d, from, z, land, n, bottom } => {
                let end = if bottom { "bottom" } else { "top" };
                format!("r{d} = draw the {end} of zone r{from} to zone r{z}, {land:?} r{n}")
            }
            Effect::Swap { a, b } => format!("swap cards r{a} and r{b}"),
            Effect::Shuffle { z } => format!("shuffle zone r{z}"),
            Effect::Lot { l } => format!("lot over l{l}"),
            Effect::LotTo { d, l, z } => format!("r{d} = lot over l{l} to zone r{z}"),
            Effect::Show { l, m } => format!("show l{l} to seats m{m}"),
            Effect::Hide { l, m } => format!("hide l{l} from seats m{m}"),
            Effect::ShowCounter { f, i, m } => {
                format!("show {} of r{i} to seats m{m}", self.counter(f))
            }
            Effect::Say { text } => format!("say text {text}"),
            Effect::Aside { text: Some(text) } => format!("aside to the readers of text {text}"),
            Effect::Aside { text: None } => "aside is over".into(),
            Effect::Remember { n } => format!("remember {n}"),
            Effect::Fresh { body } => format!("start the counters of {}", self.body(body)),
            Effect::AtOnce => "test what ends at once".into(),
        }
    }

    fn flow_line(&self, op: Flow) -> String {
        match op {
            Flow::Call { body } => format!("do {}", self.body(body)),
            Flow::Return => "return".into(),
            Flow::Forget { off, len } => format!("clear @{off}, {len} bytes"),
            Flow::RunsOut { z, handler } => {
                format!("if zone r{z} has run out, do handler {handler}")
            }
            Flow::StageEnter { stage } => format!("enter {}", self.stage(stage)),
            Flow::StageNext { stage } => format!("next element of {}", self.stage(stage)),
            Flow::StageElem { stage } => format!("element of {} is over", self.stage(stage)),
            Flow::SiteEnter { site } => format!("enter choice {site}"),
            Flow::Who { site, m } => {
                let who = self.sites.get(usize::from(site)).map(|s| s.who).unwrap_or_default();
                format!("choice {site} asks {}", asks(who, m))
            }
            Flow::Ask { site } => format!("ask choice {site}"),
            Flow::MoveEnd { site } => format!("move of choice {site} is over"),
            Flow::Again => "again".into(),
            Flow::End { list } => {
                let stages = self.lists.get(usize::from(list)).into_iter().flatten();
                format!("end the innermost stage of {}", braced(stages))
            }
            Flow::Won { m } => format!("won by seats m{m}"),
            Flow::Lost => "lost".into(),
            Flow::Drawn => "drawn".into(),
            Flow::PlayEnd => "fault: play is over".into(),
            Flow::SetupEnd => "setup is over".into(),
            Flow::RefereeEnd => "the referee is done".into(),
            Flow::FrameNext { d, off, w: _, exit } => format!("r{d} = next of @{off}, or → {exit}"),
            Flow::FrameNextL { d, off, wide: _, exit } => {
                format!("r{d} = next of list @{off}, or → {exit}")
            }
        }
    }
}

fn form_labels(form: &Form, of: &str, add: &mut impl FnMut(Pc, String)) {
    for (n, step) in (1..).zip(&form.steps) {
        let into = loc(step.loc);
        let how = match step.how {
            How::One => "one of",
            How::UpToOne(_) => "up to one of",
            How::Some(..) => "some of",
            How::Order => "an order of",
        };
        add(step.dom.0, format!("{of}, step {n}: {into} is {how} → {}", members(step.dom.1)));
        if step.fit.0 != step.dom.0 {
            add(step.fit.0, format!("{of}, step {n}: those that fit → {}", members(step.fit.1)));
        }
        for (what, test) in [("the test", step.test), ("the test of the whole", step.whole)] {
            if let Some((pc, reg)) = test {
                add(pc, format!("{of}, step {n}: {what} → r{reg}"));
            }
        }
    }
    for (n, need) in (1..).zip(&form.needs) {
        add(need.pc, format!("{of}, need {n} → r{}", need.reg));
    }
    if let Some((pc, reg)) = form.pre {
        add(pc, format!("{of}, needs of no step → r{reg}"));
    }
    if let Some((works, reg, wrong, late)) = form.attempt {
        add(works, format!("{of} works when → r{reg}"));
        add(wrong, format!("{of} went wrong"));
        add(late, format!("{of} came late"));
    }
}

fn list_line(op: ListOp) -> String {
    match op {
        ListOp::Clear { l } => format!("l{l} = []"),
        ListOp::Push { l, s } => format!("l{l} += r{s}"),
        ListOp::PushNew { l, s } => format!("l{l} += r{s}, unless it is there"),
        ListOp::Len { d, l } => format!("r{d} = count l{l}"),
        ListOp::Get { d, l, i } => format!("r{d} = l{l}[r{i}]"),
        ListOp::Next { d, l, i, exit } => format!("r{d} = l{l}[r{i}], r{i} += 1, or → {exit}"),
        ListOp::Count { d, i, hi, exit } => {
            format!("r{d} = r{i}, r{i} += 1, or beyond r{hi} → {exit}")
        }
        ListOp::Copy { d, s } => format!("l{d} = l{s}"),
        ListOp::Append { d, s } => format!("l{d} += l{s}"),
        ListOp::AppendNew { d, s } => format!("l{d} += l{s}, unless they are there"),
        ListOp::Minus { d, s } => format!("l{d} -= l{s}"),
        ListOp::First { d, l } => format!("r{d} = first l{l}"),
        ListOp::Cut { l, n, last: false } => format!("l{l} = the first r{n} of l{l}"),
        ListOp::Cut { l, n, last: true } => format!("l{l} = the last r{n} of l{l}"),
        ListOp::FromMask { l, m, w } => format!("l{l} += {}", mask(m, w)),
        ListOp::ToMask { m, l, w } => format!("{} = l{l}", mask(m, w)),
        ListOp::Has { d, l, s } => format!("r{d} = r{s} in l{l}"),
        ListOp::Eq { d, a, b, cards } => format!("r{d} = l{a} is l{b}{}", printed(cards)),
        ListOp::EqAny { d, a, b, cards } => {
            format!("r{d} = l{a} is l{b} in any order{}", printed(cards))
        }
        ListOp::Rows { d, l, t, ordered } => {
            let order = if ordered { "" } else { " in any order" };
            format!("r{d} = l{l} is the rows {t}{order}")
        }
        ListOp::Range { l, a, b } => format!("l{l} += r{a}..r{b}"),
        ListOp::Seats { l, from, opponents } => {
            let but = if opponents { " without me" } else { "" };
            format!("l{l} += seats from r{from}{but}")
        }
        ListOp::Line { l, t, i } => format!("l{l} = line r{i} of {t}"),
        ListOp::Ld { l, off, .. } => format!("l{l} = list @{off}"),
        ListOp::St { off, l, cap, .. } => format!("list @{off} = l{l}, at most {cap}"),
        ListOp::Const { l, t } => format!("l{l} += list constant {t}"),
    }
}

fn board_line(op: BoardOp) -> String {
    match op {
        BoardOp::Square { d, z, x, y } => format!("r{d} = square of grid r{z} at r{x}, r{y}"),
        BoardOp::Spot { d, z, x, y, t } => {
            format!("r{d} = spot of grid r{z} at r{x}, r{y}, turned r{t}")
        }
        BoardOp::Tile { d, q } => format!("r{d} = tile on square r{q}"),
        BoardOp::Part { d, q } => format!("r{d} = part of the tile on square r{q}"),
        BoardOp::Edge { d, q, side } => format!("r{d} = edge of square r{q} on side r{side}"),
        BoardOp::Trait { d, q, bit } => format!("r{d} = trait {bit} of square r{q}"),
        BoardOp::TraitOn { d, q, side, bit } => {
            format!("r{d} = trait {bit} of square r{q} on side r{side}")
        }
        BoardOp::Next { d, q, side } => format!("r{d} = square beside r{q} on side r{side}"),
        BoardOp::X { d, s, .. } => format!("r{d} = x of r{s}"),
        BoardOp::Y { d, s, .. } => format!("r{d} = y of r{s}"),
        BoardOp::Turn { d, s } => format!("r{d} = turn of spot r{s}"),
        BoardOp::Over { d, s } => format!("r{d} = first square of spot r{s} on another tile"),
        BoardOp::Beside { d, s } => format!("r{d} = first square of spot r{s} on the bare table"),
        BoardOp::Key { d, s, .. } => format!("r{d} = place of r{s}"),
        BoardOp::Squares { l, z } => format!("l{l} = squares of grid r{z} with tiles"),
        BoardOp::SpotSquares { l, s } => format!("l{l} += squares of spot r{s}"),
        BoardOp::On { l, c, z } => format!("l{l} = spots of card r{c} on grid r{z}"),
        BoardOp::Cover { l, c, q } => format!("l{l} = spots of card r{c} over square r{q}"),
        BoardOp::Keys { l, .. } => format!("l{l} = places of l{l}"),
        BoardOp::Minus { d, s, .. } => format!("l{d} -= l{s}, by place"),
        BoardOp::AppendNew { d, s, .. } => format!("l{d} += l{s}, unless they are there, by place"),
        BoardOp::Most { l } => format!("fault if l{l} is too long"),
    }
}

fn asks(who: Who, m: R) -> String {
    match who {
        Who::One => format!("seat m{m}"),
        Who::Chance => "chance".into(),
        Who::Each => format!("each of m{m}"),
        Who::Race => format!("a race of m{m}"),
    }
}

fn printed(cards: bool) -> &'static str {
    if cards { ", by what is printed" } else { "" }
}

fn mask(m: R, w: u8) -> String {
    if w == 1 { format!("m{m}") } else { format!("m{m}..{}", m + u16::from(w) - 1) }
}

fn members(of: Members) -> String {
    match of {
        Members::Mask(m, w) => mask(m, w),
        Members::List(l) => format!("l{l}"),
        Members::Range(a, b) => format!("r{a}..r{b}"),
    }
}

fn loc(loc: Loc) -> String {
    match loc {
        Loc::No => "nowhere".into(),
        Loc::Reg(r) => format!("r{r}"),
        Loc::Mask(m, w) => mask(m, w),
        Loc::List(l) => format!("l{l}"),
        Loc::Mem(at) | Loc::MemMask(at, _) => format!("@{at}"),
        Loc::MemList(at, ..) => format!("list @{at}"),
    }
}

fn number(value: i64) -> String {
    if value == NONE { "none".into() } else { value.to_string() }
}

fn arith(op: ArithOp, a: R, b: &str) -> String {
    match op {
        ArithOp::Add => format!("r{a} + {b}"),
        ArithOp::Sub => format!("r{a} - {b}"),
        ArithOp::Mul => format!("r{a} * {b}"),
        ArithOp::Div => format!("r{a} / {b}"),
        ArithOp::Mod => format!("r{a} mod {b}"),
        ArithOp::Min => format!("lower of r{a} and {b}"),
        ArithOp::Max => format!("higher of r{a} and {b}"),
    }
}

/// Members of a constant.
fn braced(members: impl Iterator<Item = impl std::fmt::Display>) -> String {
    let members: Vec<String> = members.map(|member| member.to_string()).collect();
    format!("{{{}}}", members.join(" "))
}
