import { describe, expect, it } from 'vitest';
import { riskTable, worstFirst } from '../../src/report/fit-tables.js';
import { fitWords } from '../../src/report/fit-words.js';
import { type MadeResult, madeResult } from './made-result.js';

const words = (made: MadeResult) => fitWords(madeResult(made));
const steady = { naive: [0.5, 0.4], minimax: [0.45, 0.44] };

describe('the problem in words', () => {
  it('names data, target, features, groups and parts', () => {
    expect(words({ risks: steady }).problem).toBe(
      'made.csv: predicts outcome from 7 features for 2 groups, with a linear model (cross-entropy, lower is better).\n' +
        '6,000 rows to train on, 2,000 to choose by, 1,000 to judge by.',
    );
  });

  it('names the Brier score, and speaks of it', () => {
    const { problem, outcome } = words({ risks: steady, loss: 'brier' });
    expect(problem).toContain('(Brier score, lower is better)');
    expect(outcome).toContain('serves A worst: 0.5000');
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

describe('the outcome in words', () => {
  it('says who was served worst and what becomes of the worst group', () => {
    expect(words({ risks: steady }).outcome).toBe(
      'Trained as usual, the model serves A worst: 0.5000 on test rows. The minimax model brings the worst group to 0.4500 (−10%).',
    );
  });

  it('says so where another group is the worst afterwards', () => {
    const { outcome } = words({ risks: { naive: [0.5, 0.4], minimax: [0.42, 0.45] } });
    expect(outcome).toMatch(/serves A worst: 0\.5000.*the worst group \(now B\) to 0\.4500 \(−10%\)\.$/);
  });

  it.each([
    ['worse', [0.51, 0.39], '+2%'],
    ['the same', [0.5, 0.39], '0%'],
  ])('does not hide that minimax is %s on test rows', (_, minimax, change) => {
    const { outcome } = words({ risks: { naive: [0.5, 0.4], minimax } });
    expect(outcome).toContain(`for its worst group, A: on these test rows it is no better (${change})`);
    expect(outcome).not.toContain('brings the worst group');
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
    const { payers } = words({ risks: { naive: [0.5, 0.4], minimax: [0.4998, 0.40019] } });
    expect(payers).toMatch(/^Who pays: nobody; no group’s risk changes by more than 0\.05%\.$/);
  });
});

describe('the certificate in words', () => {
  // The model's own worst risk with penalty is lower / (1 − gap).
  const proved = { risks: steady, trainRisks: [0.4, 0.3], certificate: { lower: 0.3996 } };

  it('says what no model can do, and how far this one is from it', () => {
    expect(words(proved).certificate).toBe(
      'Proved for the training rows, with the penalty on large weights counted in: no linear model has a worst-group risk below 0.3996; this one has 0.4000, of which at most 0.1% could be saved.',
    );
  });

  it('says that validation rows chose, where training rows alone come much closer', () => {
    const certificate = { lower: 0.36, upper: 0.3604, relativeGap: 0.001 };
    const far = { ...proved, certificate, relativeGap: 0.1 };
    expect(words(far).certificate).toMatch(
      /this one has 0\.4000, of which at most 10% could be saved\. Validation rows chose the model; chosen by training rows alone, at most 0\.11% could be saved\.$/,
    );
    expect(words({ ...far, search: { steeredBy: 'train' } }).certificate).not.toContain('chosen by');
    expect(words({ ...far, relativeGap: 0.00111 }).certificate).not.toContain('chosen by');
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
      'Solved as one problem in 8 iterations; validation rows had no say.',
    ],
    [
      { strategy: 'exact', solves: 1, stopped: 'stalled', maxSolves: null },
      'Solved as one problem in 1 iteration, which ended early (stalled); validation rows had no say.',
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
  it('is given where test rows fare much worse than training rows', () => {
    expect(words({ risks: steady, trainRisks: [0.3, 0.3] }).advice).toEqual([
      'The risk of all rows is 0.4450 on test rows and 0.3000 on training rows: the model knows these partly by heart. A larger `l2` than 0.000001, or more rows, may serve every group better.',
    ]);
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

  it('is given where a search ends at its limit, far from settled', () => {
    const certificate = { lower: 0.36, upper: 0.4, relativeGap: 0.1 };
    const risks = { naive: [0.5, 0.4], minimax: [0.4, 0.4] };
    const [advice] = words({ risks, certificate }).advice;
    expect(advice).toMatch(
      /up to 10% of the worst risk may be saved\. Try `search: 'exact'` or `search: 'cutting-plane'`, or more `maxSolves`\.$/,
    );
    expect(words({ risks, certificate, loss: 'brier' }).advice[0]).not.toContain('exact');
    expect(words({ risks, certificate, search: { stopped: 'converged' } }).advice).toEqual([]);
  });
});

describe('the table of risks', () => {
  const result = madeResult({
    risks: { naive: [0.3, 0.5, 0.4], minimax: [0.36, 0.45, 0.4] },
    trainRisks: [1, 2, 3],
  });

  it('has the worst served by naive training first, then worst group and all rows', () => {
    expect(worstFirst(result, 'test')).toEqual([1, 2, 0]);
    const { columns, rows } = riskTable(result, 'test');
    expect(columns.map(({ title }) => title).slice(0, 7)).toEqual([
      'group',
      'test rows',
      'share',
      'naive',
      'balanced',
      'minimax',
      'change',
    ]);
    expect(rows.map((row) => row.slice(0, 7))).toEqual([
      ['B', '1,000', '33%', '0.5000', '0.5000', '0.4500', '−10%'],
      ['C', '1,000', '33%', '0.4000', '0.4000', '0.4000', '0%'],
      ['A', '1,000', '33%', '0.3000', '0.3000', '0.3600', '+20%'],
      ['worst group', '', '', '0.5000', '0.5000', '0.4500', '−10%'],
      ['all rows', '', '', '0.4000', '0.4000', '0.4033', '+0.83%'],
    ]);
  });

  it('is of the part that is asked for', () => {
    const { columns, rows } = riskTable(result, 'train');
    expect(columns[1]!.title).toBe('train rows');
    expect(rows[0]!.slice(0, 6)).toEqual(['B', '6,000', '33%', '0.5000', '0.5000', '2.0000']);
  });
});
