// The library's messages name options as code: `missingGroup: 'own'`. For whoever works on a command line they are
// turned into flags: --missing-group own.

import type { Asked } from '../task/data-options.js';

const MENTION = /`([a-z][A-Za-z0-9]*)(?:: ((?:'(?:[^'\\]|\\.)*'|[^`'])*))?`/g;

/** A text in which every mention of an option is the flag of that option. */
export function inFlags(text: string): string {
  return inWords(text, () => undefined);
}

/** A text in which every mention of an option is what it is called elsewhere, or else its flag. */
export function inWords(
  text: string,
  called: (name: string, value: string | undefined) => string | undefined,
): string {
  return text.replace(MENTION, (_, name: string, value: string | undefined) => {
    const own = called(name, value && listText(value));
    if (own !== undefined) return own;
    if (value === undefined || value === 'true') return flagOf(name);
    if (isRepeated(name) && value.startsWith('[')) return repeated(name, textsOf(value)).join(' ');
    return value === 'false' ? flagOf(name, false) : `${flagOf(name)} ${shellText(listText(value))}`;
  });
}

/** The command that asks for the same. */
export function commandLine(command: string, { data, options }: Asked): string {
  const flags = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || name === 'threads') return []; // the library's alone
    if (typeof value === 'boolean') return isSwitch(name, value) ? [flagOf(name, value)] : [];
    if (isRepeated(name) && Array.isArray(value)) return repeated(name, value.map(String));
    // What a record names, flags name alike: --cost FP=1,FN=5.
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    const items = isRecord ? Object.entries(value).map(([key, own]) => `${key}=${own}`) : value;
    return [flagOf(name), shellText(Array.isArray(items) ? items.map(csvText).join(',') : String(items))];
  });
  return ['fairfront', command, ...(data === undefined ? [] : [shellText(data)]), ...flags].join(' ');
}

/** Whether the items of a list have a flag each, since an item may hold commas of its own. */
function isRepeated(name: string): boolean {
  return name === 'groups';
}

function repeated(name: string, items: readonly string[]): string[] {
  return items.flatMap((item) => [flagOf(name), shellText(item)]);
}

/** Whether a switch has a flag for the value: some are on and can be turned off, `refine` has both. */
function isSwitch(name: string, value: boolean): boolean {
  return name === 'refine' || value !== ['settle', 'verify'].includes(name);
}

/** --max-solves; of a switch that is off --no-refine. */
function flagOf(name: string, value = true): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return value ? `--${words}` : `--no-${words}`;
}

/** 'a' is a, and ['a', 'b'] is a,b; numbers and placeholders stay as they are. */
function listText(literal: string): string {
  const texts = textsOf(literal);
  if (texts.length === 0) return literal.replace(/^\[(.*)\]$/, '$1').replaceAll(', ', ',');
  return literal.startsWith('[') ? texts.map(csvText).join(',') : texts[0]!;
}

/** The texts of a literal. */
function textsOf(literal: string): string[] {
  return [...literal.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, text]) => text!.replace(/\\([\\'])/g, '$1'));
}

/** A text as an item of a list that is separated by commas. */
function csvText(text: unknown): string {
  const item = String(text);
  return /[",\s]/.test(item) ? `"${item.replaceAll('"', '""')}"` : item;
}

/** A text as a shell takes it for one word. */
function shellText(text: string): string {
  return /^[\w.,:@%+=/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
