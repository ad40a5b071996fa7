//! Values and sentences as one reader may see them: [`face`] names cards, [`redacted`] holds
//! sentences with what is blacked out.

pub mod face;
pub mod redacted;
