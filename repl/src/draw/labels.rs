//! Finding room for names beside places, so that they cover each other and the places as little as
//! can be.

use super::plane::Size;

/// A rectangle in cells or units; `x` grows to the right, `y` downwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// Its left edge.
    pub x: i64,
    /// Its upper edge.
    pub y: i64,
    /// How wide it is, from the left edge on.
    pub w: i64,
    /// How high it is, from the upper edge on.
    pub h: i64,
}

impl Area {
    fn overlap(&self, other: &Self) -> i64 {
        let across = (self.x + self.w).min(other.x + other.w) - self.x.max(other.x);
        let down = (self.y + self.h).min(other.y + other.h) - self.y.max(other.y);
        if across > 0 && down > 0 { across * down } else { 0 }
    }
}

/// What is taken already, and by how much it must not be covered.
#[derive(Debug, Clone)]
pub struct Room {
    size: Size,
    taken: Vec<(Area, i64)>,
}

/// To stick out costs so much for each unit.
const OUTSIDE: i64 = 10_000;

impl Room {
    /// An empty one of that size.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self { size, taken: Vec::new() }
    }

    /// Keeps an area free; covering it costs `weight` for each unit.
    pub fn keep(&mut self, area: Area, weight: i64) {
        self.taken.push((area, weight));
    }

    /// Whether nothing of that weight or more is covered.
    #[must_use]
    pub fn is_free(&self, area: Area, weight: i64) -> bool {
        self.taken.iter().all(|(other, w)| *w < weight || area.overlap(other) == 0)
    }

    /// Puts something of that size beside a place, where it covers least, and keeps it free from
    /// then on.
    pub fn settle(&mut self, place: Area, size: Size, weight: i64) -> Area {
        let Size { width: w, height: h } = size;
        let mut best = Area { x: place.x + place.w, y: place.y, w, h };
        let mut least = i64::MAX;
        for far in 0..3 {
            let (right, left) = (place.x + place.w + far, place.x - w - far);
            let (above, below) = (place.y - h - far, place.y + place.h + far);
            let (middle, level) = (place.x + (place.w - w) / 2, place.y + (place.h - h) / 2);
            let around = [
                (right, level),
                (left, level),
                (middle, above),
                (middle, below),
                (right, above),
                (right, below),
                (left, above),
                (left, below),
                (place.x, above),
                (place.x, below),
            ];
            for (at, (x, y)) in around.into_iter().enumerate() {
                let area = Area { x, y, w, h };
                let cost = self.cost(&area) + far * 2 + at as i64 / 3;
                if cost < least {
                    (best, least) = (area, cost);
                }
            }
        }
        self.keep(best, weight);
        best
    }

    fn cost(&self, area: &Area) -> i64 {
        let whole = Area { x: 0, y: 0, w: self.size.width, h: self.size.height };
        let outside = area.w * area.h - area.overlap(&whole);
        let covered = self.taken.iter().map(|(other, weight)| area.overlap(other) * weight);
        covered.sum::<i64>() + outside * OUTSIDE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_make_room_for_each_other() {
        let mut room = Room::new(Size { width: 20, height: 5 });
        let dot = |x, y| Area { x, y, w: 1, h: 1 };
        room.keep(dot(2, 2), 100);
        room.keep(dot(5, 2), 100);
        let name = Size { width: 6, height: 1 };
        let first = room.settle(dot(2, 2), name, 50);
        let second = room.settle(dot(5, 2), name, 50);
        assert_eq!(first.overlap(&second), 0);
        assert!(first.overlap(&dot(5, 2)) == 0 && second.overlap(&dot(2, 2)) == 0);
        assert!(room.cost(&Area { x: 18, y: 0, w: 6, h: 1 }) >= OUTSIDE);
    }
}
