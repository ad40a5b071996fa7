//! What the server answers over HTTP: the page's files, and the socket by which pages talk to their
//! tables. Nothing a client says becomes a path.

mod files;
mod gate;
mod lines;
mod socket;

use crate::hall::{Hall, ServerFile, TableLinks, Wanted};
use crate::links::Secret;
use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use gate::Gate;
use houserules_files::cli_error::CliError;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

/// No more sockets are open at once.
const MOST_SOCKETS: usize = 4_000;

/// How often the port that was had last is tried, and how long it waits in between.
const TRIES: u32 = 20;
const BETWEEN: Duration = Duration::from_millis(100);

/// Where a server listens, and how it is reached.
#[derive(Debug, Clone)]
pub struct Address {
    /// The address; port 0: the one it had last, or any.
    pub listen: SocketAddr,
    /// How it is reached from outside, if that is another way: `https://table.example.org`.
    pub url: Option<String>,
}

/// What all requests share.
#[derive(Debug)]
pub struct Shared {
    hall: Hall,
    connections: AtomicU64,
    room: Arc<Semaphore>,
}

/// A server that runs until this is dropped.
#[derive(Debug)]
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// Its tables, with their links.
    pub tables: Vec<TableLinks>,
    /// The lobby's link, if there is one.
    pub lobby: Option<String>,
    runtime: Runtime,
}

impl Running {
    /// Goes on until the program is ended.
    pub fn wait(self) {
        self.runtime.block_on(std::future::pending::<()>());
    }
}

/// Starts a server.
///
/// # Errors
/// If the address is taken, or a table cannot be opened.
pub fn start(wanted: &Wanted, address: &Address) -> Result<Running, CliError> {
    let failed = |e| CliError::Stream("serve", e);
    let runtime =
        Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(failed)?;
    let known = ServerFile::load(&wanted.folder);
    let listener = runtime.block_on(listen(address.listen, known.as_ref().map(|k| k.port)))?;
    let bound = listener.local_addr().map_err(failed)?;
    let lobby = known.map_or_else(Secret::fresh, |known| Ok(known.lobby))?;
    ServerFile { port: bound.port(), lobby: lobby.clone() }.keep(&wanted.folder)?;
    let base = base(address, bound);
    let lobby_link = wanted.lobby.then(|| lobby.url(&base, "lobby"));
    let hall = Hall::open(wanted, &base, lobby)?;
    let tables = hall.tables.clone();
    let room = Arc::new(Semaphore::new(MOST_SOCKETS));
    let shared = Arc::new(Shared { hall, connections: AtomicU64::new(1), room });
    let gate = Arc::new(Gate::new(bound, address.url.as_deref()));
    let router = Router::new()
        .route("/ws", get(socket::open))
        .fallback(files::file)
        .layer(from_fn_with_state(gate, gate::pass))
        .with_state(shared);
    runtime.spawn(lines::accept(listener, router));
    Ok(Running { address: bound, tables, lobby: lobby_link, runtime })
}

/// Listens where it was asked for; where any port will do, on the one that was had last, so that
/// links stay what they were.
async fn listen(at: SocketAddr, last: Option<u16>) -> Result<TcpListener, CliError> {
    if let (0, Some(port)) = (at.port(), last) {
        // A program that has just been killed may still hold it.
        for _ in 0..TRIES {
            match TcpListener::bind(SocketAddr::new(at.ip(), port)).await {
                Ok(listener) => return Ok(listener),
                Err(_) => tokio::time::sleep(BETWEEN).await,
            }
        }
    }
    TcpListener::bind(at).await.map_err(|e| {
        let help = "name another with `--listen ADDR:PORT`; port 0 picks one";
        CliError::Call(format!("cannot listen on `{at}`: {e}"), Some(help.into()))
    })
}

/// What links begin with.
fn base(address: &Address, bound: SocketAddr) -> String {
    if let Some(url) = &address.url {
        return url.trim_end_matches('/').to_string();
    }
    let host = match bound.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => "127.0.0.1".to_string(),
        IpAddr::V6(ip) if ip.is_unspecified() => "[::1]".to_string(),
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    format!("http://{host}:{}", bound.port())
}
