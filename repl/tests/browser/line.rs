//! A line between a page and its table that can be cut.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// What goes over the line now.
#[derive(Default)]
struct State {
    to: Option<SocketAddr>,
    cut: bool,
    open: Vec<TcpStream>,
}

/// A line: whoever calls its address talks to the table.
pub struct Line {
    /// Where it begins.
    pub address: SocketAddr,
    state: Arc<Mutex<State>>,
}

impl Line {
    /// A new line, which leads nowhere yet.
    pub fn lay() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(Mutex::new(State::default()));
        let own = Arc::clone(&state);
        std::thread::spawn(move || {
            for near in listener.incoming().flatten() {
                let mut state = own.lock().unwrap();
                let Some(to) = state.to.filter(|_| !state.cut) else { continue };
                let Ok(far) = TcpStream::connect(to) else { continue };
                state.open.extend([near.try_clone().unwrap(), far.try_clone().unwrap()]);
                let back = (far.try_clone().unwrap(), near.try_clone().unwrap());
                std::thread::spawn(move || pass(near, far));
                std::thread::spawn(move || pass(back.0, back.1));
            }
        });
        Self { address, state }
    }

    /// From now on it leads there.
    pub fn leads_to(&self, to: SocketAddr) {
        self.state.lock().unwrap().to = Some(to);
    }

    /// Cuts it: what is open breaks, and nothing new gets through.
    pub fn cut(&self) {
        let mut state = self.state.lock().unwrap();
        state.cut = true;
        for stream in state.open.drain(..) {
            // It may have ended by itself.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Lets everything through again.
    pub fn mend(&self) {
        self.state.lock().unwrap().cut = false;
    }
}

fn pass(mut from: TcpStream, mut to: TcpStream) {
    let mut bytes = [0; 16 * 1024];
    while let Ok(n) = from.read(&mut bytes) {
        if n == 0 || to.write_all(&bytes[..n]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}
