//! The time, for those who wait and for the course of an evening. No game sees it.

#[expect(clippy::disallowed_types, reason = "how long people take; no game sees it")]
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A moment of this process.
#[expect(clippy::disallowed_types, reason = "how long people take; no game sees it")]
pub type Moment = Instant;

/// The moment that it is now.
#[must_use]
pub fn now() -> Moment {
    Moment::now()
}

/// Milliseconds since 1970.
#[must_use]
#[expect(clippy::disallowed_types, reason = "when notes were made; no game sees it")]
pub fn date() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
