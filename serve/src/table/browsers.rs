//! In how many browsers a seat is open: whoever has its link sees its cards, and the host's page
//! has all links. So everybody is told when a seat is opened in another browser than before.

use super::Table;
use super::pages::Page;
use crate::clock::Moment;
use crate::keeping::SeatBrowsers;
use crate::protocol::screen::Reader;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

/// Whoever is back within that time has not been away: pages are loaded anew, connections break.
/// Nor is anybody told again within it.
const A_WHILE: Duration = Duration::from_secs(60);

/// So many browsers and pages of a seat are remembered.
const BROWSERS: usize = 8;
const PAGES: usize = 32;

/// The browsers that were at a seat lately.
#[derive(Debug, Default)]
pub(super) struct Present {
    /// When those have gone that are not there any more.
    left: BTreeMap<String, Moment>,
    /// Pages that have come: one whose connection was gone for long is no other.
    pages: VecDeque<Visit>,
    /// When everybody was told of another one.
    told: Option<Moment>,
    /// That is not over yet.
    open: bool,
}

/// A page that comes to a seat: the words that its browser and it made up for themselves.
#[derive(Debug, PartialEq, Eq)]
struct Visit {
    browser: String,
    page: String,
}

impl Present {
    /// Those that were there when the server ended; they come again by themselves.
    pub(super) fn again(words: &[String], now: Moment) -> Self {
        let left = words.iter().map(|word| (word.clone(), now)).collect();
        Self { left, ..Self::default() }
    }

    /// A page comes where the seat is open in these browsers; whether its own is another one.
    fn comes(
        &mut self,
        visit: Visit,
        open: &BTreeSet<String>,
        kept: &mut SeatBrowsers,
        now: Moment,
    ) -> bool {
        let browser = &visit.browser;
        self.left.retain(|_, left| now.saturating_duration_since(*left) < A_WHILE);
        let mut lately: BTreeSet<&String> = open.iter().chain(self.left.keys()).collect();
        let known = self.pages.contains(&visit);
        let other = match kept.words.last() {
            None => false,
            Some(last) if lately.is_empty() => last != browser,
            // Everybody sees on how many screens it is open.
            Some(_) => !known && !lately.contains(browser),
        };
        lately.insert(browser);
        kept.words.retain(|one| lately.contains(one) && one != browser);
        kept.words.push(browser.to_string());
        let more = kept.words.len().saturating_sub(BROWSERS);
        kept.words.drain(..more);
        if !known {
            self.pages.push_back(visit);
        }
        if self.pages.len() > PAGES {
            self.pages.pop_front();
        }
        other
    }

    /// Whether everybody is to be told now; not again and again.
    fn tells(&mut self, now: Moment) -> bool {
        let late = self.told.is_none_or(|told| now.saturating_duration_since(told) >= A_WHILE);
        if late {
            self.told = Some(now);
            self.open = true;
        }
        late
    }
}

impl Table {
    /// The browsers in which a seat is open.
    pub(super) fn browsers_at(&self, seat: u8) -> BTreeSet<String> {
        let pages = self.pages.values().filter(|page| page.reader == Reader::Seat { seat });
        pages.map(|page| page.browser().to_string()).collect()
    }

    /// A page comes to a seat. That another browser has it everybody is told with who is there.
    pub(super) fn opened_in(&mut self, seat: u8, page: &Page, now: Moment) {
        let (at, open) = (usize::from(seat), self.browsers_at(seat));
        let (Some(present), Some(kept)) =
            (self.present.get_mut(at), self.kept.browsers.get_mut(at))
        else {
            return;
        };
        let visit = Visit { browser: page.browser().to_string(), page: page.word.clone() };
        if !present.comes(visit, &open, kept, now) || !present.tells(now) {
            return;
        }
        kept.told = kept.told.saturating_add(1);
        self.keep_table();
        self.course.add(json!({"event": "opened", "seat": seat}));
    }

    /// The number under which everybody was told of another browser; 0: nobody was.
    pub(super) fn opened_at(&self, seat: u8) -> u32 {
        self.kept.browsers.get(usize::from(seat)).map_or(0, SeatBrowsers::opened)
    }

    /// Whether what everybody was told of a seat is over.
    pub(super) fn is_closed_at(&self, seat: u8) -> bool {
        let open = self.present.get(usize::from(seat)).is_some_and(|present| present.open);
        self.opened_at(seat) > 0 && !open && self.browsers_at(seat).len() < 2
    }

