// Names from data in the report and in the terminal's text: neither obeys them.

import assert from 'node:assert/strict';
import { fit } from 'fairfront';
import { type FitResult, fitPage, fitText, writePage } from 'fairfront/internal';
import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { hostileText } from '../inputs/hostile-texts.js';
import { smallTable } from '../outcome.js';
import type { Target } from '../target.js';

/** In place of the names of groups, classes, columns, the data, and of what a note says. */
type Input = readonly string[];

const NAMES = ['F', 'M', 'no', 'yes', 'sex', 'age', 'purpose', 'default'] as const;

export const report: Target<Input> = {
  inputs: () => fc.uniqueArray(hostileText, { minLength: NAMES.length + 1, maxLength: NAMES.length + 1 }),
  attempt: async (names) => {
    const harmless = await plainResult();
    const hostile = renamed(harmless, names);
    const allowed = shapes(writePage(fitPage(harmless)));
    for (const shape of shapes(writePage(fitPage(hostile))))
      assert.ok(allowed.has(shape), `the report has ${shape}`);
    assert.equal(lines(hostile), lines(harmless));
  },
};

let plain: Promise<FitResult> | undefined;
function plainResult(): Promise<FitResult> {
  plain ??= fit(smallTable(), { target: 'default', groups: 'sex' }).then(({ result }) => ({
    ...result,
    notes: [...result.notes, 'a note'],
  }));
  return plain;
}

function lines(result: FitResult): number {
  return fitText(result).split('\n').length;
}

/** The result with other names wherever one stands alone, and another note. */
function renamed(result: FitResult, names: Input): FitResult {
  const by = new Map<unknown, string>(NAMES.map((name, i) => [name, names[i]!]));
  by.set('a note', names.at(-1)!);
  return JSON.parse(JSON.stringify(result), (key, value) =>
    key === 'decision' || key === 'kind' ? value : (by.get(value) ?? value),
  );
}

/** Every element with the names of its attributes, and the beginnings of its addresses. */
function shapes(html: string): Set<string> {
  const { document } = parseHTML(html);
  return new Set(
    [...document.querySelectorAll('*')].map((element) => {
      const attributes = [...element.attributes].map(({ name, value }) =>
        /^(xlink:)?href$|^src$|^action$/.test(name) ? `${name}=${value.slice(0, 6)}` : name,
      );
      return `<${element.tagName.toLowerCase()} ${attributes.sort().join(' ')}>`;
    }),
  );
}
