//! Arguments: what is advertised is what is accepted, and nothing else. Arguments are made from each schema; unless the
//! host says so, only the checks are asked, and no tool runs.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{
    Caller, Effect, Outcome, Refusal, Surface,
    added::Added,
    admission, reply,
    schema::Checker,
    testing::{self, TestSurface},
    view::Rendered,
};

/// Characters of arguments that a message shows.
const SHOWN: usize = 300;

/// How [`assert_arguments`] makes arguments, and what it does with them.
///
/// By default 64 of each kind for each tool, from seed 1, and no tool runs.
#[derive(Clone, Debug)]
#[must_use = "this only says how; `assert_arguments` does it"]
pub struct Fuzz {
    cases: u32,
    seed: u64,
    target: Option<String>,
    runs: Runs,
    examples: BTreeMap<String, Vec<Value>>,
}

/// Which tools run with the arguments that fit.
#[derive(Clone, Copy, Debug)]
enum Runs {
    Nothing,
    ReadOnly,
    Everything,
}

impl Fuzz {
    /// Asks the checks about 64 arguments that fit and 64 that do not, for each tool. Nothing runs, and no code of the
    /// host's is asked.
    pub fn new() -> Self {
        Self { cases: 64, seed: 1, target: None, runs: Runs::Nothing, examples: BTreeMap::new() }
    }

    /// Makes this many arguments of each kind for each tool.
    pub fn with_cases(mut self, cases: u32) -> Self {
        self.cases = cases;
        self
    }

    /// Starts from another seed. The same seed makes the same arguments on every machine.
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Makes calls about this target where a tool has one; an id that was made up would be refused as unknown. It is one id for
    /// tools of one kind of target: where a surface has several kinds, test each on a surface of its own, with
    /// [`Allow::only`](crate::Allow::only).
    pub fn with_target(mut self, id: impl Into<String>) -> Self {
        self.target = Some(id.into());
        self
    }

    /// Adds arguments of a tool, by its public name, which have to fit. For schemas that are kept as written or that
    /// leave a rule to words: arguments cannot always be made from those.
    pub fn with_example(mut self, tool: impl Into<String>, arguments: Value) -> Self {
        self.examples.entry(tool.into()).or_default().push(arguments);
        self
    }

    /// Calls the tools that are [read-only](Effect::ReadOnly), through the surface and all that is behind it.
    ///
    /// That asks the host's ownership, limits and approval once for each argument, and shows what only the exact types
    /// and the functions can: an argument that is advertised and then refused, and a result that does not fit.
    pub fn running_read_only(mut self) -> Self {
        self.runs = Runs::ReadOnly;
        self
    }

    /// Calls every tool, also those that change and delete. For a service that was made for the test.
    pub fn running_everything(mut self) -> Self {
        self.runs = Runs::Everything;
        self
    }

    fn runs(&self, effect: Effect) -> bool {
        match self.runs {
            Runs::Nothing => false,
            Runs::ReadOnly => effect == Effect::ReadOnly,
            Runs::Everything => true,
        }
    }

    fn seeds(&self) -> impl Iterator<Item = u64> + use<> {
        let first = self.seed;
        (0..self.cases).map(move |case| first.wrapping_add(case.into()))
    }
}

impl Default for Fuzz {
    fn default() -> Self {
        Self::new()
    }
}

