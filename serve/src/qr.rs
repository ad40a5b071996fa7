//! Links as pictures that a phone can read from a terminal.

use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};

/// A link as a QR code in letters; nothing if it is too long for one.
#[must_use]
pub fn code(link: &str) -> String {
    let Ok(code) = QrCode::with_error_correction_level(link, EcLevel::L) else {
        return String::new();
    };
    // Terminals are dark, and what is printed is light.
    let (dark, light) = (Dense1x2::Light, Dense1x2::Dark);
    code.render::<Dense1x2>().dark_color(dark).light_color(light).quiet_zone(true).build()
}
