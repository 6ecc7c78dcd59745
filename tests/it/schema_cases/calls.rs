//! The calls.

use serde_json::{Value, json};
use tool_core::testing::TestAnswer;

use super::{
    cases,
    echo::{Echo, Repairs, got},
    shapes::{
        Adjacent, AnyVal, Decimal, Deny, EnumDocField, Flat, FlatEnum, FlatMap, HoldEnums, Identified,
        KeywordNames, Link, Maps, OptDefault, OptEnum, OptNested, OptPlain, Query, Ratio, Single, Slug,
        TriState, Unit, UseFilter, UseOther, UseTagNew, UseTuple,
    },
};

/// Sends arguments to the tool of a case, through a surface that may have asked for repairs.
async fn call(case: u64, arguments: Option<Value>, repairs: Repairs) -> TestAnswer {
    match case {
        1 | 50 | 52 | 53 | 83 | 88 => Echo::<OptPlain>::new().call(arguments, repairs).await,
        2 | 34 | 92 => Echo::<OptNested>::new().call(arguments, repairs).await,
        4 | 5 => Echo::<OptDefault>::new().call(arguments, repairs).await,
        7 => Echo::<TriState>::new().call(arguments, repairs).await,
        8 => Echo::<Ratio>::new().call(arguments, repairs).await,
        10 => Echo::<EnumDocField>::new().call(arguments, repairs).await,
        13 => Echo::<UseOther>::new().call(arguments, repairs).await,
        14 => Echo::<OptEnum>::new().call(arguments, repairs).await,
        16 => Echo::<Adjacent>::new().call(arguments, repairs).await,
        19 | 22 => Echo::<HoldEnums>::new().call(arguments, repairs).await,
        20 => Echo::<UseTagNew>::new().call(arguments, repairs).await,
        25 => Echo::<Flat>::new().call(arguments, repairs).await,
        26 => Echo::<FlatEnum>::new().call(arguments, repairs).await,
        28 => Echo::<FlatMap>::new().call(arguments, repairs).await,
        29 => Echo::<Deny>::new().call(arguments, repairs).await,
        32 => Echo::<UseTuple>::new().call(arguments, repairs).await,
        38 | 40 => Echo::<Unit>::new().call(arguments, repairs).await,
        43 | 44 => Echo::<Maps>::new().call(arguments, repairs).await,
        46 | 47 => Echo::<AnyVal>::new().call(arguments, repairs).await,
        58 => Echo::<Single>::new().call(arguments, repairs).await,
        59 => Echo::<Decimal>::new().call(arguments, repairs).await,
        62 => Echo::<Link>::new().call(arguments, repairs).await,
        70 => Echo::<UseFilter>::new().call(arguments, repairs).await,
        74 => Echo::<KeywordNames>::new().call(arguments, repairs).await,
        77 => Echo::<Slug>::new().call(arguments, repairs).await,
        86 | 89 => Echo::<Identified>::new().call(arguments, repairs).await,
        94 => Echo::<Query>::new().call(arguments, repairs).await,
        other => panic!("case {other} has calls and no tool"),
    }
}

/// Returns the arguments that a text stands for.
fn arguments(text: &str) -> Option<Value> {
    match text {
        "(absent)" => None,
        "33 nested And" => {
            let leaf = json!({ "op": "eq", "field": "a", "value": 1 });
            let nested = (0..33).fold(leaf, |inner, _| json!({ "op": "and", "all": [inner] }));
            Some(json!({ "filter": nested }))
        }
        "33 levels" => Some((1..33).fold(json!({}), |inner, _| json!({ "q": inner }))),
        "2 MiB string" => Some(json!({ "q": "x".repeat(2 * 1024 * 1024) })),
        text => Some(serde_json::from_str(text).unwrap()),
    }
}

/// Calls that no value can express, because a parser has looked at the text before: (case, call). Such text is sent in
/// `text_arguments`.
const OF_THE_PARSER: [(u64, usize); 2] = [(89, 0), (95, 0)];

/// Calls that need a repair of an argument, which a surface has to ask for: (case, call, argument). Without it they are
/// errors that name the argument.
const REPAIRED: [(u64, usize, &str); 3] = [(2, 2, "/scope: "), (53, 0, "/limit: "), (59, 1, "/dec: ")];

