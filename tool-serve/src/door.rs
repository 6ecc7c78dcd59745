//! The one door of a server: its registry, what each caller may do, and the surface that outside callers see.

use std::{path::Path, time::Duration};

use tool_command::{CommandTool, Host, Projection};
use tool_core::{
    Allow, AuditLog, BuildErrors, Concurrency, InProcessQueue, Invoker, JsonLines, Kind, OperationTools,
    Quotas, Rate, Registry, Surface, Tool, Update,
};
use tool_mcp::{Handler, ServerIdentity};

use crate::{Fault, cli::Command};

/// How long calls may go on when the server stops, before they are cancelled.
const DRAIN: Duration = Duration::from_secs(2);

/// Everything that a server serves with.
pub(crate) struct Door {
    pub(crate) surface: Surface,
    pub(crate) queue: InProcessQueue,
    host: Host,
    /// Whether operations may come, so that what is asked of them never goes.
    may_have_operations: bool,
    answers_in_envelopes: bool,
    code_tool: Option<String>,
}

/// What a model has to know of tools that answer in envelopes, beside what is said of all.
const ENVELOPES: &str = "Tools whose output schema has schema, ok and failures answer with that one JSON object always, \
    refusals and errors included: the text is the object as its program printed it, and ok is false exactly when isError is \
    true. Each failure has a stable code.";

impl Door {
    /// Opens the door to what was projected.
    pub(crate) fn open(projection: &Projection, host: Host, command: &Command) -> Result<Self, Fault> {
        let settings = &command.settings;
        let queue = InProcessQueue::builder().build();
        let registry = Registry::builder(()).build().map_err(Fault::new)?;
        let [reads, writes] =
            [settings.reads_per_minute, settings.writes_per_minute].map(|uses| Rate::per_minute(uses.get()));
        let quotas = Quotas::builder().reads(reads).writes(writes).build().map_err(Fault::new)?;
        let room = Concurrency::default().with_running(settings.running);
        let mut invoker =
            Invoker::builder(registry).limits(quotas).operations(queue.clone()).concurrency(room);
        if let Some(file) = &settings.audit {
            invoker = invoker.audit(audit(file)?);
        }
        let invoker = invoker.build().map_err(Fault::new)?;
        let surface = Surface::outside("mcp", &invoker, Allow::exposed()).build().map_err(Fault::new)?;
        let answers_in_envelopes = projection.tools.iter().any(CommandTool::answers_in_envelopes);
        let code_tool = projection.code_tools.first().cloned();
        let may_have_operations = command.watch || projection.tools.iter().any(is_operation);
        let door = Self { surface, queue, host, may_have_operations, answers_in_envelopes, code_tool };
        door.offer(projection).map_err(Fault::new)?;
        Ok(door)
    }

    /// Offers what was projected in the place of what there was: all of it, or nothing changes.
    pub(crate) fn offer(&self, projection: &Projection) -> Result<(), BuildErrors> {
        let registry = self.surface.invoker().registry();
        let before: Vec<_> = registry.snapshot().iter().map(|tool| tool.name().to_string()).collect();
        registry.update(|update| {
            for name in &before {
                update.remove(name);
            }
            for tool in &projection.tools {
                update.register(tool.clone());
            }
            if self.may_have_operations {
                self.register_operation_tools(update);
            }
        })?;
        Ok(())
    }

    fn register_operation_tools(&self, update: &mut Update) {
        let tools = OperationTools::new(self.queue.clone());
        for tool in [tools.status(), tools.wait(), tools.cancel()] {
            update.register(tool);
        }
    }

    pub(crate) fn host(&self) -> &Host {
        &self.host
    }

    pub(crate) fn handler(&self) -> Handler {
        let identity = ServerIdentity::new("tool-serve", env!("CARGO_PKG_VERSION"));
        let mut handler = Handler::new(self.surface.clone(), identity);
        if self.answers_in_envelopes {
            handler = handler.with_instructions(ENVELOPES);
        }
        match &self.code_tool {
            Some(tool) => handler.with_code_tool(tool),
            None => handler,
        }
    }

    /// Lets nobody in any more, and leaves no program behind.
    pub(crate) async fn close(&self) {
        let mut shutdown = std::pin::pin!(self.surface.invoker().shutdown(DRAIN));
        if tokio::time::timeout(DRAIN, &mut shutdown).await.is_err() {
            // A program that is killed ends its call.
            self.host.running().stop().await;
            shutdown.await;
        }
        self.host.running().stop().await;
    }
}

fn is_operation(tool: &CommandTool) -> bool {
    tool.host().kind == Kind::Operation
}

fn audit(file: &Path) -> Result<AuditLog, Fault> {
    let unusable = |error| Fault::new(format!("records cannot be kept: {error}"));
    AuditLog::to(JsonLines::append(file).map_err(unusable)?).start().map_err(unusable)
}
