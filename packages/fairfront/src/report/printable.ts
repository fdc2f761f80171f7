// Names from data can hold line ends and commands to a terminal, and be a megabyte long. Whoever makes words, tables or
// pictures of a result makes them of its printable copy, in which no name can do harm.

import { oneLine, shortened, shown } from '@fairfront/core/internal';

/** Where a result has sentences, paths and options; every other text is a name. */
const SENTENCES: ReadonlySet<string> = new Set([
  'asked',
  'data',
  'description',
  'fingerprint',
  'message',
  'notes',
  'problem',
  'reason',
  'reasons',
  'rule',
]);

/** A copy of a result in which every text is visible, on one line, and short; different names stay different. */
export function printable<Result>(result: Result): Result {
  const name = nameWriter();
  const copy = (value: unknown, write: (text: string) => string): unknown => {
    if (typeof value === 'string') return write(value);
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    if (Array.isArray(value)) return value.map((item) => copy(item, write));
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([key, own]) => [key, copy(own, SENTENCES.has(key) ? oneLine : write)]),
    );
  };
  return copy(result, name) as Result;
}

/** Makes the function that shows names, each in its own way: those that would look the same are numbered. */
function nameWriter(): (name: string) => string {
  const written = new Map<string, string>();
  const taken = new Map<string, number>(); // what is shown, and how many names would look so
  return (name) => {
    const known = written.get(name);
    if (known !== undefined) return known;
    let own = shown(withoutMiddle(name));
    while (taken.has(own)) {
      const number = taken.get(own)! + 1;
      taken.set(own, number);
      own = `${shortened(own, 50)} (${number})`;
    }
    taken.set(own, 1);
    written.set(name, own);
    return own;
  };
}

/** What tells long names apart may be at their end as well as at their beginning. */
function withoutMiddle(name: string): string {
  if (name.length <= 60) return name;
  const [head, tail] = [name.slice(0, 40), name.slice(-19)];
  return `${head.replace(/[\uD800-\uDBFF]$/, '')}…${tail.replace(/^[\uDC00-\uDFFF]/, '')}`; // half a character is none
}
