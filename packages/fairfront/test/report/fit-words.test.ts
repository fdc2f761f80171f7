import { change } from '@fairfront/core/internal';
import { describe, expect, it } from 'vitest';
import type { FitResult } from '../../src/measure/fit-result.js';
import { fitPage } from '../../src/report/fit-page.js';
import { metricTable, riskTable, weightTable, worstFirst } from '../../src/report/fit-tables.js';
import { fitWords } from '../../src/report/fit-words.js';
import { type MadeResult, madeResult } from './made-result.js';

const words = (made: MadeResult) => fitWords(madeResult(made));
const steady = { naive: [0.5, 0.4], minimax: [0.45, 0.44] };

describe('the problem in words', () => {
  it('names data, target, features, groups and parts', () => {
    expect(words({ risks: steady }).problem).toBe(
      'made.csv: predicts outcome from 7 features for 2 groups, with a linear model (cross-entropy, lower is better).\n' +
        '2,400 rows to train on, 1,600 to choose by, 800 to judge by.',
    );
  });

  it('says where folds of the rows trained on choose', () => {
    expect(words({ risks: steady, chosen: {} }).problem).toMatch(
      /\n2,400 rows to train on, the same out of fold to choose by, 800 to judge by\.$/,
    );
  });

  it('names the Brier score, and speaks of it', () => {
    const { problem, verdict, payers } = words({ risks: steady, loss: 'brier' });
    expect(problem).toContain('(Brier score, summed over classes, lower is better)');
    expect(verdict.sentences).toContain(
      'risk of A, the group that ordinary training serves worst, falls by 10%',
    );
    expect(payers).toBe('Who gains: A −10%. Who pays: B +10%.');
  });

  it.each([
    [{ model: 'mlp', hidden: [64], activation: 'relu' }, 'a neural network with a hidden layer of 64 units'],
    [
      { model: 'resnet', hidden: [512, 512], activation: 'elu' },
      'a residual network of 2 blocks, 512 units wide',
    ],
    [
      { model: 'mlp', hidden: [8, 4], activation: 'none' },
      'a neural network with hidden layers of 8 and 4 units',
    ],
  ] as const)('names the network: %j', (network, name) => {
    expect(words({ risks: steady, network }).problem).toContain(`for 2 groups, with ${name} (cross-entropy`);
  });
});

describe('who gains and who pays', () => {
  it('names both, those with the largest change first', () => {
    const { payers } = words({
      risks: { naive: [0.5, 0.6, 0.2, 0.1, 0.3], minimax: [0.45, 0.3, 0.22, 0.15, 0.3] },
    });
    expect(payers).toBe('Who gains: B −50%, A −10%. Who pays: D +50%, C +10%.');
  });

  it('says that nobody pays, where all gain', () => {
    const { payers } = words({ risks: { naive: [0.5, 0.4], minimax: [0.45, 0.38] } });
    expect(payers).toBe('Who gains: A −10%, B −5%. Who pays: nobody.');
  });

  it('says that nobody gains, where all pay', () => {
    const { payers } = words({ risks: { naive: [0.5, 0.4], minimax: [0.55, 0.4] } });
    expect(payers).toBe('Who gains: nobody. Who pays: A +10%.');
  });

  it('says that nothing changes, below 0.05% of every risk', () => {
    const { payers } = words({ risks: { naive: [0.5, 0.4], minimax: [0.4998, 0.40019] }, spread: 0 });
    expect(payers).toBe('Who pays: nobody; no group’s risk changes noticeably.');
  });

  it('names no group whose interval holds 0', () => {
    const risks = { naive: [0.5, 0.4], minimax: [0.35, 0.402] };
    expect(words({ risks, spread: 0.5 }).payers).toBe('Who gains: A −30%. Who pays: nobody.');
    expect(words({ risks: { naive: [0.5, 0.4], minimax: [0.49, 0.41] }, spread: 0.9 }).payers).toBe(
      'Who gains and who pays cannot be told: every change of a group’s risk may be chance.',
    );
  });

  it('tells no share of a risk that is shown as 0', () => {
    const risks = { naive: [0.5, 4e-5], minimax: [0.45, 2e-6] };
    expect(words({ risks, names: ['Black=1', 'Black=0'] }).payers).toBe(
      'Who gains: Black=1 −10%. Who pays: nobody.',
    );
    expect(words({ risks: { naive: [0.5, 4e-5], minimax: [0.45, 0.01] } }).payers).toBe(
      'Who gains: A −10%. Who pays: B +0.0100.',
    );
  });

  it('is left out where the ordinary model is kept as it is', () => {
    const { payers, decisions } = words({ risks: steady, chosen: { model: 'naive' } });
    expect(payers).toBeUndefined();
    expect(decisions).toEqual([]);
  });
});

