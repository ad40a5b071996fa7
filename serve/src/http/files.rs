//! The page's files, which are part of the program: what is asked for is looked up in their list.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

/// What browsers get.
#[derive(RustEmbed)]
#[folder = "page"]
#[exclude = "*.md"]
#[exclude = ".*"]
struct Page;

/// A file of the page.
pub async fn file(uri: Uri) -> Response {
    let asked = uri.path().trim_start_matches('/');
    let asked = if asked.is_empty() { "index.html" } else { asked };
    let Some(name) = Page::iter().find(|name| name == asked) else {
        return (StatusCode::NOT_FOUND, "there is no such page").into_response();
    };
    match Page::get(&name) {
        None => StatusCode::NOT_FOUND.into_response(),
        Some(file) => {
            let headers =
                [(header::CONTENT_TYPE, kind(&name)), (header::CACHE_CONTROL, "no-cache")];
            (headers, file.data).into_response()
        }
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" | "webmanifest" => "application/json",
        "woff2" => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}
