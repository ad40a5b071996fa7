//! Values and sentences as one reader may see them: [`face`] names cards, [`text`] holds sentences with what is blacked out.

pub mod face;
pub mod text;
