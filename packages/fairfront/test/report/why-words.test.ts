// Which columns drive the risk, in words, and as a section of the report.

import type { Estimate } from '@fairfront/core';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import type { ExplainedColumn, Explanation } from '../../src/measure/explanation.js';
import type { FitResult } from '../../src/measure/fit-result.js';
import { fitText } from '../../src/report/fit-text.js';
import { weightsTable, whyLine, whySentences } from '../../src/report/why-words.js';
import { madeResult } from './made-result.js';
import { fitHtml, paragraphs } from './read-report.js';

const about = (value: number, reach = 0.01): Estimate => ({
  value,
  low: value - reach,
  high: value + reach,
});

/** A is served worst. */
const names = ['A', 'B'];
function column(name: string, minimax: readonly number[], naive = minimax, reach = 0.01): ExplainedColumn {
  const of = (values: readonly number[]) => ({
    byGroup: values.map((value) => about(value, reach)),
    overall: about(values[0]!, reach),
  });
  return { column: name, naive: of(naive), minimax: of(minimax) };
}

function explained(columns: readonly ExplainedColumn[], more: Partial<Explanation> = {}): FitResult {
  const result = madeResult({ names, risks: { naive: [0.6, 0.3], minimax: [0.5, 0.4] } });
  const importance = { rows: 800, repeats: 5, level: 0.95, columns };
  return { ...result, why: { importance, dependence: [], ...more } };
}

describe('the line', () => {
  it('names the three columns that matter most to the group served worst', () => {
    const columns = ['age', 'job', 'pay', 'sex'].map((name, i) => column(name, [0.1 + 0.1 * i, 0.9]));
    expect(whyLine(explained(columns))).toBe('What matters most to A: sex, pay, job');
  });

  it('does not name what may be chance, what is too little to be seen, or what misleads', () => {
    const columns = [
      column('noise', [0.1, 0.1], [0.1, 0.1], 0.2),
      column('tiny', [1e-5, 0.1], [1e-5, 0.1], 1e-6),
      column('wrong', [-0.1, 0.1]),
    ];
    expect(whyLine(explained(columns))).toBe('No column by itself matters noticeably to A');
    expect(whyLine(explained([...columns, column('age', [0.05, 0])]))).toBe('What matters most to A: age');
  });

  it('is absent where nothing was measured', () => {
    const result = explained([]);
    expect(whyLine({ ...result, why: { importance: null, dependence: [] } })).toBeUndefined();
    expect(whyLine(madeResult({ risks: { naive: [0.5], minimax: [0.5] } }))).toBeUndefined();
  });

  it('is one line of the terminal', () => {
    const lines = fitText(explained([column('age', [0.2, 0.1])])).split('\n');
    expect(lines.filter((line) => line.includes('age'))).toEqual(['What matters most to A: age.']);
  });
});

describe('the sentences', () => {
  it('say what the worst group would lose, with its interval', () => {
    const [first, second, ...others] = whySentences(
      explained([column('age', [0.1, 0.02]), column('job', [0.05, 0.2])]),
    );
    expect(first).toBe(
      'Without age, the risk of A would be 0.6000 instead of 0.5000 with the minimax model: +0.1000 (95% interval 0.0900 to 0.1100).',
    );
    expect(second).toBe('What matters most: age to A; job to B.');
    expect(others).toEqual([]);
  });

  it('say so where one column matters most to all', () => {
    expect(whySentences(explained([column('age', [0.1, 0.2]), column('job', [0.05, 0.1])]))).toContain(
      'age matters most to every group.',
    );
    expect(whySentences(explained([column('age', [0.1, 0])]))).toContain('What matters most: age to A.');
  });

  it('say what minimax changed, where intervals are apart', () => {
    const said = (naive: number): string =>
      whySentences(explained([column('age', [0.1, 0.1], [naive, 0.1])])).join(' ');
    expect(said(0.3)).toContain(
      'What changes most for A: the importance of age, 0.3000 with naive training, is 0.1000 with minimax (their 95% intervals do not overlap).',
    );
    expect(said(0.115)).not.toContain('What changes most');
  });

  it('say who is misled by which column, the worst first, at most two columns', () => {
    const said = whySentences(
      explained([column('age', [-0.05, -0.2]), column('job', [-0.3, 0.1]), column('pay', [-0.02, 0])]),
    ).filter((text) => text.includes('misleads'));
    expect(said).toEqual([
      'job misleads the model about A: without it, the risk would be lower: −0.3000 (95% interval −0.3100 to −0.2900).',
      'age misleads the model about B, A: without it, the risk would be lower, for B most: −0.2000 (95% interval −0.2100 to −0.1900).',
    ]);
  });

  it('do not call misleading what one of many columns may do by chance', () => {
    const said = (value: number): string => whySentences(explained([column('age', [value, 0])])).join();
    expect(said(-0.019)).not.toContain('misleads'); // its interval ends at −0.009
    expect(said(-0.021)).toContain('misleads');
  });

  it('are none where nothing was measured', () => {
    expect(whySentences(madeResult({ risks: { naive: [0.5], minimax: [0.5] } }))).toEqual([]);
  });
});

