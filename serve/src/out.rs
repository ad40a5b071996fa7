//! What waits to be sent to a page: so many texts, and so many bytes. A page that does not read
//! must not fill the memory.

use axum::extract::ws::Utf8Bytes;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// A text on its way; many pages share it.
pub type Text = Utf8Bytes;

/// So many texts may wait for a page.
const TEXTS: usize = 64;

/// So many bytes may, besides the text that is put there last.
const BYTES: usize = 4 << 20;

/// Where a page is written to.
#[derive(Debug)]
pub struct Out {
    texts: Sender<Text>,
    waiting: Arc<AtomicUsize>,
}

/// Where what is written to a page is taken from; closed when nobody can write to it any more.
#[derive(Debug)]
pub struct Waiting {
    texts: Receiver<Text>,
    waiting: Arc<AtomicUsize>,
}

/// The page does not read, or has gone.
#[derive(Debug, PartialEq, Eq)]
pub struct Full;

impl Out {
    /// With its other end.
    #[must_use]
    pub fn new() -> (Self, Waiting) {
        let (send, receive) = channel(TEXTS);
        let waiting = Arc::new(AtomicUsize::new(0));
        (Self { texts: send, waiting: Arc::clone(&waiting) }, Waiting { texts: receive, waiting })
    }

    /// Writes to the page.
    ///
    /// # Errors
    /// If too much waits for it already, or it has gone.
    pub fn put(&self, text: impl Into<Text>) -> Result<(), Full> {
        let text = text.into();
        if self.waiting.fetch_add(text.len(), Ordering::Relaxed) > BYTES {
            return Err(Full);
        }
        self.texts.try_send(text).map_err(|_| Full)
    }
}

impl Waiting {
    /// The next text; none: nothing will be written any more.
    pub async fn next(&mut self) -> Option<Text> {
        let text = self.texts.recv().await?;
        self.waiting.fetch_sub(text.len(), Ordering::Relaxed);
        Some(text)
    }

    /// A text that is there already.
    pub fn at_once(&mut self) -> Option<Text> {
        let text = self.texts.try_recv().ok()?;
        self.waiting.fetch_sub(text.len(), Ordering::Relaxed);
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_page_that_does_not_read_is_written_to_only_for_so_long() {
        let (out, mut waiting) = Out::new();
        // However long it is, one text gets through.
        let long = Text::from("x".repeat(BYTES + 1));
        assert_eq!(out.put(long.clone()), Ok(()));
        assert_eq!(out.put("a"), Err(Full));
        assert_eq!(waiting.next().await, Some(long));
        drop(out);
        assert_eq!(waiting.next().await, None);

        let (out, _waiting) = Out::new();
        let put = (0..2 * TEXTS).take_while(|_| out.put("a").is_ok()).count();
        assert_eq!(put, TEXTS);
    }

    #[tokio::test]
    async fn what_was_read_does_not_count() {
        let (out, mut waiting) = Out::new();
        let text = Text::from("x".repeat(BYTES / 4));
        for _ in 0..100 {
            assert_eq!(out.put(text.clone()), Ok(()));
            assert_eq!(waiting.next().await.as_ref(), Some(&text));
        }
    }
}
