import { describe, expect, it } from 'vitest';
import { loadRecipe } from '../../../src/datasets/load-dataset.js';
import { parseDatasetName } from '../../../src/datasets/registry.js';
import { publishedTables } from '../../../src/paper/tables/published-tables.js';
import { ROWS_OF, type StudyName, studies } from '../../../src/paper/tables/table-recipes.js';
import { VERSION } from '../../../src/version.js';
import { insideFolder, presetGroups } from '../../datasets/data.js';
import { allCells, made, madeCell, madeMetric, madeRow, recipeOf, rowOf } from './made-cells.js';

const FOUR = ['Female · Other', 'Female · White', 'Male · Other', 'Male · White'];

/** Splits of one method in table 5: the groups’ numbers in each. */
const zafarOf = (...splits: readonly (readonly number[])[]) =>
  made(
    'table-5',
    splits.map((byGroup, split) => madeCell('zafar', split, [madeRow('Zafar', byGroup)])),
  );

describe('a figure', () => {
  it('is the mean over the splits, and the standard deviation with n − 1', () => {
    const { columns } = rowOf(zafarOf([0.7, 0.5], [0.8, 0.5], [0.6, 0.8]), 'Zafar');
    // Female: deviations 0, 0.1, −0.1; squares 0.02, by 2. Male: −0.1, −0.1, 0.2; squares 0.06, by 2.
    expect(columns['Female']!.mean).toBeCloseTo(0.7, 12);
    expect(columns['Female']!.sd).toBeCloseTo(0.1, 12);
    expect(columns['Male']!.mean).toBeCloseTo(0.6, 12);
    expect(columns['Male']!.sd).toBeCloseTo(Math.sqrt(0.03), 12);
  });

  it('of disparity is the mean of the splits’ disparities, not the disparity of the means', () => {
    const { columns } = rowOf(zafarOf([0.9, 0.7], [0.7, 0.9]), 'Zafar');
    expect(columns['Female']!.mean).toBeCloseTo(columns['Male']!.mean, 12); // of the means: none
    expect(columns['disparity']!.mean).toBeCloseTo(0.2, 12);
    expect(columns['disparity']!.sd).toBeCloseTo(0, 12);
  });

  it('of one split has no standard deviation', () => {
    expect(rowOf(zafarOf([0.7, 0.6]), 'Zafar').columns['Female']).toMatchObject({ mean: 0.7, sd: null });
  });

  it('has the published one of its own table, metric, method and column beside it', () => {
    const result = zafarOf([0.7, 0.6], [0.7, 0.6]);
    expect(rowOf(result, 'Zafar').columns).toMatchObject({
      Female: { published: { mean: 0.73, sd: 0.056 } },
      Male: { published: { mean: 0.71, sd: 0.035 } },
      disparity: { published: { mean: 0.058, sd: 0.035 } },
    });
    expect(rowOf(result, 'Zafar', 'crossEntropy').columns).toMatchObject({
      Female: { published: { mean: 0.567, sd: 0.09 } },
      Male: { published: { mean: 0.735, sd: 0.205 } },
    });
  });

  it('has nothing beside it where nothing is published', () => {
    const cell = madeCell('network', 0, [madeRow('Balanced', [0.9, 0.8])]);
    expect(rowOf(made('table-3', [cell]), 'Balanced').columns['Female']).toEqual({
      mean: 0.9,
      sd: null,
      bySplit: [0.9],
    });
  });
});

describe('apart', () => {
  const published = Object.entries(publishedTables['table-5']!['accuracy']!['Zafar']!);
  const [female, male] = published.map(([, figure]) => figure);

  it.each([
    ['the same', 0, false],
    ['within', 0.9, false],
    ['touching above', 1, false],
    ['touching below', -1, false],
    ['just above', 1 + 1e-6, true],
    ['just below', -1 - 1e-6, true],
    ['far', 3, true],
  ])('%s (%f published deviations off, none of ours): %s', (_, off, expected) => {
    const at = ([mean, sd]: readonly [number, number]): number => mean + off * sd;
    const byGroup = [at(female!), at(male!)];
    const { columns } = rowOf(zafarOf(byGroup, byGroup), 'Zafar');
    expect([columns['Female']!.apart, columns['Male']!.apart]).toEqual([expected, expected]);
  });

  it('counts the deviation of ours as well', () => {
    const [mean, sd] = female!;
    const centre = mean + 3 * sd; // 2 sd between their end and our mean
    const withDeviation = (own: number) => {
      const half = own / Math.SQRT2; // of two splits c ± h the standard deviation is √2 h
      return rowOf(zafarOf([centre - half, 0.7], [centre + half, 0.7]), 'Zafar').columns['Female']!;
    };
    expect(withDeviation(1.9 * sd)).toMatchObject({ apart: true });
    expect(withDeviation(2.1 * sd)).toMatchObject({ apart: false });
  });

  it('is false for every published figure whose end ours touches, whatever rounding makes of it', () => {
    for (const [method, row] of Object.entries(publishedTables['table-5']!['accuracy']!)) {
      const [f, m] = [row['Female']!, row['Male']!];
      const byGroup = [f[0] + f[1], m[0] - m[1]];
      const cells = [0, 1].map((split) => madeCell('zafar', split, [madeRow(method, byGroup)]));
      const { columns } = rowOf(made('table-5', cells), method);
      expect([columns['Female']!.apart, columns['Male']!.apart], method).toEqual([false, false]);
    }
  });
});

