//! Links: who may sit where. A secret of 128 bits stands in each; it is never shown but to the
//! host, and where it was printed when the table was opened.

use crate::protocol::screen::{LinksPart, Reader};
use houserules_files::cli_error::CliError;
use rand::TryRng;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What only the holder of a link knows.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secret(String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// A new one from the system.
    ///
    /// # Errors
    /// If the system gives no random numbers.
    pub fn fresh() -> Result<Self, CliError> {
        let mut drawn = [0u8; 16];
        let failed = |_| CliError::call("the system gives no random numbers for links");
        rand::rngs::SysRng.try_fill_bytes(&mut drawn).map_err(failed)?;
        Ok(Self(drawn.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Whether somebody has said it. How long it takes does not tell how much of it was right.
    #[must_use]
    pub fn is(&self, said: &str) -> bool {
        let (own, said) = (self.0.as_bytes(), said.as_bytes());
        own.len() == said.len()
            && own.iter().zip(said).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
    }

    /// The link to a table by this secret.
    #[must_use]
    pub fn url(&self, base: &str, table: &str) -> String {
        format!("{base}/#{table}.{}", self.0)
    }
}

/// The links of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Links {
    /// The one of the host.
    pub host: Secret,
    /// The one of those who look on.
    pub spectator: Secret,
    /// One for each seat, in order.
    pub seats: Vec<Secret>,
}

impl Links {
    /// New ones for so many seats.
    ///
    /// # Errors
    /// If the system gives no random numbers.
    pub fn fresh(seats: usize) -> Result<Self, CliError> {
        Ok(Self {
            host: Secret::fresh()?,
            spectator: Secret::fresh()?,
            seats: (0..seats).map(|_| Secret::fresh()).collect::<Result<_, _>>()?,
        })
    }

    /// Who has said a secret.
    #[must_use]
    pub fn reader(&self, said: &str) -> Option<Reader> {
        let seats = (0u8..).zip(&self.seats).map(|(seat, of)| (Reader::Seat { seat }, of));
        let others = [(Reader::Onlooker, &self.spectator), (Reader::Host, &self.host)];
        // All are looked at, as how long it takes would tell whose it was.
        let all = seats.chain(others).filter(|(_, secret)| secret.is(said));
        all.map(|(reader, _)| reader).last()
    }

    /// Links to hand out.
    #[must_use]
    pub fn part(&self, base: &str, table: &str) -> LinksPart {
        LinksPart {
            seats: self.seats.iter().map(|secret| secret.url(base, table)).collect(),
            spectator: self.spectator.url(base, table),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_has_128_bits_and_is_never_shown() {
        let links = Links::fresh(2).unwrap();
        assert_eq!(links.host.0.len(), 32);
        assert!(!format!("{links:?}").contains(&links.host.0));
        let all: std::collections::BTreeSet<_> =
            links.seats.iter().chain([&links.host, &links.spectator]).map(|s| &s.0).collect();
        assert_eq!(all.len(), 4);
    }

    #[test]
    fn a_link_says_who_comes() {
        let links = Links::fresh(2).unwrap();
        assert_eq!(links.reader(&links.seats[1].0), Some(Reader::Seat { seat: 1 }));
        assert_eq!(links.reader(&links.host.0), Some(Reader::Host));
        assert_eq!(links.reader(&links.spectator.0), Some(Reader::Onlooker));
        assert_eq!(links.reader(""), None);
        assert_eq!(links.reader(&links.host.0[1..]), None);
    }
}