describe('the certificate in words', () => {
  // The model's own worst risk with penalty is lower / (1 − gap).
  const proved = { risks: steady, trainRisks: [0.4, 0.3], certificate: { lower: 0.3996 } };

  it('says what no model can do, and how far this one is from it', () => {
    expect(words(proved).certificate).toBe(
      'Proved for the training rows, with the penalty on large weights (l2 = 0.000001) counted in: no linear model has a worst-group risk below 0.3996; this one has 0.4000, of which at most 0.1% could be saved.',
    );
  });

  it('says that validation rows chose, where training rows alone come much closer', () => {
    const certificate = { lower: 0.36, upper: 0.3604, relativeGap: 0.001 };
    const far = { ...proved, certificate, relativeGap: 0.1 };
    expect(words(far).certificate).toMatch(
      /this one has 0\.4000, of which at most 10% could be saved\. Validation rows chose the model; chosen by training rows alone, at most 0\.12% could be saved\.$/,
    );
    expect(words({ ...far, search: { steeredBy: 'train' } }).certificate).not.toContain('chosen by');
    expect(words({ ...far, relativeGap: 0.00111 }).certificate).not.toContain('chosen by');
  });

  it('tells a gap by one convention wherever it is told, and never more than all of the risk', () => {
    // 1 − 0.296 / 0.4 is 26%; by the other convention, 0.4 / 0.296 − 1, it would be 35%.
    const certificate = { lower: 0.296, upper: 0.4, relativeGap: 0.26 };
    const wide = words({ ...proved, certificate, relativeGap: 0.26 });
    expect(wide.certificate).toContain('this one has 0.4000, of which at most 26% could be saved');
    expect(wide.advice.join()).toContain('up to 26% of the worst risk may be saved');
    expect(JSON.stringify(wide)).not.toContain('35%');
    const huge = words({ ...proved, certificate: { ...certificate, lower: 0.031 }, relativeGap: 0.9225 });
    expect(huge.certificate).toMatch(/^Little is proved .* of which at most 93% could be saved/);
  });

  it('says what part of the risk is the penalty, where that matters', () => {
    expect(words({ ...proved, trainRisks: [0.37, 0.3] }).certificate).toMatch(
      /The penalty is 0\.0300 of these risks\.$/,
    );
    expect(words({ ...proved, trainRisks: [0.39999, 0.3] }).certificate).not.toContain('of these risks');
  });

  it('proves nothing with a bound of 0, and rounds no bound up', () => {
    expect(words({ ...proved, certificate: { lower: 0 } }).certificate).toMatch(
      /^Not proved .*no bound above 0/,
    );
    expect(words({ ...proved, certificate: { lower: 0.39969 } }).certificate).toContain('below 0.3996;');
    expect(words({ ...proved, certificate: { lower: 0.39961 } }).certificate).toContain('has 0.4001,');
  });

  it('says that nothing is proved, and why', () => {
    const certificate = { certified: false, reason: 'of the reason given' } as const;
    expect(words({ risks: steady, certificate }).certificate).toBe(
      'Not proved how good it can be: of the reason given.',
    );
  });
});

describe('the search in words', () => {
  it.each([
    [{}, 'APStar tried 100 choices of group weights; it ended at the limit of 100 solves.'],
    [
      { strategy: 'cutting-plane', solves: 1, stopped: 'gap', gap: 0.01 },
      'cutting plane tried 1 choice of group weights; it ended once certified within 1%.',
    ],
    [
      { strategy: 'random', solves: 9, stopped: 'converged' },
      'random search tried 9 choices of group weights; it ended with nothing left to try.',
    ],
    [
      { strategy: 'exact', solves: 8, stopped: 'gap', maxSolves: null },
      'The minimax problem was solved as one convex problem in 8 iterations.',
    ],
    [
      { strategy: 'exact', solves: 1, stopped: 'stalled', maxSolves: null },
      'The minimax problem was solved as one convex problem in 1 iteration, which ended early (stalled).',
    ],
  ] as const)('%j', (search, text) => {
    expect(words({ risks: steady, search }).search).toBe(text);
  });

  it('tells of the last solves only if there were any, and what they gained', () => {
    const populationRisk = { before: 0.5, after: 0.49 };
    expect(words({ risks: steady }).refinement).toBeUndefined();
    expect(words({ risks: steady, refinement: { share: 0.01, populationRisk } }).refinement).toMatch(
      /fell by a further 2%, the worst group’s held/,
    );
    expect(words({ risks: steady, refinement: { share: 0, populationRisk } }).refinement).toMatch(
      /no weights tried served all rows better with the worst group’s risk held/,
    );
  });
});

