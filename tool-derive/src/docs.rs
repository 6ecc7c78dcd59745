//! Doc comments as text for the model.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Token, punctuated::Punctuated};

/// A description, as an expression that is a `&str`.
#[derive(Clone, Debug)]
pub(crate) struct Description(TokenStream);

impl ToTokens for Description {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}

/// One line of a doc comment.
enum Line {
    Text(String),
    /// `#[doc = include_str!(..)]`, or another macro that stands for a literal.
    Macro(TokenStream),
    /// `#[cfg_attr(predicate, doc = "..")]`.
    When(TokenStream, TokenStream),
}

impl Description {
    pub(crate) fn written(expression: &Expr) -> Self {
        Self(expression.to_token_stream())
    }

    /// Reads every doc attribute, wherever it stands among the others.
    pub(crate) fn of(attrs: &[Attribute]) -> Option<Self> {
        let mut lines = Vec::new();
        for attr in attrs {
            read(attr, &mut lines);
        }
        trim(&mut lines);
        if lines.is_empty() { None } else { Some(Self(joined(&lines))) }
    }
}

fn read(attr: &Attribute, lines: &mut Vec<Line>) {
    match &attr.meta {
        Meta::NameValue(doc) if doc.path.is_ident("doc") => match &doc.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
                lines.extend(lines_of(&text.value()).into_iter().map(Line::Text));
            }
            expression => lines.push(Line::Macro(expression.to_token_stream())),
        },
        Meta::List(list) if list.path.is_ident("cfg_attr") => {
            let Ok(metas) = attr.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated) else {
                return;
            };
            let mut metas = metas.into_iter();
            let Some(predicate) = metas.next() else { return };
            for meta in metas {
                if let Meta::NameValue(doc) = meta
                    && doc.path.is_ident("doc")
                {
                    lines.push(Line::When(predicate.to_token_stream(), doc.value.into_token_stream()));
                }
            }
        }
        _ => {}
    }
}

/// Splits a doc text. Each line loses the blank after `///`; a `/** .. */` comment loses the stars or the indentation
/// that lead its lines.
fn lines_of(text: &str) -> Vec<String> {
    let (first, rest) = text.split_once('\n').map_or((text, ""), |(first, rest)| (first, rest));
    let mut lines = vec![without_blank(first)];
    let starred = rest.lines().all(|line| line.trim_start().starts_with('*') || line.trim().is_empty());
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let shared =
        rest.lines().filter(|line| !line.trim().is_empty()).map(|line| indent(&line)).min().unwrap_or(0);
    lines.extend(rest.lines().map(|line| match line.trim_start().strip_prefix('*') {
        Some(bare) if starred => without_blank(bare),
        _ => line.get(shared..).unwrap_or_default().trim_end().to_owned(),
    }));
    lines
}

fn without_blank(line: &str) -> String {
    line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned()
}

/// Takes empty lines off both ends; paragraphs within stay apart.
fn trim(lines: &mut Vec<Line>) {
    let blank = |line: &Line| matches!(line, Line::Text(text) if text.is_empty());
    while lines.last().is_some_and(blank) {
        lines.pop();
    }
    let leading = lines.iter().take_while(|line| blank(line)).count();
    lines.drain(..leading);
}

/// Emits a literal; `concat!(..)` around macros; and a joined list around conditional lines.
fn joined(lines: &[Line]) -> TokenStream {
    if lines.iter().any(|line| matches!(line, Line::When(..))) {
        let pieces = lines.iter().enumerate().map(|(index, line)| conditional(line, index > 0));
        return quote!(&*<[&str]>::concat(&[#(#pieces),*]));
    }
    if let Some(text) = lines.iter().map(literal).collect::<Option<Vec<_>>>() {
        return text.join("\n").into_token_stream();
    }
    let pieces = lines.iter().enumerate().map(|(index, line)| {
        let newline = if index > 0 { "\n" } else { "" };
        match line {
            Line::Text(text) => format!("{newline}{text}").into_token_stream(),
            Line::Macro(expression) | Line::When(_, expression) => quote!(#newline, #expression),
        }
    });
    quote!(::core::concat!(#(#pieces),*))
}

fn literal(line: &Line) -> Option<&str> {
    match line {
        Line::Text(text) => Some(text),
        Line::Macro(_) | Line::When(..) => None,
    }
}

fn conditional(line: &Line, continued: bool) -> TokenStream {
    let newline = if continued { "\n" } else { "" };
    match line {
        Line::Text(text) => format!("{newline}{text}").into_token_stream(),
        Line::Macro(expression) => quote!(::core::concat!(#newline, #expression)),
        Line::When(predicate, expression) => quote!({
            #[cfg(#predicate)]
            {
                ::core::concat!(#newline, #expression)
            }
            #[cfg(not(#predicate))]
            {
                ""
            }
        }),
    }
}
