//! The form of what is sealed: text that travels in JSON and in a header. What the parts mean is `seal`.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

use crate::random;

/// The bytes of a tag of HMAC-SHA256.
pub(crate) const TAG_BYTES: usize = 32;

/// Names one thing that is sealed, and what comes of it, once and for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Nonce(pub(crate) [u8; 16]);

impl Nonce {
    /// Returns a nonce that did not occur before, here or elsewhere. It is no secret: what cannot be guessed is the tag.
    pub(crate) fn next() -> Self {
        let [first, second] = [random::bits(), random::bits()].map(u64::to_be_bytes);
        Self(std::array::from_fn(|index| if index < 8 { first[index] } else { second[index - 8] }))
    }

    pub(crate) fn to_hex(self) -> String {
        random::hex(&self.0)
    }
}

/// A token, taken apart. Nothing about it is proven yet.
pub(crate) struct Token {
    pub(crate) nonce: Nonce,
    pub(crate) expires_ms: u64,
    pub(crate) tag: [u8; TAG_BYTES],
    /// What the token says by itself; a ticket says nothing.
    pub(crate) body: Vec<u8>,
}

impl Token {
    /// Reads the one form of each token; any other spelling of the same bytes is none.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        // The engine refuses padding, and bits at the end that no byte needs.
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (nonce, rest) = bytes.split_first_chunk()?;
        let (expires, rest) = rest.split_first_chunk()?;
        let (tag, body) = rest.split_first_chunk()?;
        Some(Self {
            nonce: Nonce(*nonce),
            expires_ms: u64::from_be_bytes(*expires),
            tag: *tag,
            body: body.to_vec(),
        })
    }

    /// Writes the token in letters, digits, `-` and `_`.
    pub(crate) fn to_text(&self) -> String {
        let parts = [&self.nonce.0[..], &self.expires_ms.to_be_bytes(), &self.tag, &self.body];
        URL_SAFE_NO_PAD.encode(parts.concat())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_token_has_one_spelling() {
        let token = Token { nonce: Nonce([1; 16]), expires_ms: 7, tag: [255; TAG_BYTES], body: Vec::new() };
        let text = token.to_text();
        assert_eq!(text.len(), 75, "16, 8 and 32 bytes, six bits a letter");
        let read = Token::parse(&text).unwrap();
        assert_eq!((read.nonce, read.expires_ms, read.tag), (token.nonce, 7, token.tag));
        assert!(read.body.is_empty());

        let last = text.chars().last().unwrap();
        let same_bytes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".chars();
        let spellings = same_bytes.map(|letter| format!("{}{letter}", &text[..74]));
        let read: Vec<_> = spellings.filter(|text| Token::parse(text).is_some()).collect();
        assert_eq!(read.len(), 16, "of the last letter's six bits, the first four are a byte's");
        assert!(read.iter().any(|text| text.ends_with(last)));
        for other in [format!("{text}="), format!(" {text}"), format!("{text}\n"), text[..74].to_owned()] {
            assert!(Token::parse(&other).is_none(), "{other:?}");
        }
        assert!(Token::parse("").is_none());
    }

    #[test]
    fn nonces_do_not_repeat_between_calls_and_threads() {
        let threads: Vec<_> = (0..4)
            .map(|_| std::thread::spawn(|| (0..1000).map(|_| Nonce::next()).collect::<Vec<_>>()))
            .collect();
        let nonces: BTreeSet<_> = threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
        assert_eq!(nonces.len(), 4000);
    }
}
