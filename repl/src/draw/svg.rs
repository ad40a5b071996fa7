//! Writing SVG.

use super::plane::Point;
use crate::show::clean::markup;
use std::fmt::Write;

/// A picture that is being written; lengths in its own units.
#[derive(Debug)]
pub struct Svg {
    width: i64,
    height: i64,
    body: String,
}

impl Svg {
    /// An empty picture.
    #[must_use]
    pub fn new(width: i64, height: i64) -> Self {
        Self { width, height, body: String::new() }
    }

    /// A straight line.
    pub fn line(&mut self, from: Point, to: Point, colour: &str) {
        let _ = writeln!(
            self.body,
            r#"<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="{colour}" stroke-width="2"/>"#,
            from.x, from.y, to.x, to.y
        );
    }

    /// A filled circle.
    pub fn circle(&mut self, at: Point, radius: i64, colour: &str) {
        let Point { x, y } = at;
        let _ = writeln!(self.body, r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>"#);
    }

    /// A text; `at` is where it begins, on its base line.
    pub fn text(&mut self, at: Point, size: i64, text: &str) {
        let Point { x, y } = at;
        let _ = writeln!(
            self.body,
            r#"<text x="{x}" y="{y}" font-size="{size}" font-family="sans-serif">{}</text>"#,
            markup(text)
        );
    }

    /// The picture as a part of another.
    #[must_use]
    pub fn done(&self) -> String {
        let Self { width, height, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<rect width=\"{width}\" height=\"{height}\" \
             fill=\"#fdfbf5\"/>\n{body}</svg>\n"
        )
    }
}

/// Several pictures as one.
#[must_use]
pub fn below_each_other(pictures: &[String]) -> String {
    let [one] = pictures else {
        let sizes: Vec<(i64, i64)> = pictures.iter().map(|p| size(p)).collect();
        let width = sizes.iter().map(|s| s.0).max().unwrap_or(0);
        let height: i64 = sizes.iter().map(|s| s.1).sum();
        let mut y = 0;
        let mut body = String::new();
        for (picture, (_, h)) in pictures.iter().zip(&sizes) {
            body.push_str(&picture.replacen("<svg ", &format!("<svg y=\"{y}\" "), 1));
            y += h;
        }
        return format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" \
             height=\"{height}\">\n{body}</svg>\n"
        );
    };
    one.to_string()
}

fn size(picture: &str) -> (i64, i64) {
    let number = |name: &str| {
        let from = picture.find(name)? + name.len();
        picture.get(from..)?.split('"').next()?.parse().ok()
    };
    (number("width=\"").unwrap_or(0), number("height=\"").unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_break_out() {
        let mut svg = Svg::new(10, 20);
        svg.text(Point { x: 0, y: 0 }, 5, "<script>&\u{1b}\"");
        assert!(svg.done().contains("&lt;script&gt;&amp;\u{fffd}&quot;"));
        assert_eq!(size(&svg.done()), (10, 20));
    }
}
