use tool_core::tool;

struct UserId;

/// Greets.
#[tool]
async fn greet(#[context] user: UserId) {
    let _ = user;
}

fn main() {}