/// What the text of an error has to say: (case, call, words).
const SAYS: [(u64, usize, &[&str]); 28] = [
    (2, 3, &["/scope/root: missing; expected a string"]),
    (7, 1, &["/items/0: "]),
    (13, 1, &["/k: expected one of known, aliased"]),
    (14, 0, &["/color: expected one of Red, Green", "did you mean Red?"]),
    (16, 1, &["/c: expected a string when t=A, found an object"]),
    (20, 1, &["/v/z: unknown argument; declared: a, t"]),
    (22, 0, &["/un/y: missing"]),
    (25, 1, &["/pagee: unknown argument; did you mean page?"]),
    (26, 1, &["/path: missing; expected a string when kind=open"]),
    (29, 0, &["/nn: unknown argument; did you mean n? declared: id, n"]),
    (32, 1, &["/pt: expected a list of 2 items, found a list that is too short"]),
    (34, 0, &["/scope: expected an object, found a list"]),
    (34, 1, &["arguments: expected an object, found a list"]),
    (44, 0, &["/by_int/x: expected a name that matches ^\\d+$"]),
    (50, 0, &["/limit: expected an integer from 0 to 4294967295, found an integer out of range"]),
    (52, 2, &["/limit: ", "found a number"]),
    (53, 1, &["/limit: "]),
    (53, 2, &["/limit: "]),
    (58, 0, &["/x: ", "found a number out of range"]),
    (62, 0, &["/link: expected a URI with a scheme such as https://"]),
    (70, 0, &["arguments nested too deeply"]),
    (77, 0, &["/slug: expected a string that matches ^(?!tmp_)[a-z]+$"]),
    (88, 0, &["/tags: expected a list, found a string; for one item, write [\"a\"]"]),
    (92, 0, &["/scope/root: missing; expected a string"]),
    (94, 0, &["too deep"]),
    (94, 1, &["too large"]),
    (86, 1, &["arguments: expected an object, found a list"]),
    (86, 2, &["arguments: expected an object, found an integer"]),
];

/// Returns what is wrong with the answer to one call.
async fn mistake(id: u64, index: usize, expected: &Value, repairs: Repairs) -> Option<String> {
    let text = expected["args"].as_str().unwrap();
    let answer = call(id, arguments(text), repairs).await;
    let repaired: &[_] = if repairs == Repairs::Never { &REPAIRED } else { &[] };
    let untaken = repaired.iter().find(|(case, call, _)| (*case, *call) == (id, index));
    let says = SAYS.iter().find(|(case, call, _)| (*case, *call) == (id, index));
    let words: &[&str] = match (untaken, says) {
        (Some((.., argument)), _) => &[*argument],
        (None, Some((.., words))) => words,
        (None, None) if expected["expect"] == "error" => {
            return Some("nothing says what the error names".to_owned());
        }
        (None, None) => {
            let normal = match expected["as"].as_str() {
                None | Some("unchanged") => arguments(text).unwrap_or(Value::Null),
                Some(normal) => serde_json::from_str(normal).unwrap(),
            };
            let reached = answer.code().is_none() && got(&answer) == normal;
            return (!reached).then(|| format!("expected {normal} to reach the tool, got {}", answer.text()));
        }
    };
    if answer.code().as_deref() != Some("invalid-arguments") {
        return Some(format!("expected invalid-arguments, got {:?}: {}", answer.code(), answer.text()));
    }
    let unsaid = words.iter().find(|word| !answer.text().contains(**word))?;
    Some(format!("{unsaid:?} is not in {}", answer.text()))
}

#[tokio::test]
async fn every_call_of_the_file_is_answered_as_it_says() {
    answers(Repairs::Never).await;
}

#[tokio::test]
async fn a_surface_that_repairs_takes_what_the_file_says_and_no_more() {
    answers(Repairs::AskedFor).await;
}

async fn answers(repairs: Repairs) {
    let mut run = 0;
    let mut mistakes = Vec::new();
    for case in cases() {
        let id = case["id"].as_u64().unwrap();
        for (index, expected) in case["calls"].as_array().into_iter().flatten().enumerate() {
            if !OF_THE_PARSER.contains(&(id, index)) {
                run += 1;
                let mistake = mistake(id, index, expected, repairs).await;
                mistakes.extend(mistake.map(|mistake| format!("case {id}, {}: {mistake}", expected["args"])));
            }
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
    assert_eq!(run + OF_THE_PARSER.len(), 67, "the file has this many calls");
}
