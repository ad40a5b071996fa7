//! Plots as SVG within a page: they take their colours from it, so that they suit light and dark.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "pictures of finished games"
)]

use super::numbers::Number;
use crate::show::clean;
use std::fmt::Write;

/// Text as a page shows it.
pub(super) fn escaped(text: &str) -> String {
    let clean = clean::text(text);
    let mut out = String::with_capacity(clean.len());
    for c in clean.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// A number and its name in a plot of intervals.
pub(super) struct Dot {
    /// What it is of.
    pub name: String,
    /// The number with its interval.
    pub number: Number,
    /// It is off the line, hardly by chance.
    pub sure: bool,
}

const WIDTH: f64 = 720.0;
const NAMES: f64 = 210.0;
const ROW: f64 = 26.0;

/// Numbers with their intervals, one under the other, and a line at what would be nothing special.
/// `percent`: they are shares; else differences of shares, in points.
pub(super) fn intervals(title: &str, dots: &[Dot], reference: f64, percent: bool) -> String {
    if dots.is_empty() {
        return String::new();
    }
    let ends = dots.iter().flat_map(|d| d.number.ci95).chain([reference]);
    let (low, high) = ends.fold((f64::MAX, f64::MIN), |(a, b), n| (a.min(n), b.max(n)));
    let (low, high) = if percent { (0.0, high.max(0.01)) } else { (low, high) };
    let span = (high - low).max(0.02);
    let (low, span) = if percent { (low, span * 1.05) } else { (low - span * 0.05, span * 1.1) };
    let x = |n: f64| NAMES + (n - low) / span * (WIDTH - NAMES - 90.0);
    let height = ROW * dots.len() as f64 + 34.0;
    let mut svg = open(title, height);
    let _ = write!(
        svg,
        "<line class=\"mark\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"4\" y2=\"{1:.1}\"/>",
        x(reference),
        height - 24.0
    );
    for tick in ticks(low, low + span) {
        let shown = if percent {
            format!("{:.0} %", tick * 100.0)
        } else {
            format!("{:+.0}", tick * 100.0)
        };
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"4\" y2=\"{1:.1}\"/>\
             <text class=\"tick\" x=\"{0:.1}\" y=\"{2:.1}\" text-anchor=\"middle\">{shown}</text>",
            x(tick),
            height - 24.0,
            height - 8.0
        );
    }
    for (at, Dot { name, number, sure }) in dots.iter().enumerate() {
        let y = 4.0 + ROW * (at as f64 + 0.5);
        let class = if *sure { "sure" } else { "open" };
        let value = match percent {
            true => format!("{:.1} %", number.value * 100.0),
            false => format!("{:+.1}", number.value * 100.0),
        };
        let _ = write!(
            svg,
            "<text class=\"name\" x=\"{nx:.1}\" y=\"{ty:.1}\" text-anchor=\"end\">{name}</text>\
             <line class=\"{class}\" x1=\"{a:.1}\" x2=\"{b:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <circle class=\"{class}\" cx=\"{c:.1}\" cy=\"{y:.1}\" r=\"5\"/>\
             <text class=\"value\" x=\"{vx:.1}\" y=\"{ty:.1}\" text-anchor=\"end\">{value}</text>",
            nx = NAMES - 14.0,
            ty = y + 4.0,
            name = escaped(name),
            a = x(number.ci95[0]),
            b = x(number.ci95[1]),
            c = x(number.value),
            vx = WIDTH - 6.0,
        );
    }
    svg.push_str("</svg>");
    svg
}

/// How many games had which number: columns side by side.
pub(super) fn columns(title: &str, counts: &[(String, u64)]) -> String {
    let most = counts.iter().map(|(_, n)| *n).max().unwrap_or(0);
    if most == 0 {
        return String::new();
    }
    let (height, floor) = (190.0, 160.0);
    let mut svg = open(title, height);
    let step = (WIDTH - 60.0) / counts.len() as f64;
    let every = counts.len().div_ceil(14);
    for (at, (name, count)) in counts.iter().enumerate() {
        let tall = *count as f64 / most as f64 * (floor - 22.0);
        let x = 40.0 + step * at as f64;
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\" \
             rx=\"2\"><title>{}: {count}</title></rect>",
            floor - tall,
            (step - 2.0).max(1.0),
            escaped(name)
        );
        if at % every == 0 {
            let _ = write!(
                svg,
                "<text class=\"tick\" x=\"{:.1}\" y=\"178\" text-anchor=\"middle\">{}</text>",
                x + step / 2.0,
                escaped(name)
            );
        }
    }
    let _ = write!(
        svg,
        "<text class=\"tick\" x=\"34\" y=\"26\" text-anchor=\"end\">{most}</text>\
         <line class=\"axis\" x1=\"38\" x2=\"{:.1}\" y1=\"{floor}\" y2=\"{floor}\"/></svg>",
        WIDTH - 18.0
    );
    svg
}

/// A number in the course of games: for each seat its line.
pub(super) struct Line<'l> {
    /// Whose line it is.
    pub name: String,
    /// At points as far from each other; none: there was none.
    pub points: &'l [Option<Number>],
}

