// Names full of signs that Markdown, HTML and YAML take for their own: in a card they are text.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { markdownTable, markdownText, yaml } from '../../src/card/markdown.js';
import { modelCard } from '../../src/index.js';
import { printable } from '../../src/report/printable.js';
import { CHECKSUMS } from '../../src/runs/finished-run.js';
import { madeResult } from '../report/made-result.js';

interface Token {
  readonly type: string;
  readonly content: string;
  readonly children: readonly Token[] | null;
}
const MarkdownIt = createRequire(import.meta.url)('markdown-it') as new (
  options: object,
) => { parse(text: string, env: object): Token[] };
const tokensOf = (text: string): Token[] =>
  new MarkdownIt({ html: true }).parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
/** What a reader sees of some text. */
const readAs = (text: string): string =>
  tokensOf(text)
    .filter(({ type }) => type.startsWith('text'))
    .map(({ content }) => content)
    .join('');

const NAMES = [
  '---',
  '- a | b',
  '| a | b |',
  '`code` ``` ~~~',
  '*a* __b__ ~~c~~',
  '# heading',
  '1. item',
  '> quote',
  '<script>alert(1)</script>',
  '<!-- a',
  '&lt;b&gt; &#64;',
  '[a](javascript:alert(1)) ![b](c)',
  '[a]: http://example.org',
  '\\',
  'a\\|b',
  '$x^2$',
  '"quoted" \'so\' : {a: b} [c] # d',
  "'",
  '"',
  'key: value',
  '!!js/function x',
  '&anchor *alias',
  '%TAG',
  'yes',
  'null',
  '0x10',
  '    indented',
  'a\n---\nb: c\n# forged',
  '\u2028x\u0085y',
];

describe('names in Markdown', () => {
  it.each(NAMES)('are text: %j', (name) => {
    const [shown] = printable([name]) as [string];
    expect(readAs(markdownText(shown))).toBe(shown.trim());
    const table = markdownTable({ columns: [{ title: shown }, { title: 'b' }], rows: [[shown, 'x']] });
    const cells = tokensOf(table).filter(({ type }) => /^t[hd]_open$/.test(type));
    expect(cells).toHaveLength(4);
    expect(readAs(table)).toBe(`${shown.trim()}b${shown.trim()}x`);
  });

  it('are text, whatever they are made of', () => {
    const name = fc.string({
      unit: fc.constantFrom(...'-+*_`~|\\<>[](){}!#&;:=.1$^"\' \na@/w'),
      maxLength: 30,
    });
    fc.assert(
      fc.property(name, (own) => {
        const [shown] = printable([own]) as [string];
        expect(readAs(markdownText(shown))).toBe(shown.trim());
        expect(parse(`a:${yaml({ [`b`]: [shown] }, '  ')}`)).toEqual({ a: { b: [shown] } });
      }),
      { numRuns: 500 },
    );
  });
});

describe('YAML', () => {
  it('is read back as what it was made of', () => {
    const value = {
      text: 'a: "b" # c',
      list: ['x', ...NAMES.map((name) => (printable([name]) as [string])[0])],
      deep: [{ one: 1, more: [{ two: 2.5, three: 'x' }] }, { one: 0 }],
    };
    expect(parse(yaml(value))).toEqual(value);
  });
});

describe('a card of hostile names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-card-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const cardOf = (names: readonly [string, string], name: string): string => {
    writeFileSync(join(folder, CHECKSUMS), '');
    const made = madeResult({
      names,
      risks: { naive: [0.9, 0.4], minimax: [0.5, 0.45] },
      chosen: { model: 'minimax' },
      notes: [`a note of ${names[0]}`],
      warnings: [{ kind: 'identifier', columns: [names[0]], message: `column "${names[0]}" names rows` }],
    });
    const task = { ...made.task, target: name, classes: [`${names[0]}!`, `${names[1]}!`] };
    const result = { ...made, data: `/home/somebody/${name}`, task };
    return modelCard({ folder, result, predictions: () => Promise.reject() }).markdown;
  };
  /** The kinds of its parts, which names must not change. */
  const shape = (markdown: string): string[] => {
    const [, ...body] = markdown.split('\n---\n');
    return tokensOf(body.join('\n---\n'))
      .map(({ type }) => type)
      .filter((type) => !type.startsWith('text'));
  };
  const harmless = cardOf(['women', 'men'], 'file');

  it.each(NAMES)('is made of the same parts as one of harmless names: %j', (name) => {
    const hostile = cardOf([name, `${name} (2)`], name.replaceAll('/', ''));
    expect(shape(hostile)).toEqual(shape(harmless));
    const [front] = hostile.split('\n---\n');
    expect(Object.keys(parse(front!.slice(4)) as object)).toEqual([
      'library_name',
      'pipeline_tag',
      'tags',
      'model-index',
    ]);
    expect(hostile.split('\n')).toHaveLength(harmless.split('\n').length);
  });
});
