//! What the attributes emit, and what they say about themselves.

mod cases;
mod reference;
mod snapshots;