/// Lines with the bands in which they lie.
pub(super) fn lines(title: &str, series: &[Line<'_>]) -> String {
    let all = || series.iter().flat_map(|s| s.points.iter().flatten());
    if all().next().is_none() {
        return String::new();
    }
    let low = all().map(|n| n.ci95[0]).fold(f64::MAX, f64::min).min(0.0);
    let high = all().map(|n| n.ci95[1]).fold(f64::MIN, f64::max);
    let span = (high - low).max(1e-9);
    let (height, top, floor) = (190.0, 14.0, 160.0);
    let most = series.iter().map(|s| s.points.len()).max().unwrap_or(2).max(2);
    let x = |at: usize| 56.0 + at as f64 / (most - 1) as f64 * (WIDTH - 160.0);
    let y = |n: f64| floor - (n - low) / span * (floor - top);
    let mut svg = open(title, height);
    for tick in ticks(low, high) {
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"56\" x2=\"{:.1}\" y1=\"{1:.1}\" y2=\"{1:.1}\"/>\
             <text class=\"tick\" x=\"48\" y=\"{2:.1}\" text-anchor=\"end\">{3}</text>",
            WIDTH - 104.0,
            y(tick),
            y(tick) + 4.0,
            short(tick)
        );
    }
    for (at, series) in series.iter().enumerate() {
        let here: Vec<(usize, Number)> =
            series.points.iter().enumerate().filter_map(|(at, n)| Some((at, (*n)?))).collect();
        let at = at % 6;
        let mut band = String::new();
        for (p, n) in &here {
            let _ = write!(band, "{:.1},{:.1} ", x(*p), y(n.ci95[1]));
        }
        for (p, n) in here.iter().rev() {
            let _ = write!(band, "{:.1},{:.1} ", x(*p), y(n.ci95[0]));
        }
        let mut path = String::new();
        for (p, n) in &here {
            let _ = write!(path, "{:.1},{:.1} ", x(*p), y(n.value));
        }
        let end = here.last().map_or(floor, |(_, n)| y(n.value));
        let _ = write!(
            svg,
            "<polygon class=\"band s{at}\" points=\"{band}\"/>\
             <polyline class=\"line s{at}\" points=\"{path}\"/>\
             <text class=\"key s{at}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            WIDTH - 98.0,
            end + 4.0,
            escaped(&series.name)
        );
    }
    for (at, name) in [(0, "start"), (most / 2, "middle"), (most - 1, "end")] {
        let _ = write!(
            svg,
            "<text class=\"tick\" x=\"{:.1}\" y=\"178\" text-anchor=\"middle\">{name}</text>",
            x(at)
        );
    }
    svg.push_str("</svg>");
    svg
}

fn open(title: &str, height: f64) -> String {
    let title = escaped(title);
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\">\
         <title>{title}</title>"
    )
}

/// Round numbers between two, a handful.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let span = (high - low).max(1e-9);
    let rough = span / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * power).find(|s| *s >= rough);
    let step = step.unwrap_or(rough).max(1e-9);
    let first = (low / step).ceil() as i64;
    (0..12).map(|n| (first + n) as f64 * step).take_while(|tick| *tick <= high + 1e-9).collect()
}

/// As few digits as tell it.
fn short(n: f64) -> String {
    let shown = format!("{n:.2}");
    let shown = shown.trim_end_matches('0').trim_end_matches('.');
    if shown == "-0" { "0".into() } else { shown.to_string() }
}

/// Counts of single numbers in at most so many columns.
pub(super) fn binned(counts: &[[u64; 2]], most: u64) -> Vec<(String, u64)> {
    let (Some(first), Some(last)) = (counts.first(), counts.last()) else { return Vec::new() };
    let (low, high) = (first[0], last[0]);
    let width = ((high - low) / most.max(1) + 1).max(1);
    let bins = (high - low) / width + 1;
    let mut found: Vec<(String, u64)> = (0..bins)
        .map(|bin| {
            let from = low + bin * width;
            let name = if width == 1 {
                from.to_string()
            } else {
                format!("{from}–{}", from + width - 1)
            };
            (name, 0)
        })
        .collect();
    for [number, games] in counts {
        if let Some(bin) = found.get_mut(((number - low) / width) as usize) {
            bin.1 += games;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_hold_all() {
        let counts: Vec<[u64; 2]> = (10..400).map(|n| [n, 1]).collect();
        let found = binned(&counts, 40);
        assert!(found.len() <= 40, "{}", found.len());
        assert_eq!(found.iter().map(|(_, n)| n).sum::<u64>(), 390);
        assert_eq!(binned(&[[3, 2]], 40), [("3".to_string(), 2)]);
    }

    #[test]
    fn what_a_page_shows_is_no_markup() {
        assert_eq!(escaped("<b>\u{1b}[1m\"&"), "&lt;b&gt;\u{241b}[1m&quot;&amp;");
        assert_eq!(ticks(0.0, 1.0).len(), 6);
        assert!(ticks(3.0, 3.0).len() <= 2);
    }
}