describe('the section of the report', () => {
  const dependence = [
    {
      column: 'age',
      values: [20, 40],
      curves: [
        {
          class: 'yes',
          byGroup: [
            [0.1, 0.4],
            [0.3, 0.2],
          ],
        },
      ],
    },
  ];
  const weights = [
    { feature: 'age', class: 'yes', naive: 1.5, minimax: -0.25 },
    { feature: 'job = <b>', class: 'yes', naive: 0.1, minimax: 0 },
  ];
  const sectionOf = (result: FitResult) => {
    const { document } = parseHTML(fitHtml(result));
    const titles = [...document.querySelectorAll('h2')].map(({ textContent }) => textContent);
    const figures = [...document.querySelectorAll('figure svg')].map((svg) => svg.getAttribute('class'));
    return { document, titles, figures };
  };

  it('begins with its finding, with both pictures and the weights', () => {
    const result = explained([column('age', [0.2, 0.1])], { dependence, weights });
    const { document, titles, figures } = sectionOf(result);
    expect(titles).toContain('What the model goes by');
    expect(paragraphs(document)).toContain('What matters most to A: age.');
    expect(figures).toEqual(expect.arrayContaining(['fairfront-importance', 'fairfront-partial-dependence']));
    const text = document.body.textContent!;
    expect(text).toContain('5 times');
    expect(text).toContain('800 test rows');
    expect(text).toContain('log-odds of “yes”');
    expect(weightsTable(result).rows).toEqual([
      ['age', '1.5000', '−0.2500'],
      ['job = <b>', '0.1000', '0.0000'],
    ]);
    expect(fitHtml(result)).not.toContain('<b>');
  });

  it('says of how many rows it speaks', () => {
    const result = explained([column('age', [0.2, 0.1])]);
    const importance = { ...result.why!.importance!, rows: 500, repeats: 1 };
    const text = sectionOf({ ...result, why: { ...result.why!, importance } }).document.body.textContent!;
    expect(text).toContain('1 time,');
    expect(text).toContain('500 of the 800 test rows');
  });

  it('has the weights alone where importance would take too long, and is absent for pictures', () => {
    const alone = explained([], { importance: null, weights });
    const { titles, figures } = sectionOf(alone);
    expect(titles).toContain('What the models are made of');
    expect(figures).not.toContain('fairfront-importance');
    const { why: _, ...without } = alone;
    expect(sectionOf(without).titles).not.toContain('What the models are made of');
    const nothing = explained([], { importance: null });
    expect(sectionOf(nothing).titles).not.toContain('What the models are made of');
  });

  it('shows of several classes the one that changes most', () => {
    const several = [
      {
        column: 'age',
        values: [20, 40],
        curves: [
          {
            class: 'no',
            byGroup: [
              [0.5, 0.5],
              [0.5, 0.4],
            ],
          },
          {
            class: 'yes',
            byGroup: [
              [0.1, 0.1],
              [0.1, 0.6],
            ],
          },
        ],
      },
    ];
    const { document } = sectionOf(explained([column('age', [0.2, 0.1])], { dependence: several }));
    const svg = document.querySelector('svg.fairfront-partial-dependence')!;
    expect(svg.textContent).toContain('probability of “yes”');
    expect(svg.textContent).not.toContain('probability of “no”');
  });

  it('puts names that look like markup into words', () => {
    const report = fitHtml(explained([column('<script>x</script>', [0.2, 0.1])]));
    expect(report).not.toContain('<script>');
    expect(report).toContain('What matters most to A: &lt;script>');
  });
});
