//! Domains, and how much of them is picked.

use super::scope::{Scope, listed};
use crate::ir::{Base, Domain, Pick, Step, Travel};

impl Scope<'_> {
    pub(super) fn domain(self, domain: &Domain) -> String {
        let mut out = self.base(&domain.base);
        if let Some((local, test)) = &domain.filter {
            out += &format!(" where {}: {}", self.local(*local), self.expr(test));
        }
        if let Some((most, local, key)) = &domain.best {
            let word = if *most { "most" } else { "least" };
            out += &format!(" with {word} {}: {}", self.local(*local), self.expr(key));
        }
        if domain.filter.is_some() || domain.best.is_some() { format!("({out})") } else { out }
    }

    fn base(self, base: &Base) -> String {
        match base {
            Base::Zone(zone) | Base::Value(zone) => self.expr(zone),
            Base::Enum(id) => self.enum_name(*id),
            Base::Range(low, high) => format!("{}..{}", self.expr(low), self.expr(high)),
            Base::Onwards(from) => format!("{} onwards", self.expr(from)),
            Base::Bools => "(no, yes)".to_owned(),
            Base::Players { from, forever, opponents } => {
                let from =
                    from.as_ref().map(|f| format!(" from {}", self.expr(f))).unwrap_or_default();
                let who = if *opponents { "opponents" } else { "players" };
                format!("{who}{from}{}", if *forever { " onwards" } else { "" })
            }
            Base::Top(zone, n) => format!("top {} of {}", self.expr(n), self.expr(zone)),
            Base::Bottom(zone, n) => format!("bottom {} of {}", self.expr(n), self.expr(zone)),
            Base::Cut { of, n, last } => {
                format!(
                    "{} {} of {}",
                    if *last { "bottom" } else { "top" },
                    self.expr(n),
                    self.domain(of)
                )
            }
            Base::Items(items) => format!("({})", listed(items, |i| self.expr(i))),
            Base::Union(all) => {
                let parts: Vec<_> = all.iter().map(|d| self.domain(d)).collect();
                format!("({})", parts.join(" + "))
            }
            Base::Minus(a, b) => format!("({} - {})", self.domain(a), self.domain(b)),
            Base::Places(search) => self.travel("places", "within", search),
            Base::Way(search) => self.travel("way", "to", search),
            Base::Squares(of) | Base::SpotSquares(of) => format!("{}.squares", self.expr(of)),
            Base::Spots { card, over, place } => {
                let how = if *over { "over" } else { "on" };
                format!("spots for {} {how} {}", self.expr(card), self.expr(place))
            }
            Base::Reach { from, member, next } => {
                format!(
                    "(all from {} by {}: {})",
                    self.expr(from),
                    self.local(*member),
                    self.expr(next)
                )
            }
            Base::Lines(id, length) => format!("lines of {length} on {}", self.enum_name(*id)),
        }
    }

    /// A search on a map.
    pub(super) fn travel(self, what: &str, towards: &str, search: &Travel) -> String {
        let map = &self.book[search.map].name;
        let (from, to) = (self.expr(&search.from), self.expr(&search.to));
        let fare = search.fare.as_ref().map(|(.., fare)| format!(" costing {}", self.expr(fare)));
        format!("({what} on {map} from {from} {towards} {to}{})", fare.unwrap_or_default())
    }

    /// `c: Mile in me.hand`
    pub(super) fn step(self, step: &Step) -> String {
        let pick = match &step.pick {
            Pick::One => String::new(),
            Pick::UpToOne => "up to 1 of ".to_owned(),
            Pick::Some { least, most: Some(most) } => {
                format!("{} to {} of ", self.expr(least), self.expr(most))
            }
            Pick::Some { least, most: None } => format!("{} or more of ", self.expr(least)),
            Pick::Order => "order of ".to_owned(),
        };
        let whole = step
            .whole
            .as_ref()
            .map(|w| format!(" where all of it: {}", self.expr(w)))
            .unwrap_or_default();
        format!("{} in {pick}{}{whole}", self.typed(step.local), self.domain(&step.domain))
    }
}
