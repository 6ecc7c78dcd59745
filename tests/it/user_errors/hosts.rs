//! Mistakes of hosts with limits, records and approvals.

use std::{path::Path, sync::Arc, time::Duration};

use serde_json::json;
use tool_core::{
    Caller, Invoker, JsonLines, Quotas, QuotasBuilder, Rate, SealedApprovals, TicketError,
    approve_destructive, testing::TestSurface,
};

use super::{compare, only};
use crate::support::{Fixture, outside, registry};

#[test]
fn limit_errors() {
    let some = Rate::per_minute(10);
    let quotas = || Quotas::builder().reads(some).writes(some);
    let said = |builder: QuotasBuilder| only(&builder.build().unwrap_err());
    compare(
        "When limits are built",
        [
            ("limits that leave out a rate", said(Quotas::builder().writes(some))),
            ("a rate that lets nothing through", said(quotas().reads(Rate::per_minute(0)))),
            ("a burst that lets nothing through", said(quotas().writes(some.with_burst(0)))),
            ("a rate without end that has a burst", said(quotas().reads(Rate::unlimited().with_burst(3)))),
            ("a burst that is never full again", said(quotas().reads(Rate::per_day(1).with_burst(u32::MAX)))),
            ("a class of limits without patterns", said(quotas().class("exports", some, [""; 0]))),
            (
                "two classes of limits of one name",
                said(quotas().class("exports", some, ["export"]).class("exports", some, ["dump"])),
            ),
            (
                "a pattern of a class that an earlier class takes away",
                said(quotas().class("billing", some, ["billing::*"]).class(
                    "payments",
                    some,
                    ["billing::pay"],
                )),
            ),
            ("a pattern of a class that is none", said(quotas().class("all", some, ["*"]))),
        ],
    );
}

#[test]
fn audit_errors() {
    let folder = tempfile::tempdir().unwrap();
    let [list, taken] = ["list", "taken"].map(|name| folder.path().join(name));
    std::fs::write(&list, "milk\n").unwrap();
    let _other = JsonLines::append(&taken).unwrap();
    let said = |file: &Path| {
        let error = JsonLines::append(file).map(|_| ()).unwrap_err().to_string();
        error.replace(file.to_str().unwrap(), "{path}")
    };
    compare(
        "When records of calls are kept",
        [("a file of something else", said(&list)), ("a file that another process writes", said(&taken))],
    );
}

#[tokio::test]
async fn approval_errors() {
    let sealed = |lifetime| {
        let approvals = SealedApprovals::new([7; 32], approve_destructive()).unwrap();
        Arc::new(approvals.with_lifetime(lifetime))
    };
    let (approvals, expiring) = (sealed(Duration::from_mins(1)), sealed(Duration::ZERO));
    let request_of = async |approvals: &Arc<SealedApprovals>| {
        let invoker = Invoker::builder(registry([Fixture::new("plain")])).unlimited();
        let surface = outside(&invoker.approval(Arc::clone(approvals)).build().unwrap());
        let answer = TestSurface::new(&surface).as_caller("alice").call("plain", json!({})).await;
        answer.reply().approval_request.clone().unwrap()
    };
    let (request, expired) = (request_of(&approvals).await, request_of(&expiring).await);
    let said = |result: Result<String, TicketError>| result.unwrap_err().to_string();
    let short = SealedApprovals::new("secret", approve_destructive());
    compare(
        "When a call is approved",
        [
            ("a call of one's own", said(approvals.approve(&request, &Caller::new("alice")))),
            (
                "a request that nobody looked at in time",
                said(expiring.approve(&expired, &Caller::new("bob"))),
            ),
            ("a request that was not made here", said(expiring.approve(&request, &Caller::new("bob")))),
            ("a key that can be guessed", short.map(|_| ()).unwrap_err().to_string()),
        ],
    );
}
