import type { Outlook } from '@fairfront/core/plug-in';
import { describe, expect, it } from 'vitest';
import { outlookWords } from '../../src/report/outlook-words.js';

const point = (value: number) => ({ value, low: value, high: value });

function made(changed: Partial<Outlook> = {}): Outlook {
  return {
    rows: [500, 900],
    naiveRisks: [0.5, 0.3],
    ownRisks: [0.4, 0.28],
    worstGroup: 0,
    worstRisk: 0.5,
    floor: 0.4,
    floorGroup: 0,
    betterShared: [],
    tooFew: [],
    gainAtMost: { value: 0.1, low: 0.06, high: 0.14 },
    gainShare: { value: 0.2, low: 0.12, high: 0.27 },
    verdict: 'some',
    separability: { conditionalEntropy: 0.35, entropy: 0.7, share: 0.5 },
    level: 0.95,
    resamples: 1000,
    ...changed,
  };
}

const words = (changed: Partial<Outlook> = {}, names = ['Female', 'Male'], loss = 'cross-entropy'): string =>
  outlookWords(made(changed), names, loss);
const separability = (share: number) => ({
  separability: { conditionalEntropy: 0.7 * share, entropy: 0.7, share },
});

describe('will minimax help, in words', () => {
  it('says who is served worst, how much there is to gain at most, and how well the groups are told apart', () => {
    expect(words()).toBe(
      'Trained as usual, the model serves Female worst, with a risk (cross-entropy) of 0.5000 at training and validation rows left out in turn. ' +
        'No one model of this kind can be expected to bring the worst group’s risk below about 0.4000, what a model for this group alone leaves: minimax training can gain by these models about 0.1000 at most (95% interval 0.0600 to 0.1400), 20% of that risk. ' +
        'The features tell the groups apart in part (they take away 50% of the uncertainty about which group a row is of): a flexible model can treat them differently where they do, and must choose between them elsewhere.',
    );
  });

  it('names the loss, and another group that sets the limit', () => {
    const text = words({ floorGroup: 1, floor: 0.45 }, undefined, 'Brier score');
    expect(text).toContain('with a risk (Brier score) of 0.5000');
    expect(text).toContain('below about 0.4500, what a model for Male alone leaves:');
  });

  it('says what the limit is where a model of the group’s own does no better', () => {
    const text = words({ floorGroup: 1, floor: 0.3, betterShared: [1] });
    expect(text).toContain(
      'below about 0.3000, which Male has already (a model of its own does no better): ',
    );
    expect(text).not.toContain('alone leaves');
  });

  it('announces no gain where the interval holds none', () => {
    const gainAtMost = { value: 0.01, low: 0, high: 0.03 };
    const text = words({ gainAtMost, gainShare: { value: 0.02, low: 0, high: 0.06 }, verdict: 'unclear' });
    expect(text).toContain('can gain cannot be told: between 0.0000 and 0.0300 (95% interval). More rows');
    expect(text).not.toContain('0.0100');
  });

  const nothing = { gainAtMost: point(0), gainShare: point(0), floor: 0.5, verdict: 'none' } as const;

  it('says that there is nothing to gain, and what would help', () => {
    const text = words({ ...nothing, ownRisks: [0.5, 0.28] });
    expect(text).toContain(
      'A model for this group alone does no better to speak of, so minimax training has nothing to gain here, by these models: better features or more data would help more.',
    );
    // What the interval leaves open is not called nothing.
    const high = { gainAtMost: { ...point(0), high: 0.02 }, gainShare: { ...point(0), high: 0.04 } };
    const little = words({ ...nothing, ...high, ownRisks: [0.5, 0.28] });
    expect(little).toContain(
      'so minimax training can hardly gain here, by these models 0.0200 at most (upper end of the 95% interval), 4% of that risk: better features',
    );
    expect(little).not.toContain('nothing');
    expect(text).not.toContain('at most');
    // Here it is not the worst group that cannot be helped.
    expect(words({ ...nothing, floor: 0.499, floorGroup: 1 })).toContain(
      'Male has hardly less, and a model for it alone does no better than 0.4990, so minimax training has nothing to gain here',
    );
  });

  it('says that it cannot be told where the interval leaves room', () => {
    const text = words({ ...nothing, verdict: 'unclear', gainAtMost: { ...point(0), high: 0.04 } });
    expect(text).toContain(
      'What minimax training can gain cannot be told: between 0.0000 and 0.0400 (95% interval). More rows would tell.',
    );
    expect(text).not.toMatch(/nothing to gain|at most/);
  });

  it.each(['none', 'unclear'] as const)(
    'says of %s that an own model had too little to learn from',
    (verdict) => {
      const text = words({ ...nothing, verdict, ownRisks: [0.62, 0.28], betterShared: [0] });
      expect(text).toContain(
        'A model for this group alone does worse (0.6200): it has too little to learn from for a model of this kind, so this check cannot tell what minimax training can gain. More rows of this group, or a simpler kind of model, would tell.',
      );
      expect(text).not.toContain('nothing to gain');
    },
  );

  it('promises nothing where models that are told the group make no errors', () => {
    const text = words({ floor: 0, ownRisks: [0, 0], gainAtMost: point(0.5), gainShare: point(1) });
    expect(text).toContain('this check cannot say how little of that risk one model must have');
    expect(text).not.toContain('at most');
  });

  it('warns of few rows only where they matter', () => {
    expect(words({ tooFew: [0], rows: [12, 900] })).toContain(
      'This rests on few rows: Female has 12 rows to judge by.',
    );
    expect(words({ tooFew: [0, 1], rows: [12, 1], floorGroup: 1 })).toContain(
      'This rests on few rows: Female has 12 rows, Male has 1 row to judge by.',
    );
    expect(words({ tooFew: [0], rows: [340, 900], entities: [12, 700] })).toContain(
      'This rests on few rows: Female has 340 rows of 12 entities to judge by.',
    );
    expect(words({ tooFew: [1], rows: [500, 3] })).not.toContain('few rows');
  });

  it.each([
    [0, 'well (they take away 100% of'],
    [0.15, 'well (they take away 85% of'],
    [0.16, 'in part (they take away 84% of'],
    [0.74, 'in part (they take away 26% of'],
    [0.75, 'apart (they take away 25% of'],
    [1, 'apart (they take away 0% of'],
  ])('where the share %d of uncertainty is left', (share, text) => {
    expect(words(separability(share))).toContain(text);
  });

  it('says what it means that groups are told apart well, or hardly', () => {
    expect(words(separability(0.05))).toMatch(
      /without being told the group, so minimax training has little to add to it\.$/,
    );
    expect(words(separability(0.97))).toMatch(
      /^.*The features hardly tell the groups apart .* what one group gains another pays\.$/,
    );
  });

  it('has little to say of one group', () => {
    const alone = { naiveRisks: [0.5], ownRisks: [0.5], rows: [500], ...separability(0) };
    expect(words(alone, ['all'])).toBe(
      'all is the only group: its risk (cross-entropy) is 0.5000, and minimax training is ordinary training.',
    );
  });
});
