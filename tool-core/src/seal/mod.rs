//! What proves that a text was made here, and for exactly one call: requests for approval with their tickets, and the
//! state of a call that asks for input. Who may approve or answer is not decided here.

mod clock;
mod token;

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

pub(crate) use self::{
    clock::{Clock, millis, time_of},
    token::{Nonce, Token},
};

/// The shortest key: as long as the hash; RFC 2104, section 3, strongly discourages shorter ones.
pub(crate) const KEY_BYTES: usize = 32;

/// What a tag is for. The words are part of what is sealed, so that no token can be taken for one of another kind.
#[derive(Clone, Copy)]
enum Purpose {
    InputCall,
    InputState,
    Request,
    Ticket,
}

impl Purpose {
    /// Invariant: each ends with its only NUL, so that none is the beginning of another.
    fn label(self) -> &'static [u8] {
        match self {
            Self::InputCall => b"tool-core input call 1\0",
            Self::InputState => b"tool-core input state 1\0",
            Self::Request => b"tool-core approval request 1\0",
            Self::Ticket => b"tool-core approval ticket 1\0",
        }
    }
}

/// Seals and checks, under one key and for one place.
#[derive(Clone)]
pub(crate) struct Seal {
    key: Hmac<Sha256>,
    /// Where it is known which tickets are used up.
    place: Nonce,
}

impl Seal {
    /// Returns the seal of one process: it takes no token that another one made.
    pub(crate) fn of_this_process(key: &[u8]) -> Self {
        // HMAC takes keys of every length (RFC 2104, section 2), so there is nothing to fail.
        let key = Hmac::new_from_slice(key).expect("HMAC takes a key of any length");
        Self { key, place: Nonce::next() }
    }

    /// Returns the seal of all processes that have the key.
    pub(crate) fn of_all_processes(self) -> Self {
        Self { place: Nonce([0; 16]), ..self }
    }

    /// Makes a request for approval, which says what it is about.
    pub(crate) fn request(&self, nonce: Nonce, expires_ms: u64, body: Vec<u8>) -> Token {
        let tag = self.mac(Purpose::Request, nonce, expires_ms, &body).finalize().into_bytes().into();
        Token { nonce, expires_ms, tag, body }
    }

    /// Returns a request for approval when it was made here and not changed since.
    pub(crate) fn open_request(&self, text: &str) -> Option<Token> {
        let token = Token::parse(text)?;
        let mac = self.mac(Purpose::Request, token.nonce, token.expires_ms, &token.body);
        mac.verify_slice(&token.tag).is_ok().then_some(token)
    }

    /// Makes the ticket of a request, for the call that it is about. The same request makes the same ticket, so that
    /// approving it twice lets nothing run twice.
    pub(crate) fn ticket(&self, nonce: Nonce, expires_ms: u64, call: &[u8]) -> Token {
        let tag = self.mac(Purpose::Ticket, nonce, expires_ms, call).finalize().into_bytes().into();
        Token { nonce, expires_ms, tag, body: Vec::new() }
    }

    /// Returns a ticket when it was made here, for this call. Whatever is different about the call, there is one answer.
    pub(crate) fn open_ticket(&self, text: &str, call: &[u8]) -> Option<Token> {
        let token = Token::parse(text).filter(|token| token.body.is_empty())?;
        let mac = self.mac(Purpose::Ticket, token.nonce, token.expires_ms, call);
        // The comparison takes the same time, wherever the difference is.
        mac.verify_slice(&token.tag).is_ok().then_some(token)
    }

    /// Makes the state of a call that asks for input, for whoever calls and for this call. Each is told by one line.
    pub(crate) fn input_state(&self, expires_ms: u64, whose: &[u8], call: &[u8], body: &[u8]) -> Token {
        let nonce = Nonce::next();
        let mut said = self.input_call(nonce, expires_ms, call).finalize().into_bytes().to_vec();
        said.extend_from_slice(body);
        let mac = self.mac(Purpose::InputState, nonce, expires_ms, &whose_says(whose, &said));
        Token { nonce, expires_ms, tag: mac.finalize().into_bytes().into(), body: said }
    }

    /// Returns a state that was made here for whoever calls, and whether it is of this call. Its body is without what
    /// names the call.
    pub(crate) fn open_input_state(&self, text: &str, whose: &[u8], call: &[u8]) -> Option<(Token, bool)> {
        let mut token = Token::parse(text)?;
        let said = whose_says(whose, &token.body);
        let mac = self.mac(Purpose::InputState, token.nonce, token.expires_ms, &said);
        mac.verify_slice(&token.tag).ok()?;
        let (tag, body) = token.body.split_first_chunk::<{ token::TAG_BYTES }>()?;
        let is_of_call = self.input_call(token.nonce, token.expires_ms, call).verify_slice(tag).is_ok();
        token.body = body.to_vec();
        Some((token, is_of_call))
    }