it('has every row that is trained', () => {
  const result = made('table-11', allCells(recipeOf('table-11'), ['female', 'male'], [0.9, 0.8]));
  const methods = new Set(result.rows.map(({ method }) => method));
  for (const method of studies['adult-gender'].trainers.flatMap((trainer) => ROWS_OF[trainer])) {
    expect(methods).toContain(method);
    expect(methods).toContain(`${method}+H`);
  }
});

describe('a study with two losses', () => {
  const GROUPS = ['age<55 · nonwhite · deceased', 'age≥55 · white · alive'];

  it('names the loss where the table has both, and the groups as the paper does', () => {
    const result = made('table-9', allCells(recipeOf('table-9'), GROUPS, [0.7, 0.8]));
    expect(rowOf(result, 'MMPF BS P').columns).toMatchObject({
      'D/A/NW': { mean: 0.7, published: { mean: 0.78 } },
      'A/S/W': { mean: 0.8, published: { mean: 0.749 } },
    });
    expect(rowOf(result, 'Naive CE')).toBeDefined();
    expect(rowOf(result, 'Zafar+H').columns['D/A/NW']!.published!.mean).toBe(0.534);
  });

  it('shows one where the table has one', () => {
    const result = made('table-1', allCells(recipeOf('table-1'), GROUPS, [0.7, 0.8]));
    const methods = [...new Set(result.rows.map(({ method }) => method))];
    expect(methods.filter((method) => / (CE|BS)/.test(method))).toEqual([]);
    expect(rowOf(result, 'Naive').columns['Worst group']!.published!.mean).toBe(0.19);
    expect(rowOf(result, 'MMPF P').columns['Sample mean']!.published!.mean).toBe(0.755);
  });
});

describe('columns', () => {
  it('are the groups by the paper’s names, each with its own numbers, then disparity', () => {
    const cells = [madeCell('zafar', 0, [madeRow('Zafar', [0.95, 0.92, 0.84, 0.81])], FOUR)];
    const { columns } = rowOf(made('table-10', cells), 'Zafar');
    expect(Object.keys(columns)).toEqual([
      'Female Other',
      'Female White',
      'Male Other',
      'Male White',
      'disparity',
    ]);
    expect(columns).toMatchObject({
      'Female Other': { mean: 0.95, published: { mean: 0.951 } },
      'Female White': { mean: 0.92, published: { mean: 0.92 } },
      'Male Other': { mean: 0.84, published: { mean: 0.841 } },
      'Male White': { mean: 0.81, published: { mean: 0.806 } },
    });
  });

  it('of table 4 are sample mean, group mean, worst group and disparity', () => {
    const accuracy = madeMetric([0.95, 0.92, 0.84, 0.81], {
      sampleMean: 0.85,
      groupMean: 0.88,
      worst: 0.81,
      disparity: 0.14,
    });
    const cells = [
      madeCell('zafar', 0, [madeRow('Zafar', accuracy.byGroup, { accuracy })], FOUR),
      madeCell(
        'zafar',
        1,
        [madeRow('Zafar', accuracy.byGroup, { accuracy: { ...accuracy, worst: 0.79 } })],
        FOUR,
      ),
    ];
    const { columns } = rowOf(made('table-4', cells), 'Zafar');
    expect(Object.keys(columns)).toEqual(['Sample mean', 'Group mean', 'Worst group', 'disparity']);
    expect(columns).toMatchObject({
      'Sample mean': { mean: 0.85, sd: 0, published: { mean: 0.847, sd: 0.002 } },
      'Group mean': { mean: 0.88, published: { mean: 0.879, sd: 0.002 } },
      'Worst group': { mean: 0.8, published: { mean: 0.806, sd: 0.005 } },
      disparity: { mean: 0.14, published: { mean: 0.145, sd: 0.009 } },
    });
    expect(columns['Worst group']!.sd).toBeCloseTo(0.01 * Math.SQRT2, 12);
  });
});

const EIGHT = ['age<55', 'age≥55'].flatMap((age) =>
  ['white', 'nonwhite'].flatMap((ethnicity) =>
    ['alive', 'deceased'].map((outcome) => [age, ethnicity, outcome].join(' · ')),
  ),
);
const LESIONS = ['akiec', 'bcc', 'bkl', 'df', 'mel', 'nv', 'vasc'];
const GROUPS_OF: Readonly<Record<StudyName, readonly string[]>> = {
  'adult-gender': ['female', 'male'],
  'adult-gender-ethnicity': FOUR,
  'german-gender': ['female', 'male'],
  support2: EIGHT,
  'mimic-iii': EIGHT,
  ham10000: LESIONS,
  'ham10000-64': LESIONS,
  'ham10000-full': LESIONS,
};

