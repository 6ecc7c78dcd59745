//! Types of the standard library: wrappers, numbers, collections and what stands for nothing.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, LinkedList, VecDeque},
    marker::PhantomData,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    num::{NonZeroI64, NonZeroU8, NonZeroUsize, Wrapping},
    ops::{Bound, Range, RangeInclusive},
    path::PathBuf,
    rc::Rc,
    sync::{Arc, Mutex, atomic::AtomicBool},
    time::{Duration, SystemTime},
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Odd, enums::Level, odd};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Wrappers {
    boxed: Box<Option<Box<i32>>>,
    counted: Rc<str>,
    shared: Arc<[Level]>,
    cow: Cow<'static, [String]>,
    cell: Cell<i32>,
    other_cell: RefCell<Vec<i32>>,
    locked: Mutex<Option<bool>>,
    atomic: AtomicBool,
    wrapping: Wrapping<i16>,
    reverse: Reverse<u8>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Numbers {
    wide: u128,
    negative: i128,
    not_zero: NonZeroI64,
    small: NonZeroU8,
    size: NonZeroUsize,
    single: f32,
    letter: char,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Collections {
    queue: VecDeque<i8>,
    linked: LinkedList<Option<i8>>,
    heap: BinaryHeap<i8>,
    levels: BTreeSet<Level>,
    none: [i32; 0],
    one: [Level; 1],
    many: [u8; 32],
    nested: Vec<Vec<Option<Vec<bool>>>>,
}

#[derive(Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
struct Key(String);

#[derive(Serialize, Deserialize, JsonSchema)]
struct Keyed {
    by_level: BTreeMap<Level, i32>,
    by_signed: BTreeMap<i64, (i32, String)>,
    by_letter: BTreeMap<char, Option<i32>>,
    by_newtype: BTreeMap<Key, BTreeMap<u8, Level>>,
    by_truth: BTreeMap<bool, String>,
    by_address: HashMap<Ipv4Addr, Vec<i32>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Nothing {
    unit: (),
    maybe: Option<()>,
    marker: PhantomData<String>,
    unit_struct: UnitStruct,
    units: Vec<()>,
    mixed: Option<Option<Option<i32>>>,
    result: Result<(), String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct UnitStruct;

#[derive(Serialize, Deserialize, JsonSchema)]
struct EmptyTuple();

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tuple(i32, Option<String>, (bool, Level));

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tuples {
    empty: EmptyTuple,
    tuple: Tuple,
    deep: ((((i32,),),),),
    long: (u8, u16, u32, i8, i16, i32, bool, String),
    in_map: BTreeMap<String, (Level, Option<Level>)>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Ranges {
    range: Range<i32>,
    inclusive: RangeInclusive<u8>,
    from: Bound<i32>,
    until: Bound<i32>,
    result: Result<Level, Vec<String>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Times {
    wait: Duration,
    waits: Vec<Duration>,
    at: Option<SystemTime>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Places {
    path: PathBuf,
    ip: IpAddr,
    four: Ipv4Addr,
    six: Ipv6Addr,
    socket: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Sparse(#[serde(skip)] i32, i32, String);

#[expect(clippy::too_many_lines, reason = "a list of values, by type")]
pub(super) fn all() -> Vec<Vec<Odd>> {
    let text = str::to_owned;
    let socket: SocketAddr = ([127, 0, 0, 1], 80).into();
    vec![
        odd([Wrappers {
            boxed: Box::new(Some(Box::new(1))),
            counted: "a".into(),
            shared: [Level::High].into(),
            cow: vec![text("a")].into(),
            cell: Cell::new(1),
            other_cell: RefCell::new(vec![1]),
            locked: Mutex::new(Some(true)),
            atomic: AtomicBool::new(true),
            wrapping: Wrapping(-1),
            reverse: Reverse(1),
        }]),
        odd([Numbers {
            wide: 1,
            negative: -1,
            not_zero: NonZeroI64::new(-1).unwrap(),
            small: NonZeroU8::MAX,
            size: NonZeroUsize::MIN,
            single: 0.5,
            letter: '中',
        }]),
        odd([Collections {
            queue: [1].into(),
            linked: [None, Some(1)].into(),
            heap: [3].into(),
            levels: [Level::VeryLow, Level::High].into(),
            none: [],
            one: [Level::High],
            many: [7; 32],
            nested: vec![vec![], vec![None, Some(vec![true])]],
        }]),
        odd([Keyed {
            by_level: [(Level::High, 1)].into(),
            by_signed: [(-1, (1, text("a")))].into(),
            by_letter: [('ß', None), ('a', Some(1))].into(),
            by_newtype: [(Key(text("k")), [(1, Level::High)].into())].into(),
            by_truth: [(true, text("a"))].into(),
            by_address: [(Ipv4Addr::LOCALHOST, vec![1])].into(),
        }]),
        odd([Nothing {
            unit: (),
            maybe: None,
            marker: PhantomData,
            unit_struct: UnitStruct,
            units: vec![(), ()],
            mixed: Some(Some(Some(1))),
            result: Err(text("a")),
        }]),
        odd([Tuples {
            empty: EmptyTuple(),
            tuple: Tuple(1, None, (true, Level::High)),
            deep: ((((1,),),),),
            long: (1, 2, 3, -1, -2, -3, false, text("a")),
            in_map: [(text("a"), (Level::High, None))].into(),
        }]),
        odd([
            Ranges {
                range: 1..3,
                inclusive: 1..=3,
                from: Bound::Included(1),
                until: Bound::Unbounded,
                result: Ok(Level::High),
            },
            Ranges {
                range: 0..0,
                inclusive: 0..=0,
                from: Bound::Excluded(1),
                until: Bound::Included(1),
                result: Err(vec![text("a")]),
            },
        ]),
        odd([Times {
            wait: Duration::from_millis(1500),
            waits: vec![],
            at: Some(SystemTime::UNIX_EPOCH + Duration::from_secs(1)),
        }]),
        odd([Places {
            path: "/a/b".into(),
            ip: Ipv6Addr::LOCALHOST.into(),
            four: Ipv4Addr::LOCALHOST,
            six: Ipv6Addr::LOCALHOST,
            socket: socket.to_string(),
        }]),
        odd([Sparse(0, 1, text("a"))]),
    ]
}
