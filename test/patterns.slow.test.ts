// Every pattern in the sources takes time by the length of a text, not by its square: a cell, a header or an
// option of a few hundred thousand characters would otherwise be waited for for minutes. The test's own
// timeout is the guard.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The patterns written in a file. */
function patternsOf(path: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  const source = readFileSync(path, 'utf8');
  if (/[(=[,:?&|!] ?\/[^/*]|return \//.test(source)) {
    visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest));
  }
  return found;
}

const patterns = readdirSync(join(root, 'packages'))
  .map((name) => join(root, 'packages', name, 'src'))
  .flatMap((src) =>
    readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) =>
        patternsOf(join(src, path)).map((text) => [relative(root, join(src, path)), text] as const),
      ),
  );

const LENGTH = 200_000;
const BEGINNINGS = ['', 'a', '1', '"', '`a: '];
const REPEATED = [...'1a. ,;:\n"\'_-=<`\\', 'aA', '1.', '1,', '.1', '_1', '""', '<=', ' \n'];
const ENDS = ['', '\0'];

const TEXTS = REPEATED.flatMap((repeated) =>
  BEGINNINGS.flatMap((beginning) =>
    ENDS.map((end) => beginning + repeated.repeat(LENGTH / repeated.length) + end),
  ),
);

it('there are patterns to try', () => expect(patterns.length).toBeGreaterThan(50));

it.each(patterns)('%s: %s', (_, text) => {
  const end = text.lastIndexOf('/');
  const pattern = new RegExp(text.slice(1, end), text.slice(end + 1).replace(/[gy]/g, ''));
  for (const each of TEXTS) pattern.test(each);
});
