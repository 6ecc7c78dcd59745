//! Lists in which nothing stands twice.

/// Returns each item once, in the order in which it came first.
pub(super) fn once<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut found: Vec<T> = Vec::new();
    for item in items {
        if !found.contains(&item) {
            found.push(item);
        }
    }
    found
}
