//! The arguments of a request as they were sent, before anybody looked at them. How they are read is `admission`.

use serde_json::Value;

use crate::schema;

/// Arguments of any depth, which can be dropped all the same.
pub(crate) struct Sent(Option<Value>);

impl Sent {
    pub(crate) fn new(arguments: Option<Value>) -> Self {
        Self(arguments)
    }

    pub(crate) fn take(&mut self) -> Option<Value> {
        self.0.take()
    }
}

impl Drop for Sent {
    fn drop(&mut self) {
        // Most requests that are refused never come to the check of the bounds.
        if let Some(arguments) = self.take() {
            schema::dismantle(arguments);
        }
    }
}