/// Asserts that each tool of this caller takes the arguments that its schema allows, and refuses all others.
///
/// Arguments that fit are [made from the schema](crate::testing::instance). Of those that do not fit, each has one thing
/// wrong: an argument that is missing, unknown, of another type or null, a number, text or list beyond its bounds, a word
/// that is none of the values, another format or pattern. Texts for a pattern are made from the pattern; what does not fit
/// in spite of that is passed over, and so is what breaks a rule that the schema has in words only.
///
/// [`Fuzz`] says how many, from which seed, and which tools run. A tool that takes operations answers with the operation,
/// and its work is not waited for.
///
/// # Examples
///
/// ```
/// use tool_core::{Allow, Caller, Invoker, Registry, Surface, parity, tool};
///
/// /// Reserves a table.
/// #[tool(title = "Reserve a table", exposure = both, effect = additive)]
/// fn reserve(
///     /// How many people come.
///     #[schemars(range(min = 1, max = 12))]
///     people: u8,
/// ) -> String {
///     format!("a table for {people}")
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_core::BuildErrors> {
/// let invoker = Invoker::builder(Registry::builder(()).tool(reserve_tool()).build()?).unlimited().build()?;
/// let outside = Surface::outside("mcp", &invoker, Allow::exposed()).build()?;
/// let alice = Caller::new("alice");
///
/// parity::assert_arguments(&outside, &alice, parity::Fuzz::new()).await;
/// parity::assert_arguments(&outside, &alice, parity::Fuzz::new().with_cases(200).running_everything()).await;
/// # Ok(())
/// # }
/// ```
///
/// # Panics
///
/// When a tool takes what it does not advertise, or refuses what it does; when one that runs fails with an internal
/// error or returns what its output schema does not promise; when no arguments could be made for a tool, or none of its
/// calls came as far as the tool. The message names every such tool, with the first arguments that show it.
pub async fn assert_arguments(surface: &Surface, caller: &Caller, fuzz: Fuzz) {
    let tools = surface.catalogue(caller).tools;
    let view = surface.view();
    let mut wrong = Vec::new();
    for tool in fuzz.examples.keys().filter(|tool| !tools.iter().any(|listed| listed.name == **tool)) {
        wrong.push(format!("`{tool}` has an example, and is not listed"));
    }
    for tool in tools.iter().filter_map(|tool| view.get(&tool.name)) {
        let mut trial = match Trial::of(tool, &fuzz) {
            Ok(trial) => trial,
            Err(fault) => {
                wrong.push(fault);
                continue;
            }
        };
        trial.ask();
        if fuzz.runs(tool.listed.effect) {
            trial.run(surface, caller, fuzz.target.as_deref()).await;
        }
        wrong.extend(
            trial.wrong.into_iter().map(|(what, shown)| format!("`{}` {what}{shown}", tool.listed.name)),
        );
    }
    assert!(
        wrong.is_empty(),
        "surface `{}` does not take exactly the arguments that it advertises:\n- {}",
        surface.name(),
        wrong.join("\n- ")
    );
}

/// Arguments, and how they came about.
struct Case {
    arguments: Value,
    origin: String,
}

impl Case {
    fn shown(&self) -> String {
        let text = self.arguments.to_string();
        let mut shown: String = text.chars().take(SHOWN).collect();
        if shown.len() < text.len() {
            shown.push_str("..");
        }
        format!("\n    {}: {shown}", self.origin)
    }
}

/// The arguments of one tool, and what they have shown so far: each thing once, with the first arguments that show it.
struct Trial<'t> {
    tool: &'t Rendered,
    checker: Checker,
    fitting: Vec<Case>,
    unfit: Vec<Case>,
    wrong: BTreeMap<String, String>,
}

impl<'t> Trial<'t> {
    fn of(tool: &'t Rendered, fuzz: &Fuzz) -> Result<Self, String> {
        let (name, schema) = (&tool.listed.name, &*tool.listed.input_schema);
        let checker = Checker::compile_as(schema, tool.entry.checker.written()).map_err(|fault| {
            format!("`{name}` has an input schema that does not compile: {}", fault.message)
        })?;
        let mut trial =
            Self { tool, checker, fitting: Vec::new(), unfit: Vec::new(), wrong: BTreeMap::new() };

        for (index, arguments) in fuzz.examples.get(name).into_iter().flatten().enumerate() {
            let case = Case { arguments: arguments.clone(), origin: format!("example {}", index + 1) };
            trial.fitting.push(case);
        }
        for seed in fuzz.seeds() {
            let arguments = testing::instance(schema, seed);
            if !trial.fits(&arguments) {
                continue;
            }
            trial.fitting.push(Case { arguments, origin: format!("seed {seed}") });
            // One thing wrong with arguments that fit, so nothing else can be the reason.
            if let Some(misfit) =
                testing::misfit(schema, seed).filter(|misfit| !trial.checker.is_valid(&misfit.value))
            {
                let place = if misfit.pointer.is_empty() { "arguments" } else { &misfit.pointer };
                let origin = format!("seed {seed}, {place}, {}", misfit.wrong);
                trial.unfit.push(Case { arguments: misfit.value, origin });
            }
        }
        if trial.fitting.is_empty() {
            return Err(format!(
                "`{name}` was not tried: of {} arguments that were made from its schema none fits; give some with \
                 `Fuzz::with_example`",
                fuzz.cases
            ));
        }
        trial.unfit.push(Case { arguments: json!([]), origin: "a list".to_owned() });
        Ok(trial)
    }

