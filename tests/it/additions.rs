//! Tools that exist only because of a protocol are counted, one by one, so that a surface does not grow tools of its own
//! unseen.

use tool_core::{
    Allow, Caller, Continuations, Exposure, InProcessQueue, Invoker, OperationTools, Surface, parity,
};

use crate::support::{Fixture, registering};

/// The product's own tools, one that only outside callers have, and those that watch operations.
fn surfaces() -> (Surface, Surface) {
    let queue = InProcessQueue::builder().build();
    let watch = OperationTools::new(queue.clone());
    let own = [
        Fixture::new("both"),
        Fixture::new("own").host(|host| host.with_exposure(Exposure::Internal)),
        Fixture::new("partner").host(|host| host.with_exposure(Exposure::External)),
    ];
    let registry = registering(own)
        .register(Continuations::new().tool())
        .register(watch.status())
        .register(watch.wait())
        .register(watch.cancel());
    let invoker = Invoker::builder(registry.build().unwrap()).unlimited().operations(queue).build().unwrap();
    let outside = Surface::outside("outside", &invoker, Allow::exposed()).build().unwrap();
    (outside, Surface::first_party("assistant", &invoker, Allow::exposed()).build().unwrap())
}

const JUSTIFIED: [&str; 5] =
    ["cancel_operation", "continue_result", "operation_status", "partner", "wait_for_operation"];

#[test]
fn additions_and_external_tools_are_counted_alike() {
    let (outside, own) = surfaces();
    parity::assert_private_tools(&outside, &own, &Caller::new("alice"), &JUSTIFIED);
}

#[test]
fn each_of_them_must_be_justified_by_name() {
    for left_out in JUSTIFIED {
        let justified: Vec<_> = JUSTIFIED.into_iter().filter(|name| *name != left_out).collect();
        let check = || {
            let (outside, own) = surfaces();
            parity::assert_private_tools(&outside, &own, &Caller::new("alice"), &justified);
        };
        let panicked = std::panic::catch_unwind(check).unwrap_err();
        let text = panicked.downcast_ref::<String>().unwrap();
        assert!(
            text.contains(&format!("not justified [\"{left_out}\"], justified without need []")),
            "{text}"
        );
    }
}
