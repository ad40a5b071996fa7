//! The tiles of a grid as SVG.

use super::grid::Labels;
use crate::show::clean::markup;
use houserules_table::view::picture::{Drawn, Picture, Sketch};
use std::fmt::Write;

/// Units of a square.
const SIDE: i64 = 40;
/// How lines, tiles and open ends look.
const STYLE: &str = ".tile{fill:#efe6d2}.seam{stroke:#efe6d2;stroke-width:3}.border{stroke:#8a7a5c;stroke-width:2}\
                     .line{stroke:#5a3d1e;stroke-width:9;stroke-linecap:round}\
                     .end{fill:none;stroke:#b3261e;stroke-width:3}.name{font:bold 16px sans-serif}\
                     .mark{font:bold 11px sans-serif;fill:#0b57d0;text-anchor:middle;paint-order:stroke;stroke:#efe6d2;stroke-width:3}\
                     .number{font:bold 15px sans-serif;fill:#b3261e;text-anchor:middle}\
                     .card{font:13px sans-serif}";

/// A grid with its name, and what stands at its squares.
#[must_use]
pub fn svg(picture: &Picture, labels: &Labels) -> String {
    let (drawn, width, height) = grid(&picture.squares, labels, 1);
    sheet(&picture.name, &drawn, width, height)
}

/// The tiles that the reader holds; none if there are none.
#[must_use]
pub fn hand(tiles: &[Sketch]) -> Option<String> {
    let (mut out, mut x, mut height) = (String::new(), 8, 0);
    for tile in tiles {
        let (drawn, w, h) = grid(&tile.squares, &Labels::new(), 0);
        let name = markup(&tile.name);
        let _ = writeln!(
            out,
            "<g transform=\"translate({x} 0)\"><text x=\"0\" y=\"14\" \
             class=\"card\">{name}</text>\n\
             <g transform=\"translate(0 20)\">\n{drawn}</g></g>"
        );
        let named = i64::try_from(tile.name.chars().count()).unwrap_or(0) * 8;
        (x, height) = (x + w.max(named) + 16, height.max(h + 28));
    }
    if tiles.is_empty() { None } else { Some(sheet("in your hand", &out, x, height)) }
}

/// A picture under a title.
fn sheet(title: &str, drawn: &str, width: i64, height: i64) -> String {
    let (width, height) = (width.max(160), height + 30);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<style>{STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fdfbf5\"/>\n\
         <text x=\"8\" y=\"22\" class=\"name\">{}</text>\n\
         <g transform=\"translate(0 30)\">\n{drawn}</g>\n</svg>\n",
        markup(title)
    )
}

/// Squares with so many free ones around, and their width and height.
fn grid(squares: &[Drawn], labels: &Labels, around: i64) -> (String, i64, i64) {
    let range = |of: fn(&(i16, i16)) -> i16| {
        let laid = squares.iter().map(|q| (q.x, q.y)).collect::<Vec<_>>();
        let all: Vec<i64> = laid.iter().chain(labels.keys()).map(of).map(i64::from).collect();
        let (low, high) =
            (all.iter().min().copied().unwrap_or(0), all.iter().max().copied().unwrap_or(0));
        (low - around, high + around)
    };
    let ((left, right), (low, high)) = (range(|at| at.0), range(|at| at.1));
    let corner = |x: i16, y: i16| ((i64::from(x) - left) * SIDE, (high - i64::from(y)) * SIDE);
    let mut out = String::new();
    for q in squares {
        let (x, y) = corner(q.x, q.y);
        square(&mut out, q, x, y);
    }
    for ((x, y), label) in labels {
        let (left, top) = corner(*x, *y);
        let number = markup(label.trim_start_matches('○'));
        let (x, y) = (left + SIDE / 2, top + SIDE / 2 + 5);
        let _ = writeln!(out, "<text class=\"number\" x=\"{x}\" y=\"{y}\">{number}</text>");
    }
    (out, (right - left + 1) * SIDE, (high - low + 1) * SIDE)
}

fn square(out: &mut String, q: &Drawn, x: i64, y: i64) {
    let _ = write!(out, "<g><title>{}</title>", markup(&q.tile));
    let _ = write!(
        out,
        "<rect class=\"tile\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
    );
    let (cx, cy) = (x + SIDE / 2, y + SIDE / 2);
    let sides = [
        ((x, y), (x + SIDE, y), (cx, y)),
        ((x + SIDE, y), (x + SIDE, y + SIDE), (x + SIDE, cy)),
        ((x, y + SIDE), (x + SIDE, y + SIDE), (cx, y + SIDE)),
        ((x, y), (x, y + SIDE), (x, cy)),
    ];
    for (side, ((ax, ay), (bx, by), _)) in sides.iter().enumerate() {
        let class = if q.same[side] { "seam" } else { "border" };
        let _ = write!(
            out,
            "<line class=\"{class}\" x1=\"{ax}\" y1=\"{ay}\" x2=\"{bx}\" y2=\"{by}\"/>"
        );
    }
    for (side, (.., (mx, my))) in sides.iter().enumerate() {
        if q.passages[side] {
            let _ = write!(
                out,
                "<line class=\"line\" x1=\"{cx}\" y1=\"{cy}\" x2=\"{mx}\" y2=\"{my}\"/>"
            );
        }
        if q.open[side] {
            let _ = write!(out, "<circle class=\"end\" cx=\"{mx}\" cy=\"{my}\" r=\"6\"/>");
        }
    }
    if let Some(mark) = &q.mark {
        let _ =
            write!(out, "<text class=\"mark\" x=\"{cx}\" y=\"{}\">{}</text>", cy + 5, markup(mark));
    }
    out.push_str("</g>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserules_lang::ir::ZoneId;

    #[test]
    fn names_cannot_break_out() {
        let q = Drawn {
            x: 0,
            y: 0,
            tile: "<script>".into(),
            same: [false; 4],
            passages: [true; 4],
            open: [true; 4],
            mark: Some("a&b".into()),
        };
        let text = svg(
            &Picture { at: (ZoneId(0), 0), name: "\"x\"".into(), squares: vec![q] },
            &Labels::new(),
        );
        assert!(
            !text.contains("<script>")
                && text.contains("a&amp;b")
                && text.contains("&quot;x&quot;")
        );
        assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
    }
}