    /// Whether arguments fit what is advertised, and what of the exact form is said in words only.
    fn fits(&self, arguments: &Value) -> bool {
        let mut own = arguments.clone();
        if let Value::Object(fields) = &mut own {
            self.tool.make_own(fields);
        }
        self.checker.is_valid(arguments) && self.tool.exact().is_none_or(|exact| exact.is_valid(&own))
    }

    fn found(wrong: &mut BTreeMap<String, String>, what: impl Into<String>, case: &Case) {
        wrong.entry(what.into()).or_insert_with(|| case.shown());
    }

    /// Asks the checks alone. Nothing runs.
    fn ask(&mut self) {
        for case in &self.fitting {
            if let Err(refusal) = admission::fitting(self.tool, case.arguments.clone()) {
                let what = format!("refuses arguments that it advertises: {refusal}");
                Self::found(&mut self.wrong, what, case);
            }
        }
        for case in &self.unfit {
            match admission::fitting(self.tool, case.arguments.clone()) {
                Err(Refusal::InvalidArguments(_)) => {}
                Err(other) => {
                    let what = format!("answers arguments that do not fit with `{}`", other.code());
                    Self::found(&mut self.wrong, what, case);
                }
                Ok(()) => Self::found(&mut self.wrong, "takes arguments that it does not advertise", case),
            }
        }
    }

    /// Calls the tool through the whole door.
    async fn run(&mut self, surface: &Surface, caller: &Caller, target: Option<&str>) {
        let mut test = TestSurface::new(surface).with_caller(caller.clone());
        if let Some(id) = target {
            test = test.target(id);
        }
        let (mut reached, mut refused) = (0_u32, BTreeMap::<&'static str, u32>::new());
        for case in &self.fitting {
            let request = test.request(&self.tool.listed.name, case.arguments.clone());
            match surface.outcome(&surface.view(), request).await.0 {
                Outcome::Refused(Refusal::InvalidArguments(faults)) => {
                    let what = format!("refuses arguments that it advertises: {faults}");
                    Self::found(&mut self.wrong, what, case);
                }
                Outcome::Refused(refusal) => *refused.entry(refusal.code()).or_default() += 1,
                outcome => {
                    reached += 1;
                    if let Some(what) = self.defect(outcome) {
                        Self::found(&mut self.wrong, what, case);
                    }
                }
            }
        }
        if reached == 0 && self.wrong.is_empty() {
            self.wrong.insert(never_ran(&refused), String::new());
        }
        for case in &self.unfit {
            // The target of the test may stand where something was wrong.
            let arguments = test.about_target(&self.tool.listed.name, case.arguments.clone());
            if self.checker.is_valid(&arguments) {
                continue;
            }
            let request = test.request(&self.tool.listed.name, arguments);
            let view = surface.view();
            if !matches!(surface.outcome(&view, request).await.0, Outcome::Refused(_)) {
                Self::found(&mut self.wrong, "was called with arguments that it does not advertise", case);
            }
        }
    }

    /// Returns what is wrong with how a call ended that reached the tool. What a tool says in words of its own is not.
    fn defect(&self, outcome: Outcome) -> Option<String> {
        match outcome {
            Outcome::Completed(output) => {
                reply::completed_with(output, self.tool, &Added::default()).err()?.defect()
            }
            Outcome::Failed(error) if error.code() == "invalid-arguments" => {
                Some(format!("advertises arguments that its types refuse: {}", error.message()))
            }
            Outcome::Failed(error) => {
                let (_, detail) = error.detail()?;
                Some(format!("failed with an internal error: {detail}"))
            }
            Outcome::Failure(_) => Some("could not be decided; the log says why".to_owned()),
            _ => None,
        }
    }
}

/// Says why no call reached a tool.
fn never_ran(refused: &BTreeMap<&'static str, u32>) -> String {
    let answers: Vec<_> = refused.iter().map(|(code, times)| format!("`{code}` {times} times")).collect();
    let instead = if refused.contains_key("approval-required") {
        "leave approvals out of the invoker of this test"
    } else {
        "make room for its calls, or name a target that the caller owns with `Fuzz::with_target`, on a surface with tools of \
         one kind of target"
    };
    format!("never ran: it answered {}; {instead}", answers.join(" and "))
}
