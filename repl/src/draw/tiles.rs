//! The tiles of a grid as SVG.

use super::svg::escaped;
use houserules_interpreter::host::picture::{Drawn, Picture};
use std::fmt::Write;

/// Units of a square.
const SIDE: i64 = 40;
/// How lines, tiles and open ends look.
const STYLE: &str = ".tile{fill:#efe6d2}.seam{stroke:#efe6d2;stroke-width:3}.border{stroke:#8a7a5c;stroke-width:2}\
                     .line{stroke:#5a3d1e;stroke-width:9;stroke-linecap:round}\
                     .end{fill:none;stroke:#b3261e;stroke-width:3}.name{font:bold 16px sans-serif}\
                     .mark{font:bold 13px sans-serif;fill:#0b57d0;text-anchor:middle}";

/// A grid with its name.
#[must_use]
pub fn svg(picture: &Picture) -> String {
    let (drawn, width, height) = grid(picture);
    let height = height + 30;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<style>{STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fdfbf5\"/>\n\
         <text x=\"8\" y=\"22\" class=\"name\">{}</text>\n\
         <g transform=\"translate(0 30)\">\n{drawn}</g>\n</svg>\n",
        escaped(&picture.name)
    )
}

/// One grid, with its width and height.
fn grid(picture: &Picture) -> (String, i64, i64) {
    let range = |of: fn(&Drawn) -> i16| {
        let all = || picture.squares.iter().map(of).map(i64::from);
        (all().min().unwrap_or(0) - 1, all().max().unwrap_or(0) + 1)
    };
    let ((left, right), (low, high)) = (range(|q| q.x), range(|q| q.y));
    let mut out = String::new();
    for q in &picture.squares {
        let corner = ((i64::from(q.x) - left) * SIDE, (high - i64::from(q.y)) * SIDE);
        square(&mut out, q, corner);
    }
    (out, (right - left + 1) * SIDE, (high - low + 1) * SIDE)
}

fn square(out: &mut String, q: &Drawn, (x, y): (i64, i64)) {
    let _ = write!(out, "<g><title>{}</title>", escaped(&q.tile));
    let _ = write!(out, "<rect class=\"tile\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>");
    let (cx, cy) = (x + SIDE / 2, y + SIDE / 2);
    let sides = [
        ((x, y), (x + SIDE, y), (cx, y)),
        ((x + SIDE, y), (x + SIDE, y + SIDE), (x + SIDE, cy)),
        ((x, y + SIDE), (x + SIDE, y + SIDE), (cx, y + SIDE)),
        ((x, y), (x, y + SIDE), (x, cy)),
    ];
    for (side, ((ax, ay), (bx, by), _)) in sides.iter().enumerate() {
        let class = if q.same[side] { "seam" } else { "border" };
        let _ = write!(out, "<line class=\"{class}\" x1=\"{ax}\" y1=\"{ay}\" x2=\"{bx}\" y2=\"{by}\"/>");
    }
    for (side, (.., (mx, my))) in sides.iter().enumerate() {
        if q.passages[side] {
            let _ = write!(out, "<line class=\"line\" x1=\"{cx}\" y1=\"{cy}\" x2=\"{mx}\" y2=\"{my}\"/>");
        }
        if q.open[side] {
            let _ = write!(out, "<circle class=\"end\" cx=\"{mx}\" cy=\"{my}\" r=\"6\"/>");
        }
    }
    if let Some(mark) = &q.mark {
        let _ = write!(out, "<text class=\"mark\" x=\"{cx}\" y=\"{}\">{}</text>", cy + 5, escaped(mark));
    }
    out.push_str("</g>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let text = svg(&Picture { name: "\"x\"".into(), squares: vec![q] });
        assert!(!text.contains("<script>") && text.contains("a&amp;b") && text.contains("&quot;x&quot;"));
        assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
    }
}
