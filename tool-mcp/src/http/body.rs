//! Bodies of requests and responses: boxed early, so that everything behind the mount exists once, and read to a
//! limit.

use std::{convert::Infallible, error::Error, fmt};

use bytes::{Buf, Bytes};
use http_body::Body;
use http_body_util::{
    BodyExt, Full, LengthLimitError, Limited,
    combinators::{BoxBody, UnsyncBoxBody},
};

/// The body of a response.
pub type ResponseBody = BoxBody<Bytes, Infallible>;

/// The body of a request, whatever server it comes from.
pub(super) type RequestBody = UnsyncBoxBody<Bytes, Broken>;

/// The connection ended, or worse. Nobody is there to be told how.
#[derive(Debug)]
pub(super) struct Broken;

/// Why a body was not read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unread {
    Broken,
    TooLong,
}

pub(super) fn boxed<B>(body: B) -> RequestBody
where
    B: Body + Send + 'static,
{
    body.map_frame(|frame| frame.map_data(|mut data| data.copy_to_bytes(data.remaining())))
        .map_err(|_| Broken)
        .boxed_unsync()
}

/// Reads a body that is not longer than the limit. One that says beforehand that it is, is not read at all.
pub(super) async fn read(body: RequestBody, limit: usize) -> Result<Bytes, Unread> {
    if usize::try_from(body.size_hint().lower()).map_or(true, |length| length > limit) {
        return Err(Unread::TooLong);
    }
    match Limited::new(body, limit).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(Unread::TooLong),
        Err(_) => Err(Unread::Broken),
    }
}

pub(super) fn full(text: impl Into<Bytes>) -> ResponseBody {
    Full::new(text.into()).boxed()
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the body could not be read")
    }
}

impl Error for Broken {}
