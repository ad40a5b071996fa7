//! Who may ask: requests for the address that the server has, from pages that it has sent. And what
//! browsers are told of every answer.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// What pages may do: nothing but what this server sends them. They may stand beside the text in VS
/// Code, whose pages have schemes of their own that no page of the web can have, and in no other.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      img-src 'self' data:; base-uri 'none'; form-action 'none'; \
                      frame-ancestors vscode-webview: vscode-file:";

/// Said with every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // For browsers too old for `frame-ancestors`; the others do not look at it.
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Knows under which names the server may be asked.
#[derive(Debug)]
pub struct Gate {
    port: u16,
    /// Reached from this machine alone.
    loopback: bool,
    /// The name that it has outside: `table.example.org`.
    named: Option<String>,
}

impl Gate {
    /// For a server that listens there, and is reached under that address from outside.
    #[must_use]
    pub fn new(bound: SocketAddr, url: Option<&str>) -> Self {
        let host = |url: &str| {
            let behind = url.split_once("://").map_or(url, |(_, behind)| behind);
            behind.split('/').next().unwrap_or_default().to_ascii_lowercase()
        };
        let loopback = bound.ip().is_loopback();
        Self { port: bound.port(), loopback, named: url.map(host) }
    }

    /// Whether a request for this host is meant for the server. A name that somebody else lets lead
    /// here is none of ours.
    #[must_use]
    pub fn is_ours(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        if self.named.as_deref() == Some(&host) {
            return true;
        }
        let (name, port) = match host
            .rsplit_once(':')
            .filter(|(_, port)| !port.is_empty() && port.chars().all(|c| c.is_ascii_digit()))
        {
            Some((name, port)) => (name, port.parse().unwrap_or(0)),
            None => (host.as_str(), 80),
        };
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let address = bare.parse::<IpAddr>().ok();
        let own = match address {
            Some(address) => address.is_loopback() || !self.loopback,
            None => name == "localhost",
        };
        own && port == self.port
    }

    /// Whether a request may come in. Whoever names several hosts or origins means to be
    /// misunderstood; a host may also stand in the line that asks.
    fn lets_in(&self, asked: &Uri, headers: &HeaderMap) -> bool {
        let ours = |host: &str| self.is_ours(host);
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().is_some_and(|host| host.to_str().is_ok_and(ours));
        let named = asked.authority().is_none_or(|authority| ours(authority.as_str()));
        // Only browsers have to say where they come from.
        let origin = |origin: &HeaderValue| {
            let of = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
            of.is_some_and(|(scheme, host)| matches!(scheme, "http" | "https") && ours(host))
        };
        host && hosts.next().is_none()
            && named
            && headers.get_all(header::ORIGIN).iter().all(origin)
    }
}

/// Lets a request through that may come in; says with every answer what the page may do.
pub async fn pass(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let mut response = if !gate.lets_in(request.uri(), request.headers()) {
        (StatusCode::FORBIDDEN, "this server is asked for under another name").into_response()
    } else if !matches!(*request.method(), Method::GET | Method::HEAD) {
        StatusCode::METHOD_NOT_ALLOWED.into_response()
    } else {
        next.run(request).await
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(bound: &str, url: Option<&str>) -> Gate {
        Gate::new(bound.parse().unwrap(), url)
    }

    #[test]
    fn names_of_others_do_not_lead_here() {
        let own = gate("127.0.0.1:4000", None);
        for host in ["127.0.0.1:4000", "localhost:4000", "[::1]:4000", "LOCALHOST:4000"] {
            assert!(own.is_ours(host), "{host}");
        }
        for host in ["evil.example:4000", "127.0.0.1:4001", "127.0.0.1", "192.168.0.2:4000", ""] {
            assert!(!own.is_ours(host), "{host}");
        }
    }

    #[test]
    fn an_open_server_is_asked_for_by_its_address_or_its_name() {
        let open = gate("0.0.0.0:4000", Some("https://table.example.org"));
        assert!(open.is_ours("192.168.0.2:4000") && open.is_ours("table.example.org"));
        assert!(!open.is_ours("evil.example:4000") && !open.is_ours("table.example.org.evil"));
    }

    #[test]
    fn other_pages_are_not_let_in() {
        let own = gate("127.0.0.1:4000", None);
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static("127.0.0.1:4000"));
        let path = Uri::from_static("/ws");
        assert!(own.lets_in(&path, &headers));
        assert!(!own.lets_in(&Uri::from_static("http://evil.example/ws"), &headers));
        for (origin, wanted) in [
            ("http://127.0.0.1:4000", true),
            ("http://evil.example", false),
            ("null", false),
            ("file://127.0.0.1:4000", false),
        ] {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            assert_eq!(own.lets_in(&path, &headers), wanted, "{origin}");
        }
        headers.insert(header::ORIGIN, HeaderValue::from_static("http://127.0.0.1:4000"));
        let mut two = headers.clone();
        two.append(header::ORIGIN, HeaderValue::from_static("http://evil.example"));
        assert!(own.lets_in(&path, &headers) && !own.lets_in(&path, &two));
        headers.append(header::HOST, HeaderValue::from_static("evil.example"));
        assert!(!own.lets_in(&path, &headers));
    }
}
