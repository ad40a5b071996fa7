//! Connections: only so many, and none that never says what it wants.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::sleep;

/// No more connections are open at once that are not sockets of pages, of which there are at most
/// [`MOST_SOCKETS`](super::MOST_SOCKETS).
const MOST: usize = 1_000;

/// Open files that all of them may need, with journals and rules that are watched.
const FILES: u64 = 8_000;

/// The head of a request is there within that time; a connection on which none comes is closed.
const HEAD: Duration = Duration::from_secs(10);

/// A request's head is no longer than that, in bytes; browsers send far less.
const LONGEST: usize = 16 * 1024;

/// What the system refuses is tried again after that time: it has no room for more files.
const AGAIN: Duration = Duration::from_millis(200);

/// Answers whoever calls, for as long as the program runs. Whoever calls when there is no room
/// waits until somebody has gone.
pub async fn accept(listener: TcpListener, router: Router) {
    // Systems begin with a thousand; as many as they allow will do.
    let _ = rlimit::increase_nofile_limit(FILES);
    let room = Arc::new(Semaphore::new(MOST));
    let service = TowerToHyperService::new(router);
    loop {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            sleep(AGAIN).await;
            continue;
        };
        // Screens are short and wanted at once. A line that has broken already shows that later.
        let _ = stream.set_nodelay(true);
        let service = service.clone();
        tokio::spawn(async move {
            let mut server = http1::Builder::new();
            server.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(LONGEST);
            let served = server.serve_connection(TokioIo::new(stream), service).with_upgrades();
            // How a line ended is nobody's affair.
            let _ = served.await;
            drop(place);
        });
    }
}
