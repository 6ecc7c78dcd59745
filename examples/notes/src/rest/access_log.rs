//! One log line for each request: method, route, status, duration; never an id, a header or content.

use axum::{
    extract::{MatchedPath, Request},
    middleware::Next,
    response::Response,
};
use std::time::Instant;

pub(crate) async fn record(
    request: Request,
    next: Next,
) -> Response {
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let started = Instant::now();
    let response = next.run(request).await;
    tracing::info!(
        %method,
        route = route.as_ref().map_or("none", MatchedPath::as_str),
        status = response.status().as_u16(),
        elapsed_ms = started.elapsed().as_secs_f64() * 1e3,
        "answered"
    );
    response
}
