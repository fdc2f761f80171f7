// Words for messages about tables. Rows are counted from 1, as a person counts them, the header line not among them.

const SHOWN = 5;

/** "a", "b" and 3 more. */
export function quoted(names: readonly string[], shown = 12): string {
  const head = names.slice(0, shown).map((name) => `"${shortened(name)}"`);
  const rest = names.length - head.length;
  return head.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** 1 row (row 3); 7 rows (rows 3, 4, 9, 12, 13 and 2 more). @param rows counted from 0 */
export function rowList(rows: readonly number[]): string {
  const head = rows.slice(0, SHOWN).map((row) => row + 1);
  const rest = rows.length - head.length;
  const list = head.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  return `${count(rows.length, 'row')} (${rows.length === 1 ? 'row' : 'rows'} ${list})`;
}

/** 1 row, 1,000 rows. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}

export function shortened(text: string, length = 60): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** The name most like the one given, if one is near enough to be what was meant. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const distances = names.map((candidate) => editDistance(name.toLowerCase(), candidate.toLowerCase()));
  const nearest = Math.min(...distances);
  return nearest <= Math.max(1, Math.floor(name.length / 3)) ? names[distances.indexOf(nearest)] : undefined;
}

/** Insertions, deletions and substitutions that turn one text into the other (Levenshtein). */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, j) => j);
  for (let i = 1; i <= left.length; i++) {
    const current = [i];
    for (let j = 1; j <= right.length; j++) {
      const replaced = previous[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[j]! + 1, current[j - 1]! + 1));
    }
    previous = current;
  }
  return previous[right.length]!;
}
