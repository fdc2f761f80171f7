import { describe, expect, it } from 'vitest';
import type { FrontResult } from '../../src/front/front-result.js';
import { markTable } from '../../src/front/front-table.js';
import { frontWords } from '../../src/front/front-words.js';
import { certificateWords, type Proof } from '../../src/report/certificate-words.js';
import { payerWords, plainChanges } from '../../src/report/payer-words.js';

interface Made {
  readonly names?: readonly string[];
  readonly naive?: readonly number[];
  readonly minimax?: readonly number[];
  readonly best?: readonly number[];
  readonly alone?: readonly number[];
  readonly points?: readonly (readonly number[])[];
  readonly dominated?: number;
  readonly part?: FrontResult['task']['part'];
}

function made({
  naive = [0.5, 0.4],
  minimax = [0.45, 0.42],
  names = naive.map((_, group) => 'ABC'[group]!),
  best = [0.44, 0.35],
  alone = best,
  points = [
    [0.44, 0.46],
    [0.6, 0.35],
  ],
  dominated = 3,
  part = 'validation',
}: Made = {}): FrontResult {
  const mu = naive.map(() => 1 / naive.length);
  const rows = { train: 6000, validation: 2000, test: 1000 };
  return {
    schema: 'fairfront.front/1',
    fairfront: '0.0.0',
    data: 'made.csv',
    task: {
      target: 'outcome',
      classes: ['no', 'yes'],
      loss: 'cross-entropy',
      model: 'linear',
      estimation: 'joint',
      l2: 1e-6,
      seed: 1,
      features: 7,
      rows,
      part,
      steps: 4,
    },
    groups: names.map((name) => ({ name, share: 1 / names.length, rows })),
    points: points.map((risks) => ({ mu, risks })),
    dominated,
    marks: {
      naive: { mu, risks: naive },
      balanced: { mu, risks: naive },
      minimax: { mu, risks: minimax },
      utopia: { risks: best, alone },
    },
    search: {
      strategy: 'apstar',
      options: {},
      steeredBy: part,
      solves: 20,
      stopped: 'gap',
      maxSolves: 100,
      gap: 1e-4,
      certificate: { certified: true, lower: 0.3996, upper: 0.4, relativeGap: 0.001 },
      relativeGap: 0.001,
      worst: 0.4,
      worstTrainRisk: 0.4,
      problem: 'the problem',
    },
    notes: [],
  };
}

const words = (of?: Made) => frontWords(made(of));

describe('a front in words', () => {
  it('says what was trained, and on which rows risks are measured', () => {
    expect(words().problem).toBe(
      'made.csv: predicts outcome from 7 features for 2 groups, with linear models (cross-entropy, lower is better).\n' +
        '5 models trained on 6,000 rows, each for another choice of how much each group counts; risks are measured on 2,000 validation rows, which no model was trained on and minimax was chosen by.',
    );
    expect(words({ part: 'train' }).problem).toMatch(
      /risks are measured on the 6,000 training rows themselves\.$/,
    );
  });

  it('says from where to where each group can be moved', () => {
    expect(words().span).toBe(
      'What is possible: A from 0.4400 to 0.6000 and B from 0.3500 to 0.4600. On the front, what is better for one group is worse for another.',
    );
    expect(words({ points: [[0.44, 0.35]] }).span).toMatch(/one is the best for every group/);
  });

  it('says what the way from naive to minimax gives and takes', () => {
    expect(words().move).toBe(
      'Trained as usual (naive), the model serves A worst, at 0.5000. Minimax brings the worst group to 0.4500 (−10%). Who gains: A −10%. Who pays: B +5%. These rows chose the minimax model, so they flatter it; fairfront fit judges by rows that chose nothing.',
    );
    expect(words({ part: 'train' }).move).toMatch(
      /These are the rows trained on, which flatter every model; /,
    );
    expect(words({ minimax: [0.45, 0.46] }).move).toContain('the worst group (now B) to 0.4600');
  });

  it.each([
    [[0.4995, 0.4], '−0.1%', 'Who gains: A −0.1%. Who pays: nobody.'],
    [[0.500001, 0.4], '0%', 'Who pays: nobody; no group’s risk changes noticeably.'],
    [[0.51, 0.4], '+2%', 'Who gains: nobody. Who pays: A +2%.'],
  ])('does not call %j a gain', (minimax, change, payers) => {
    const { move } = words({ minimax });
    expect(move).toContain(`for its worst group, A: here there is little to gain (${change}). ${payers}`);
    expect(move).not.toContain('brings');
  });

  it('says how far each group is from its own best, with no figure beside the same one', () => {
    const distance = (own: number) => words({ minimax: [own, 0.42], best: [0.44, 0.35] }).distance;
    const other = 'B is 20% above its own best (0.3500).';
    expect(distance(0.44001)).toContain(`At minimax A has its own best (0.4400) and ${other}`);
    // 0.4403 in the table beside an own best of 0.4400.
    expect(distance(0.4403)).toContain(`At minimax A is within 0.2% of its own best and ${other}`);
    expect(distance(0.45)).toContain(`At minimax A is 2.3% above its own best (0.4400) and ${other}`);
  });

  it('says what equal risks would take', () => {
    expect(words({ minimax: [0.45, 0.448] }).equality).toBe(
      'At minimax all groups have about the same risk.',
    );
    expect(words().equality).toBe(
      'Risks stay 0.0300 apart at minimax. Raising that of B to 0.4500 as well would make them equal, harm B and help nobody.',
    );
    const three = { naive: [0.5, 0.4, 0.3], minimax: [0.45, 0.42, 0.3], best: [0.4, 0.3, 0.2] };
    expect(words(three).equality).toMatch(/Raising those of B and C to 0\.4500 .* harm B and C and help/);
  });

  it('says where a group is served better together with others', () => {
    expect(words().together).toBeUndefined();
    expect(words({ alone: [0.442, 0.42] }).together).toBe(
      'More weight is not always better: a model trained for one group alone has only its rows to learn from. B would get 0.4200 from its 6,000 training rows, 20% above its own best.',
    );
  });

  it('says how many models are left out, and why that can be', () => {
    expect(words().leftOut).toMatch(
      /^2 of 5 models are on the front\. The other 3 are left out.*validation rows are not those trained on/,
    );
    expect(words({ part: 'train' }).leftOut).toMatch(/no weight may harm it/);
    expect(words({ part: 'train' }).leftOut).not.toContain('validation');
    expect(words({ dominated: 1 }).leftOut).toMatch(/The other one is left out: another is as good/);
    expect(words({ dominated: 0 }).leftOut).toMatch(/^All 2 models are on the front/);
  });
});

