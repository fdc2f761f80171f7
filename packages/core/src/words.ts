// Words for messages about tables. Rows are counted from 1, as a person counts them, the header line not
// among them.

/** Shown of a list before the rest is only counted. */
const SHOWN = 12;
const SHOWN_ROWS = 5;

/** a, b and 3 more. */
export function listed(texts: readonly string[], shown = SHOWN, separator = ', '): string {
  const rest = texts.length - shown;
  return (
    texts.slice(0, shown).join(separator) + (rest > 0 ? ` and ${rest.toLocaleString('en-US')} more` : '')
  );
}

/** "a", "b" and 3 more. */
export function quoted(names: readonly string[], shown = SHOWN): string {
  return listed(
    names.map((name) => `"${shortened(name)}"`),
    shown,
  );
}

/** 1 row (row 3); 7 rows (rows 3, 4, 9, 12, 13 and 2 more). @param rows counted from 0 */
export function rowList(rows: readonly number[]): string {
  const numbers = rows.map((row) => String(row + 1));
  return `${count(rows.length, 'row')} (${rows.length === 1 ? 'row' : 'rows'} ${listed(numbers, SHOWN_ROWS)})`;
}

/** 1 row, 1,000 rows. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}

/** The text, cut to so many characters with an ellipsis where it is longer. */
export function shortened(text: string, length = 60): string {
  if (text.length <= length) return text;
  const head = text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, ''); // half a character is none
  return `${head}…`;
}

/** The name most like the one given, if one is near enough to be what was meant. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  let limit = Math.max(1, Math.floor(name.length / 3));
  let nearest: string | undefined;
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) > limit) continue; // so many steps at least
    const distance = editDistance(wanted, candidate.toLowerCase());
    const isAlike = distance < Math.max(name.length, candidate.length); // "a" is not like "b"
    if (isAlike && distance <= limit) {
      nearest = candidate;
      limit = distance - 1;
    }
  }
  return nearest;
}

/**
 * Insertions, deletions, substitutions and swaps of neighbours that turn one text into the other (optimal
 * string alignment).
 */
function editDistance(left: string, right: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, j) => j);
  for (let i = 1; i <= left.length; i++) {
    const current = [i];
    for (let j = 1; j <= right.length; j++) {
      const replaced = previous[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      const swapped = isSwapped ? beforePrevious[j - 2]! + 1 : replaced;
      current.push(Math.min(replaced, swapped, previous[j]! + 1, current[j - 1]! + 1));
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[right.length]!;
}
