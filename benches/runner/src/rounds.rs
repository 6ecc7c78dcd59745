//! Rounds in turn: every contender once in each round, so that a busy machine is busy for all of them; the first round warms up and
//! does not count.

use crate::Fallible;

/// Runs so many rounds and returns what each contender measured in each of them.
pub(crate) fn interleaved<C, S>(
    contenders: &mut [C],
    rounds: usize,
    mut measure: impl FnMut(&mut C) -> Fallible<S>,
) -> Fallible<Vec<Vec<S>>> {
    let mut samples: Vec<Vec<S>> = contenders.iter().map(|_| Vec::with_capacity(rounds)).collect();
    for round in 0..=rounds {
        for (contender, samples) in contenders.iter_mut().zip(&mut samples) {
            let sample = measure(contender)?;
            if round > 0 {
                samples.push(sample);
            }
        }
    }
    Ok(samples)
}

/// Returns the middle of the values; the upper one of two.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Returns the median over the rounds of what one measured in terms of what another one measured in the same round.
pub(crate) fn paired<S>(ours: &[S], theirs: &[S], compare: impl Fn(&S, &S) -> f64) -> f64 {
    median(ours.iter().zip(theirs).map(|(ours, theirs)| compare(ours, theirs)))
}
