import { describe, expect, it } from 'vitest';
import { publishedTables } from '../../../src/paper/tables/published-tables.js';
import { tables } from '../../../src/paper/tables/table-recipes.js';
import { tableMarkdown, tableText } from '../../../src/paper/tables/table-text.js';
import { allCells, made, madeCell, madeMetric, madeRow } from './made-cells.js';

/** Two splits of Zafar: 70.0±1.4 and 90.0±0.0 % against 73.0±5.6 and 71.0±3.5; 0.500 and 0.650 against 0.567±0.090 and 0.735±0.205. */
const zafar = [0.69, 0.71].map((female, split) =>
  madeCell('zafar', split, [
    madeRow('Zafar', [female, 0.9], {
      crossEntropy: madeMetric([0.5, 0.65]),
      equalisedOdds: madeMetric([0.6, 0.6]),
    }),
  ]),
);
const result = made('table-5', zafar, { splits: 2 });

/** The cells of each line of each table of a Markdown text. */
function markdownTables(text: string): string[][][] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('|'))
    .map((block) =>
      block.split('\n').map((line) => {
        expect(line).toMatch(/^\| .* \|$/);
        return line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim());
      }),
    );
}

describe('a table on the terminal', () => {
  it('has ours, and the published figure beside it; accuracies in per cent, others as decimals', () => {
    expect(tableText(result)).toBe(`
Accuracy, %
method    Female  published        Male  published   disparity  published
──────  ────────  ─────────  ──────────  ─────────  ──────────  ─────────
Zafar   70.0±1.4   73.0±5.6  90.0±0.0 ≠   71.0±3.5  20.0±1.4 ≠    5.8±3.5

Cross-entropy
method       Female    published         Male    published    disparity    published
──────  ───────────  ───────────  ───────────  ───────────  ───────────  ───────────
Zafar   0.500±0.000  0.567±0.090  0.650±0.000  0.735±0.205  0.150±0.000  0.273±0.151

Mean ± standard deviation over 2 splits, test rows; disparity is taken in each split.
4 of 6 published figures overlap with ours (mean ± standard deviation of both); those marked ≠ do not.`);
  });

  it('shows one split without deviation, and does not speak of splits', () => {
    const text = tableText(made('table-5', zafar.slice(0, 1), { splits: 1 }));
    expect(text).toMatch(/^Zafar {2,}69\.0 {2,}73\.0±5\.6/m);
    expect(text).toContain('One split, test rows.');
    expect(text).not.toContain('1 splits');
  });

  it('explains ≠ only where there is one', () => {
    const { Female, Male } = publishedTables['table-5']!['accuracy']!['Zafar']!;
    const cells = [0.03, 0.09].map((gap, split) =>
      madeCell('zafar', split, [
        madeRow('Zafar', [], {
          accuracy: madeMetric([Female![0], Male![0]], { disparity: gap }),
          crossEntropy: madeMetric([0.567, 0.735], { disparity: 0.273 }),
        }),
      ]),
    );
    expect(tableText(made('table-5', cells, { splits: 2 }))).not.toContain('≠');
  });

  it.each([
    ['tableText', tableText],
    ['tableMarkdown', tableMarkdown],
  ])('says QUICK where it was quick, and only there (%s)', (_, show) => {
    expect(show(made('table-5', zafar, { splits: 2, quick: true }))).toMatch(
      /^QUICK: .*not the paper’s experiment/m,
    );
    expect(show(result)).not.toMatch(/quick/i);
  });
});

describe.each([
  ['tableText', tableText],
  ['tableMarkdown', tableMarkdown],
])('%s', (_, show) => {
  it.each([
    ['table-2', /^Ours is a small network, on pictures of 28 × 28, and trained from nothing/m],
    ['table-8', /^Ours is a small network, on pictures of 28 × 28, and trained from nothing/m],
    ['ham10000-64', /^Ours is DenseNet121, on 7,017 pictures of 64 × 64, and trained from nothing/m],
  ])('says of %s what is not as in the paper', (name, note) => {
    expect(show(made(name, [madeCell('naive', 0, [madeRow('Naive', [0.9, 0.8])], ['df', 'nv'])]))).toMatch(
      note,
    );
    expect(show(result)).not.toContain('Ours');
  });
});

describe('a table in Markdown', () => {
  it('has a title, a table for each metric, and the notes', () => {
    expect(tableMarkdown(result)).toBe(`## table-5: German credit, gender

**Accuracy, %**

| method | Female | published | Male | published | disparity | published |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| Zafar | 70.0±1.4 | 73.0±5.6 | 90.0±0.0 ≠ | 71.0±3.5 | 20.0±1.4 ≠ | 5.8±3.5 |

**Cross-entropy**

| method | Female | published | Male | published | disparity | published |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| Zafar | 0.500±0.000 | 0.567±0.090 | 0.650±0.000 | 0.735±0.205 | 0.150±0.000 | 0.273±0.151 |

Mean ± standard deviation over 2 splits, test rows; disparity is taken in each split.
4 of 6 published figures overlap with ours (mean ± standard deviation of both); those marked ≠ do not.
`);
  });

  it('of a full table names all five metrics and has the rows of equalised odds', () => {
    const text = tableMarkdown(made('table-12', zafar, { splits: 2 }));
    expect(text.match(/^\*\*.*\*\*$/gm)).toEqual([
      '**Accuracy, %**',
      '**Brier score**',
      '**Cross-entropy**',
      '**Expected calibration error**',
      '**Maximum calibration error**',
    ]);
    expect(text).toContain('| Zafar+H | 60.0±0.0 | 59.8±4.0 | 60.0±0.0 | 60.5±4.9 | 0.0±0.0 ≠ | 6.6±4.9 |');
  });

  it.each(tables)('$name, all trained, is well-formed: as many cells in every line', (recipe) => {
    const groups = recipe.columns === 'summary' || recipe.name === 'table-10' ? 4 : 2;
    const names = ['Female · Other', 'Female · White', 'Male · Other', 'Male · White'].slice(0, groups);
    const cells = allCells(
      recipe,
      names,
      names.map((_, i) => 0.9 - i / 10),
    );
    const shown = markdownTables(tableMarkdown(made(recipe.name, cells)));
    expect(shown).toHaveLength(recipe.metrics.length);
    for (const lines of shown) {
      const width = lines[0]!.length;
      expect(width).toBeGreaterThanOrEqual(4);
      expect(lines.map((line) => line.length)).toEqual(lines.map(() => width));
      expect(lines[1]!.every((cell, i) => cell === (i === 0 ? '---' : '---:'))).toBe(true);
      expect(lines.slice(2).every((line) => /±/.test(line[1]!))).toBe(true);
    }
  });

  it('leaves the published cell empty of a method that the paper does not have', () => {
    const networks = ['Balanced', 'MMPF'].map((method) => madeRow(method, [0.9, 0.8]));
    const [accuracy] = markdownTables(
      tableMarkdown(made('table-3', [madeCell('network', 0, networks)], { splits: 1 })),
    );
    expect(accuracy![2]).toEqual(['Balanced', '90.0', '', '80.0', '', '10.0', '']);
    expect(accuracy![3]).toEqual(['MMPF', '90.0', '92.1±0.3', '80.0', '81.3±0.3', '10.0', '10.8±0.5']);
  });
});