describe('rows', () => {
  it('are in the paper’s order whatever was finished first, the metrics one after the other', () => {
    const cells = allCells(recipeOf('table-3'), ['female', 'male'], [0.9, 0.8]);
    const order = ['Naive LR', 'Balanced LR', 'Zafar', 'Feldman', 'Kamishima', 'MMPF LR', 'MMPF LR P'].concat(
      ['Balanced', 'MMPF', 'MMPF P'],
    );
    const { rows } = made('table-3', cells.reverse());
    expect(rows.map(({ metric, method }) => `${metric} ${method}`)).toEqual(
      ['accuracy', 'crossEntropy'].flatMap((metric) => order.map((method) => `${metric} ${method}`)),
    );
  });

  it('of equalised odds are in full tables alone, of accuracy alone, after all others', () => {
    const odds = madeMetric([0.6, 0.5]);
    const cells = [madeCell('zafar', 0, [madeRow('Zafar', [0.7, 0.65], { equalisedOdds: odds })])];
    const methods = (name: string) =>
      made(name, cells).rows.map(({ metric, method }) => `${metric} ${method}`);
    expect(methods('table-5')).toEqual(['accuracy Zafar', 'crossEntropy Zafar']);
    expect(methods('table-12')).toEqual([
      'accuracy Zafar',
      'accuracy Zafar+H',
      'brier Zafar',
      'crossEntropy Zafar',
      'ece Zafar',
      'mce Zafar',
    ]);
    expect(rowOf(made('table-12', cells), 'Zafar+H').columns).toMatchObject({
      Female: { mean: 0.6, published: { mean: 0.598, sd: 0.04 } },
      Male: { mean: 0.5, published: { mean: 0.605, sd: 0.049 } },
    });
  });

  it('are made of the splits there are; without any there is no row', () => {
    const cells = [
      madeCell('LR', 0, [madeRow('Naive LR', [0.7, 0.6]), madeRow('MMPF LR', [0.6, 0.6])]),
      madeCell('LR', 3, [madeRow('Naive LR', [0.8, 0.6]), madeRow('MMPF LR', [0.7, 0.7])]),
      madeCell('zafar', 1, [madeRow('Zafar', [0.5, 0.5])]),
    ];
    const result = made('table-5', cells);
    expect(result.rows.map(({ method }) => method).slice(0, 3)).toEqual(['Naive LR', 'Zafar', 'MMPF LR']);
    expect(result.rows).toHaveLength(6);
    expect(rowOf(result, 'Naive LR').columns['Female']!.mean).toBeCloseTo(0.75, 12);
    expect(rowOf(result, 'Zafar').columns['Female']).toMatchObject({ mean: 0.5, sd: null });
  });

  it.each(Object.keys(publishedTables))('of %s, all trained, have every published figure', (name) => {
    const groups = GROUPS_OF[recipeOf(name).study];
    const { rows } = made(
      name,
      allCells(
        recipeOf(name),
        groups,
        groups.map(() => 0.5),
      ),
    );
    const found = rows.flatMap(({ metric, method, columns }) =>
      Object.entries(columns)
        .filter(([, { published }]) => published !== undefined)
        .map(([column]) => `${metric}/${method}/${column}`),
    );
    const wanted = Object.entries(publishedTables[name]!).flatMap(([metric, methods]) =>
      Object.entries(methods).flatMap(([method, columns]) =>
        Object.keys(columns).map((column) => `${metric}/${method}/${column}`),
      ),
    );
    expect(found.sort()).toEqual(wanted.sort());
  });
});

it('says what it is, and how each cell went, by the last of its rows', () => {
  const cells = [madeCell('zafar', 1, [madeRow('Zafar', [0.5, 0.5])]), madeCell('LR', 0, [])];
  expect(made('table-5', cells, { quick: true, seed: 7, splits: 2 })).toMatchObject({
    experiment: 'table-5',
    title: 'German credit, gender',
    fairfront: VERSION,
    quick: true,
    seed: 7,
    splits: 2,
    cells: [
      { method: 'MMPF LR', split: 0, detail: 'LR trained', seconds: 0 },
      { method: 'Zafar', split: 1, detail: 'zafar trained', seconds: 1 },
    ],
  });
});

it.each([
  ['adult:gender', 'table-3'],
  ['adult:gender-ethnicity', 'table-10'],
  ['german:gender', 'table-5'],
])('the groups of %s are those of the paper', async (dataset, name) => {
  const { recipe, preset } = parseDatasetName(dataset);
  const { names } = presetGroups(await loadRecipe(recipe, [insideFolder]), preset!.name);
  const { rows } = made(
    name,
    allCells(
      recipeOf(name),
      names,
      names.map(() => 0.5),
    ),
  );
  const zafar = publishedTables[name]!['accuracy']!['Zafar']!;
  expect(Object.keys(rows[0]!.columns).sort()).toEqual(Object.keys(zafar).sort());
});