describe('advice', () => {
  it('is given where rows that chose fare much worse than training rows', () => {
    expect(words({ risks: steady, trainRisks: [0.3, 0.3] }).advice).toEqual([
      "The risk of all rows is 0.4450 on validation rows and 0.3000 on training rows: the model knows these partly by heart. A larger `l2` than 0.000001, `select: 'cross-validation'`, which chooses it, or more rows may serve every group better.",
    ]);
  });

  it('asks for no other penalty where folds chose it', () => {
    const [advice] = words({ risks: steady, trainRisks: [0.3, 0.3], chosen: { l2: 0.01 } }).advice;
    expect(advice).toContain('0.4450 on rows out of fold and 0.3000 on training rows');
    expect(advice).toMatch(/More rows, or fewer features, may serve every group better\.$/);
    expect(advice).not.toContain('l2');
  });

  it('never looks at test rows', () => {
    const made = { trainRisks: [0.3, 0.3], validationRisks: [0.45, 0.44] };
    const { advice } = words({ risks: steady, ...made });
    const test = { naive: [0.9, 0.9], minimax: [1.8, 1.7] };
    expect(words({ risks: test, ...made }).advice).toEqual(advice);
    expect(advice).toHaveLength(1);
    // Far worse on test rows alone, and no advice.
    expect(words({ risks: test, trainRisks: [0.3, 0.3], validationRisks: [0.3, 0.3] }).advice).toEqual([]);
  });

  it('for networks is of what networks have', () => {
    const network = { model: 'mlp', hidden: [8], activation: 'elu' } as const;
    const [advice] = words({ risks: steady, trainRisks: [0.3, 0.3], network }).advice;
    expect(advice).toContain('Some `dropout` or `weightDecay`, or more rows, may serve every group better.');
    expect(advice).not.toContain('l2');
  });

  it('is left out where they fare alike', () => {
    expect(words({ risks: steady, trainRisks: [0.39, 0.39] }).advice).toEqual([]);
    expect(words({ risks: steady, trainRisks: [0.5, 0.5] }).advice).toEqual([]);
  });

  describe('where a search ends at its limit, far from settled', () => {
    const certificate = { lower: 0.36, upper: 0.4, relativeGap: 0.1 };
    const risks = { naive: [0.5, 0.4], minimax: [0.4, 0.4] };
    const advised = (made: Partial<MadeResult>) => words({ risks, certificate, ...made }).advice;

    it('names other searches', () => {
      expect(advised({})[0]).toMatch(
        /up to 10% of the worst risk may be saved\. Try `search: 'exact'` or `search: 'cutting-plane'`, or more `maxSolves`\.$/,
      );
      expect(advised({ search: { stopped: 'converged' } })).toEqual([]);
    });

    it('names the exact search only where it can be had', () => {
      expect(advised({ loss: 'brier' })[0]).toMatch(/Try `search: 'cutting-plane'`, or more `maxSolves`\.$/);
      // With the intercept 1,000 parameters, and one more.
      expect(advised({ features: 999 })[0]).toContain('exact');
      expect(advised({ features: 1000 })[0]).not.toContain('exact');
    });

    it('does not name the search that was just made', () => {
      const search = { strategy: 'cutting-plane' } as const;
      expect(advised({ search, features: 1000 })[0]).toMatch(/may be saved\. Try more `maxSolves`\.$/);
      expect(advised({ search })[0]).toMatch(/Try `search: 'exact'`, or more `maxSolves`\.$/);
    });
  });
});