describe('the table of a front', () => {
  it('has the groups from the worst served to the best, and the worst of each mark', () => {
    const { columns, rows } = markTable(made({ naive: [0.4, 0.5], minimax: [0.42, 0.45] }));
    expect(columns.map(({ title }) => title)).toEqual([
      ...['group', 'rows', 'share', 'own best', 'naive', 'balanced', 'minimax', 'change', 'above best'],
      'worst',
    ]);
    expect(rows).toEqual([
      ['B', '2,000', '50%', '0.3500', '0.5000', '0.5000', '0.4500', '−10%', '+29%', '0.4600'],
      ['A', '2,000', '50%', '0.4400', '0.4000', '0.4000', '0.4200', '+5%', '−4.5%', '0.6000'],
      ['worst group', '', '', '', '0.5000', '0.5000', '0.4500', '−10%', '', ''],
    ]);
  });

  it('calls the smallest changes none', () => {
    const { rows } = markTable(made({ minimax: [0.49999, 0.4003], best: [0.49999, 0.4] }));
    expect(rows.map((row) => row.slice(7, 9))).toEqual([
      ['0%', '0%'],
      ['+0.075%', '+0.075%'],
      ['0%', ''],
    ]);
  });

  it('tells no change between risks of the same four decimals', () => {
    const { rows } = markTable(made({ naive: [0.5, 4e-5], minimax: [0.49, 2e-6], best: [0.49, 1e-6] }));
    expect(rows[1]!.slice(4, 9)).toEqual(['0.0000', '0.0000', '0.0000', '0%', '0%']);
  });
});

describe('a certificate in words', () => {
  const proof: Proof = {
    certificate: { certified: true, lower: 0.3996, upper: 0.4, relativeGap: 0.001 },
    steeredBy: 'validation',
    worst: 0.4,
    worstTrainRisk: 0.4,
  };
  const said = (changed: Partial<Proof>) => certificateWords({ ...proof, ...changed }, 'this one');

  it('says what is proved', () => {
    expect(said({})).toBe(
      'Proved for the training rows, with the penalty on large weights counted in: no linear model has a worst-group risk below 0.3996; this one has 0.4000, of which at most 0.1% could be saved.',
    );
  });

  it('says that validation rows chose, where it made a difference', () => {
    expect(said({ worst: 0.44 })).toContain(
      'Validation rows chose the model; chosen by training rows alone, at most 0.1% could',
    );
    expect(said({ worst: 0.44, steeredBy: 'train' })).not.toContain('chose');
  });

  it.each([
    // 0.4 / 0.031 − 1 is 1190%; of a risk no more than all of it can be saved.
    [0.031, 'Little is proved for the training rows', 'of which at most 93% could be saved.'],
    [0.3, 'Proved for the training rows', 'of which at most 25% could be saved.'],
    [4e-5, 'Not proved how good it can be: no bound above 0 to speak of was found.', ''],
    [0, 'Not proved how good it can be: no bound above 0 to speak of was found.', ''],
  ])('of the bound %d tells the share that could be saved', (lower, start, end) => {
    const text = said({ certificate: { certified: true, lower, upper: 0.4, relativeGap: 1 - lower / 0.4 } });
    expect(text.slice(0, start.length)).toBe(start);
    expect(text.endsWith(end)).toBe(true);
    expect(text).not.toContain('above the best');
  });

  it('tells tiny risks too', () => {
    const certificate = { certified: true, lower: 9e-5, upper: 1e-4, relativeGap: 0.1 } as const;
    expect(said({ certificate, worst: 1e-4, worstTrainRisk: 1e-4 })).toMatch(
      /^Proved .* 0\.0001, .* 10% could/,
    );
  });

  it('says that the penalty counts, where it does', () => {
    expect(said({ worstTrainRisk: 0.39 })).toContain('The penalty is 0.0100 of these risks.');
  });

  it('says why nothing is proved', () => {
    const certificate = {
      certified: false,
      reason: 'it rains',
      lower: null,
      upper: null,
      relativeGap: null,
    } as const;
    expect(said({ certificate })).toBe('Not proved how good it can be: it rains.');
  });
});

describe('who gains and who pays', () => {
  it.each([
    [[0.45, 0.3, 0.22], 'Who gains: B −50%, A −10%. Who pays: C +10%.'],
    [[0.5, 0.5, 0.19], 'Who gains: B −17%, C −5%. Who pays: nobody.'],
    [[0.6, 0.6, 0.2], 'Who gains: nobody. Who pays: A +20%.'],
    [[0.5002, 0.6, 0.2], 'Who pays: nobody; no group’s risk changes noticeably.'],
  ])('%j', (after, text) => {
    const before = [0.5, 0.6, 0.2];
    expect(payerWords(['A', 'B', 'C'], plainChanges(before, after), before)).toBe(text);
  });
});