    /// A page of a seat has gone.
    pub(super) fn closed_in(&mut self, seat: u8, page: &Page, now: Moment) {
        let several = self.browsers_at(seat).len() > 1;
        if let Some(present) = self.present.get_mut(usize::from(seat)) {
            present.open &= several;
            present.left.insert(page.browser().to_string(), now);
            if present.left.len() > BROWSERS {
                present.left.pop_first();
            }
        }
    }

    /// The seat has another link: whoever sits down by it is the first.
    pub(super) fn forget_browsers(&mut self, seat: u8) {
        let at = usize::from(seat);
        if let (Some(present), Some(kept)) =
            (self.present.get_mut(at), self.kept.browsers.get_mut(at))
        {
            *present = Present::default();
            *kept = SeatBrowsers { words: Vec::new(), before: kept.told, ..*kept };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{A_WHILE, BTreeSet, Moment, Present, SeatBrowsers, Visit};
    use crate::clock::now;
    use std::time::Duration;

    /// A seat, its pages that are open, and the time.
    struct Seat {
        present: Present,
        kept: SeatBrowsers,
        open: BTreeSet<String>,
        now: Moment,
    }

    impl Seat {
        fn fresh() -> Self {
            let (present, kept) = (Present::default(), SeatBrowsers::default());
            Self { present, kept, open: BTreeSet::new(), now: now() }
        }

        fn comes(&mut self, browser: &str, page: &str) -> bool {
            let visit = Visit { browser: browser.into(), page: page.into() };
            let other = self.present.comes(visit, &self.open, &mut self.kept, self.now);
            self.open.insert(browser.into());
            other
        }

        fn goes(&mut self, browser: &str) {
            self.open.remove(browser);
            self.present.left.insert(browser.into(), self.now);
        }

        /// The server ends, and everybody's page with it.
        fn restarts(&mut self) {
            self.open.clear();
            self.present = Present::again(&self.kept.words, self.now);
        }
    }

    const LONG: Duration = Duration::from_secs(3_600);

    #[test]
    fn one_browser_is_no_other_however_often_it_comes() {
        let mut seat = Seat::fresh();
        assert!(!seat.comes("ana", "1"), "the first");
        assert!(!seat.comes("ana", "2"), "a second tab");
        seat.goes("ana");
        assert!(!seat.comes("ana", "3"), "the page is loaded anew");
        seat.goes("ana");
        seat.now += LONG;
        assert!(!seat.comes("ana", "4"), "the next evening");
        seat.restarts();
        assert!(!seat.comes("ana", "4"));
    }

    #[test]
    fn another_one_is_told_whether_the_seat_is_open_or_not() {
        let mut seat = Seat::fresh();
        seat.comes("ana", "1");
        assert!(seat.comes("host", "2"), "beside hers");
        assert!(!seat.comes("ana", "1"), "she reconnects");
        seat.goes("host");
        seat.now += LONG;
        assert!(seat.comes("host", "3"), "it looks again");
        seat.goes("host");
        seat.now += LONG;
        assert!(!seat.comes("host", "3"), "a page that everybody knows of");
        seat.goes("host");
        seat.goes("ana");
        seat.now += LONG;
        assert!(!seat.comes("host", "3"), "it was the last one");
        seat.goes("host");
        seat.now += LONG;
        assert!(seat.comes("ana", "4"), "she reads that somebody was there while she was not");
        seat.goes("ana");
        seat.now += LONG;
        assert!(seat.comes("host", "3"), "alone: nobody would see it otherwise");
    }

    #[test]
    fn two_that_were_there_come_again_when_the_server_does() {
        let mut seat = Seat::fresh();
        seat.comes("laptop", "1");
        assert!(seat.comes("phone", "2"));
        seat.restarts();
        assert!(!seat.comes("laptop", "1"));
        assert!(!seat.comes("phone", "2"));
        seat.restarts();
        assert!(seat.comes("host", "3"));
    }

    #[test]
    fn everybody_is_told_once_in_a_while() {
        let mut seat = Seat::fresh();
        assert!(seat.present.tells(seat.now));
        assert!(!seat.present.tells(seat.now + A_WHILE / 2));
        assert!(seat.present.tells(seat.now + A_WHILE));
    }

    #[test]
    fn few_are_remembered() {
        let mut seat = Seat::fresh();
        for n in 0..1_000 {
            seat.comes(&n.to_string(), &n.to_string());
        }
        assert!(seat.kept.words.len() <= super::BROWSERS);
        assert!(seat.present.pages.len() <= super::PAGES);
    }
}