describe('the table of risks', () => {
  const risks = { naive: [0.3, 0.5, 0.4], minimax: [0.36, 0.45, 0.4] };
  const result = madeResult({ risks, trainRisks: [1, 2, 3] });

  it('has the worst served by naive training first, then worst group and all rows', () => {
    expect(worstFirst(result, 'test')).toEqual([1, 2, 0]);
    const { columns, rows } = riskTable(result);
    expect(columns.map(({ title }) => title)).toEqual([
      'group',
      'test rows',
      'share',
      'naive',
      'balanced',
      'minimax',
      'change',
      '95% interval',
      'accuracy: naive',
      'minimax',
    ]);
    expect(rows.map((row) => row.slice(0, 7))).toEqual([
      ['B', '400', '33%', '0.5000', '0.5000', '0.4500', '−10%'],
      ['C', '400', '33%', '0.4000', '0.4000', '0.4000', '0%'],
      ['A', '400', '33%', '0.3000', '0.3000', '0.3600', '+20%'],
      ['worst group', '', '', '0.5000', '0.5000', '0.4500', '−10%'],
      ['all rows', '', '', '0.4000', '0.4000', '0.4033', '+0.83%'],
    ]);
  });

  it('has the paired interval of every change of a group, and of all rows', () => {
    const { rows } = riskTable(result);
    const { byGroup, overall } = result.changes.minimax.crossEntropy;
    const ends = [byGroup[1]!, byGroup[2]!, byGroup[0]!, overall].map(({ relative }) => relative!);
    const shown = rows.map((row) => row[7]).filter((text) => text !== '');
    expect(shown).toEqual(ends.map(({ low, high }) => `${change(low)} to ${change(high)}`));
    expect(shown[0]).toMatch(/^−10% to −9\.\d%$|^−10% to −10%$/);
    expect(shown[1]).toMatch(/^−0\.\d+% to \+0\.\d+%$/);
  });

  it('has every interval in a second line, where they are asked for', () => {
    const { columns, rows } = riskTable(result, true);
    expect(columns.map(({ title }) => title).slice(6)).toEqual([
      'change',
      'accuracy: naive',
      'accuracy: minimax',
    ]);
    const { naive } = result.models;
    const { byGroup, worst } = naive.metrics.test.intervals!.crossEntropy;
    const range = ({ low, high }: { low: number; high: number }) => `${low.toFixed(3)} to ${high.toFixed(3)}`;
    expect(rows[0]![3]).toBe(`0.5000\n${range(byGroup[1]!)}`);
    expect(rows[3]![3]).toBe(`0.5000\n${range(worst)}`);
    expect(rows[0]![6]).toMatch(/^−10%\n−1\d% to −/);
    for (const row of rows) expect(row).toHaveLength(columns.length);
  });

  it('names no accuracy of the worst group: it may be another group’s', () => {
    const { rows } = riskTable(result);
    expect(rows.map((row) => row.slice(8).some((text) => text === ''))).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
  });

  it('has one model less, and no change, where the ordinary one stays', () => {
    const kept = madeResult({ risks, chosen: { model: 'naive' } });
    const { columns, rows } = riskTable(kept);
    const titles = ['group', 'test rows', 'share', 'naive', 'balanced', 'accuracy: naive'];
    expect(columns.map(({ title }) => title)).toEqual(titles);
    for (const row of rows) expect(row).toHaveLength(titles.length);
    expect(JSON.stringify([metricTable(kept, 'test'), weightTable(kept)])).not.toContain('minimax');
  });

  it('calls a point that a person chose not minimax', () => {
    const by = { kind: 'index' } as const;
    const chosen = { point: 3, points: 21, part: 'train', risks: [0.36, 0.45, 0.4], by } as const;
    const words = fitWords({ ...result, chosen });
    expect(words.problem).toContain('The chosen model is point 3 of 21 of a Pareto front');
    const tables = [riskTable, weightTable, (own: FitResult) => metricTable(own, 'test')];
    const page = fitPage({ ...result, chosen });
    const { sections, verdict } = page;
    const told = sections.filter(({ id }) =>
      ['people', 'decisions', 'features', 'metrics', 'weights'].includes(id),
    );
    expect(JSON.stringify([verdict, told, tables.map((make) => make({ ...result, chosen }))])).not.toMatch(
      /minimax/i,
    );
    expect(verdict!.headline).toBe('Use the chosen model');
  });

  it('says in one sentence what was to gain where the ordinary one stays; figures are with the method', () => {
    const atMost = { worstGroup: 1, worstRisk: 0.5, lower: 0.48, share: 0.04, l2: 1e-5 };
    const { sections } = fitPage(madeResult({ risks, chosen: { model: 'naive' }, atMost }));
    const said = (id: string) =>
      sections
        .find((own) => own.id === id)!
        .blocks.flatMap((own) => (own.kind === 'words' ? [own.text] : []));
    expect(said('possible')).toHaveLength(1);
    expect(said('possible')[0]).toMatch(/^On the rows trained on, no linear model .* by more than 4%\./);
    expect(said('method').join()).toContain('At most to gain');
  });

  it('advises no other search of a point that a person chose', () => {
    const open = madeResult({
      risks: steady,
      certificate: { relativeGap: 0.2 },
      search: { stopped: 'max-solves' },
    });
    const by = { kind: 'index' } as const;
    const chosen = { point: 3, points: 21, part: 'train', risks: [0.45, 0.44], by } as const;
    expect(fitWords(open).advice.join()).toContain('not settled');
    expect(fitWords({ ...open, chosen }).advice.join()).not.toContain('settled');
  });
});