    fn input_call(&self, nonce: Nonce, expires_ms: u64, call: &[u8]) -> Hmac<Sha256> {
        self.mac(Purpose::InputCall, nonce, expires_ms, call)
    }

    /// Invariant: everything before `content` has a fixed length, given the purpose, so no two inputs run together.
    fn mac(&self, purpose: Purpose, nonce: Nonce, expires_ms: u64, content: &[u8]) -> Hmac<Sha256> {
        let mut mac = self.key.clone();
        mac.update(purpose.label());
        mac.update(&self.place.0);
        mac.update(&nonce.0);
        mac.update(&expires_ms.to_be_bytes());
        mac.update(content);
        mac
    }
}

/// Invariant: `whose` has no line end, so no two pairs are the same bytes.
fn whose_says(whose: &[u8], said: &[u8]) -> Vec<u8> {
    [whose, b"\n", said].concat()
}

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seal(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seal() -> Seal {
        Seal::of_this_process(&[1; 32])
    }

    #[test]
    fn a_request_is_no_ticket_and_a_ticket_no_request() {
        let (seal, nonce) = (seal(), Nonce::next());
        // With the same content, and with the body cut off: the tag of one kind must not do for the other.
        let mut request = seal.request(nonce, 5, b"call".to_vec());
        assert!(seal.open_request(&request.to_text()).is_some());
        assert!(seal.open_ticket(&request.to_text(), b"call").is_none());
        request.body.clear();
        assert!(seal.open_ticket(&request.to_text(), b"call").is_none());
        let mut ticket = seal.ticket(nonce, 5, b"call");
        assert!(seal.open_ticket(&ticket.to_text(), b"call").is_some());
        ticket.body = b"call".to_vec();
        assert!(seal.open_request(&ticket.to_text()).is_none());
        assert!(
            seal.open_ticket(&ticket.to_text(), b"call").is_none(),
            "a ticket has nothing behind its tag"
        );
    }

    #[test]
    fn each_part_of_a_ticket_is_sealed() {
        let seal = seal();
        let ticket = || seal.ticket(Nonce([3; 16]), 5, b"call");
        let opens = |ticket: Token, call: &[u8]| seal.open_ticket(&ticket.to_text(), call).is_some();
        assert!(opens(ticket(), b"call"));
        assert!(!opens(ticket(), b"calls"));
        assert!(!opens(Token { nonce: Nonce([4; 16]), ..ticket() }, b"call"));
        assert!(!opens(Token { expires_ms: 6, ..ticket() }, b"call"));
    }

    #[test]
    fn each_part_of_a_state_is_sealed_and_another_call_is_told() {
        let seal = seal();
        let state = || seal.input_state(5, b"alice", b"call", b"said");
        let opened = |state: Token, whose: &[u8], call: &[u8]| {
            let opened = seal.open_input_state(&state.to_text(), whose, call);
            opened.map(|(token, is_of_call)| (String::from_utf8(token.body).unwrap(), is_of_call))
        };
        assert_eq!(opened(state(), b"alice", b"call"), Some(("said".to_owned(), true)));
        assert_eq!(opened(state(), b"alice", b"calls"), Some(("said".to_owned(), false)));
        assert_eq!(opened(state(), b"bob", b"call"), None);
        assert_eq!(opened(Token { expires_ms: 6, ..state() }, b"alice", b"call"), None);
        assert_eq!(opened(Token { nonce: Nonce([4; 16]), ..state() }, b"alice", b"call"), None);
        let mut other = state();
        other.body.push(b'!');
        assert_eq!(opened(other, b"alice", b"call"), None);
        let mut none = state();
        none.body.clear();
        assert_eq!(opened(none, b"alice", b"call"), None);
        assert!(seal.open_request(&state().to_text()).is_none());
        let request = seal.request(Nonce::next(), 5, b"said".to_vec());
        assert_eq!(opened(request, b"alice", b"call"), None);
    }

    #[test]
    fn another_key_and_another_process_open_nothing() {
        let shared = |key| Seal::of_this_process(key).of_all_processes();
        let (one, two) = ([1; 32], [2; 32]);
        let ticket = shared(&one).ticket(Nonce::next(), 5, b"call").to_text();
        assert!(shared(&one).open_ticket(&ticket, b"call").is_some());
        assert!(shared(&two).open_ticket(&ticket, b"call").is_none());
        assert!(seal().open_ticket(&ticket, b"call").is_none());
        let here = seal().ticket(Nonce::next(), 5, b"call").to_text();
        assert!(seal().open_ticket(&here, b"call").is_none(), "a second process with the same key");
    }
}
