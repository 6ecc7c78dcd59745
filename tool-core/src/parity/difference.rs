//! The lines in which two texts differ, with some around them, under the name of the tool that they belong to.

/// Lines shown before and after what differs.
const AROUND: usize = 3;

/// Pairs of lines up to which the smallest difference is looked for; 4 bytes each.
const MOST_PAIRS: usize = 4_000_000;

/// Returns the lines that only one of two texts has: `-` before those of the first, `+` before those of the second.
pub(super) fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    let edits = edits(&old, &new);
    let changed: Vec<_> = (0..edits.len()).filter(|at| edits[*at].0 != ' ').collect();
    let is_shown = |at: usize| {
        let next = changed.partition_point(|changed| changed + AROUND < at);
        changed.get(next).is_some_and(|changed| *changed <= at + AROUND)
    };
    let (mut text, mut tool, mut skipped) = (Vec::new(), None, true);
    for (at, (sign, line)) in edits.iter().enumerate() {
        tool = line.strip_prefix("== ").and_then(|line| line.strip_suffix(" ==")).or(tool);
        if is_shown(at) {
            if skipped {
                text.push(format!("@@ {}", tool.unwrap_or("the first lines")));
            }
            text.push(format!("{sign} {line}").trim_end().to_owned());
        }
        skipped = !is_shown(at);
    }
    text.join("\n")
}

type Edit<'t> = (char, &'t str);

/// Returns every line of both texts once, with the text that it is of.
fn edits<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Edit<'t>> {
    let before = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old_rest, new_rest) = (&old[before..], &new[before..]);
    let after = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old_middle, new_middle) = (&old_rest[..old_rest.len() - after], &new_rest[..new_rest.len() - after]);

    let same = |lines: &[&'t str]| lines.iter().map(|line| (' ', *line)).collect::<Vec<_>>();
    let mut edits = same(&old[..before]);
    edits.extend(middle(old_middle, new_middle));
    edits.extend(same(&old_rest[old_middle.len()..]));
    edits
}

/// Finds the longest lines in common; of texts that are too long for that, none are.
fn middle<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Edit<'t>> {
    let mut edits = Vec::new();
    let (mut i, mut j) = (0, 0);
    if old.len().saturating_mul(new.len()) <= MOST_PAIRS {
        let common = common(old, new);
        let width = new.len() + 1;
        while i < old.len() && j < new.len() {
            if old[i] == new[j] {
                edits.push((' ', old[i]));
                (i, j) = (i + 1, j + 1);
            } else if common[(i + 1) * width + j] >= common[i * width + j + 1] {
                edits.push(('-', old[i]));
                i += 1;
            } else {
                edits.push(('+', new[j]));
                j += 1;
            }
        }
    }
    edits.extend(old[i..].iter().map(|line| ('-', *line)));
    edits.extend(new[j..].iter().map(|line| ('+', *line)));
    edits
}

/// Returns how many lines in common there are from each pair of places on, row by row.
fn common(old: &[&str], new: &[&str]) -> Vec<u32> {
    let width = new.len() + 1;
    let mut common = vec![0; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            let here = i * width + j;
            common[here] = if old[i] == new[j] {
                common[here + width + 1] + 1
            } else {
                common[here + width].max(common[here + 1])
            };
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn each_change_stands_with_its_tool_and_some_lines_around() {
        let old = "first\n\n== a ==\n1\n2\n3\n4\n5\n6\n7\n8\n\n== b ==\nx\ny\n";
        let new = "first\n\n== a ==\n1\n2\n3\n4\nfive\n6\n7\n8\n\n== b ==\nx\ny\n\n== c ==\nz\n";
        let expected =
            "@@ a\n  2\n  3\n  4\n- 5\n+ five\n  6\n  7\n  8\n@@ b\n  == b ==\n  x\n  y\n+\n+ == c ==\n+ z";
        assert_eq!(difference(old, new), expected);
    }

    #[test]
    fn what_is_taken_out_and_put_in_is_found_between_what_stays() {
        assert_eq!(difference("a\nb\nc\n", "b\nd\nc\n"), "@@ the first lines\n- a\n  b\n+ d\n  c");
        assert_eq!(difference("", "a\n"), "@@ the first lines\n+ a");
        assert_eq!(difference("a\n", ""), "@@ the first lines\n- a");
    }

    #[test]
    fn of_texts_too_long_to_compare_every_line_between_is_shown() {
        let lines = |letter: &str| vec![letter; 2_001].join("\n");
        let (old, new) = (format!("same\n{}\nend\n", lines("a")), format!("same\n{}\nend\n", lines("b")));
        assert_eq!(difference(&old, &new).lines().count(), 1 + 2 + 2 * 2_001);
    }
}
