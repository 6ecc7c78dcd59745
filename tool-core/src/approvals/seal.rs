//! What proves that a request and a ticket were made here, and for exactly one call. Who may approve is not decided
//! here.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::token::{Nonce, Token};

/// What a tag is for. The words are part of what is sealed, so that no token can be taken for one of the other kind.
#[derive(Clone, Copy)]
enum Purpose {
    Request,
    Ticket,
}

impl Purpose {
    /// Invariant: each ends with its only NUL, so that none is the beginning of another.
    fn label(self) -> &'static [u8] {
        match self {
            Self::Request => b"tool-core approval request 1\0",
            Self::Ticket => b"tool-core approval ticket 1\0",
        }
    }
}

/// Seals and checks, under one key and for one place.
#[derive(Clone)]
pub(super) struct Seal {
    key: Hmac<Sha256>,
    /// Where it is known which tickets are used up.
    place: Nonce,
}

impl Seal {
    /// Returns the seal of one process: it takes no token that another one made.
    pub(super) fn of_this_process(key: &[u8]) -> Self {
        // HMAC takes keys of every length (RFC 2104, section 2), so there is nothing to fail.
        let key = Hmac::new_from_slice(key).expect("HMAC takes a key of any length");
        Self { key, place: Nonce::next() }
    }

    /// Returns the seal of all processes that have the key.
    pub(super) fn of_all_processes(self) -> Self {
        Self { place: Nonce([0; 16]), ..self }
    }

    /// Makes a request for approval, which says what it is about.
    pub(super) fn request(&self, nonce: Nonce, expires_ms: u64, body: Vec<u8>) -> Token {
        let tag = self.mac(Purpose::Request, nonce, expires_ms, &body).finalize().into_bytes().into();
        Token { nonce, expires_ms, tag, body }
    }

    /// Returns a request for approval when it was made here and not changed since.
    pub(super) fn open_request(&self, text: &str) -> Option<Token> {
        let token = Token::parse(text)?;
        let mac = self.mac(Purpose::Request, token.nonce, token.expires_ms, &token.body);
        mac.verify_slice(&token.tag).is_ok().then_some(token)
    }

    /// Makes the ticket of a request, for the call that it is about. The same request makes the same ticket, so that
    /// approving it twice lets nothing run twice.
    pub(super) fn ticket(&self, nonce: Nonce, expires_ms: u64, call: &[u8]) -> Token {
        let tag = self.mac(Purpose::Ticket, nonce, expires_ms, call).finalize().into_bytes().into();
        Token { nonce, expires_ms, tag, body: Vec::new() }
    }

    /// Returns a ticket when it was made here, for this call. Whatever is different about the call, there is one answer.
    pub(super) fn open_ticket(&self, text: &str, call: &[u8]) -> Option<Token> {
        let token = Token::parse(text).filter(|token| token.body.is_empty())?;
        let mac = self.mac(Purpose::Ticket, token.nonce, token.expires_ms, call);
        // The comparison takes the same time, wherever the difference is.
        mac.verify_slice(&token.tag).is_ok().then_some(token)
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
