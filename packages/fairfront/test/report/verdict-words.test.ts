// What a person reads first, for each verdict; and that no gain is told which may be chance.

import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import type { FitResult } from '../../src/measure/fit-result.js';
import { fitWords } from '../../src/report/fit-words.js';
import { headlineOf, pageVerdict, verdictWords } from '../../src/report/verdict-words.js';
import { type MadeResult, madeResult } from './made-result.js';
import { fitHtml } from './read-report.js';

/** A's risk falls by a tenth, surely. */
const gains: MadeResult = { risks: { naive: [0.5, 0.4], minimax: [0.45, 0.42] } };
/** A's risk falls by 2%, and may as well rise. */
const open: MadeResult = { risks: { naive: [0.5, 0.4], minimax: [0.49, 0.4] }, spread: 0.5 };

const said = (made: MadeResult) => verdictWords(madeResult(made));
const pageOf = (made: MadeResult): Document => parseHTML(fitHtml(madeResult(made))).document;

describe('the verdict in words', () => {
  it('is to use the model, with the gain and its interval', () => {
    const { headline, sentences } = said(gains);
    expect(headline).toBe('Use the minimax model');
    expect(sentences).toMatch(
      /^On test rows the risk of A, the group that ordinary training serves worst, falls by 10% \(95% interval (9\.\d%|10%) to 10%\)\.$/,
    );
  });

  it('is to keep the ordinary model where it was chosen', () => {
    const chosen = { model: 'naive' } as const;
    const kept = said({ ...gains, chosen });
    expect(kept.headline).toBe('Keep the ordinary model');
    expect(kept.sentences).toBe(
      'On the rows that chose, no model served the worst group better than ordinary training by more than chance.',
    );
    const atMost = { worstGroup: 0, worstRisk: 0.5, lower: 0.49848, share: 0.00304, l2: 1e-5 };
    expect(said({ ...gains, chosen, atMost }).sentences).toMatch(
      /by more than chance; on the rows trained on no linear model could lower it by more than 0\.31%\.$/,
    );
  });

  it('is to keep it where the gain is surely below what matters', () => {
    const { headline, sentences } = said({ risks: { naive: [0.5, 0.4], minimax: [0.498, 0.4] } });
    expect(headline).toBe('Keep the ordinary model');
    expect(sentences).toMatch(
      /^Whatever A gains is surely below 1% of its risk\. On test rows the risk of A, .* changes by −0\.4% \(95% interval −0\.\d+% to −?0(\.\d+)?%\)\.$/,
    );
  });

  it('is to keep it where the worst group surely loses', () => {
    const { headline, sentences } = said({ risks: { naive: [0.5, 0.4], minimax: [0.51, 0.4] } });
    expect(headline).toBe('Keep the ordinary model');
    expect(sentences).toMatch(
      /^A would be served worse\. .* changes by \+2% \(95% interval \+1\.\d% to \+2\.\d%\)/,
    );
  });

  it('is to keep it where another group would be harmed', () => {
    const { headline, sentences } = said({ risks: { naive: [0.5, 0.4], minimax: [0.45, 0.6] } });
    expect(headline).toBe('Keep the ordinary model');
    expect(sentences).toMatch(/^B would surely be served worse than anybody is by ordinary training\. /);
  });

  it('is that it cannot be told, with the rows that would tell', () => {
    const result = madeResult(open);
    const { headline, sentences } = verdictWords(result);
    expect(headline).toBe('More data is needed to tell');
    expect(result.verdict.rowsToTell).toBeGreaterThan(100);
    expect(sentences).toMatch(
      /^The test rows leave open whether A gains or loses; if it stays as it is, about [\d,]+ more test rows of A would tell; until then, keep the ordinary model\. On test rows .* changes by −2% \(95% interval −\d[\d.]*% to \+\d[\d.]*%\)\.$/,
    );
  });

  it('tells the price in accuracy where it is beyond chance, and a model that guesses alike for everybody', () => {
    const result = madeResult(gains);
    const overall = (value: number, low: number, high: number) => ({
      ...result,
      changes: {
        ...result.changes,
        minimax: {
          ...result.changes.minimax,
          accuracy: { ...result.changes.minimax.accuracy, overall: { value, low, high } },
        },
      },
    });
    const price = /The price: over all rows [\d.]+% of the guesses are right, not [\d.]+%\./;
    expect(verdictWords(overall(-0.05, -0.08, -0.02)).sentences).toMatch(price);
    expect(verdictWords(overall(-0.05, -0.11, 0.01)).sentences).not.toMatch(price);

    const guessing = (share: number) => {
      const { test } = result.models.minimax.metrics;
      const [rates] = test.rates;
      const selectionRate = { ...rates!.selectionRate, byGroup: [share, share] };
      const metrics = {
        ...result.models.minimax.metrics,
        test: { ...test, rates: [{ ...rates!, selectionRate }] },
      };
      const minimax = { ...result.models.minimax, metrics };
      return verdictWords({ ...result, models: { ...result.models, minimax } }).sentences;
    };
    expect(guessing(1)).toContain('guesses “yes” for everybody');
    expect(guessing(0)).toContain('guesses “no” for everybody');
    expect(guessing(0.5)).not.toContain('for everybody');
  });

  it('says by which rows a group is the worst, where test rows name another', () => {
    const made = { ...gains, selection: { naive: candidate([0.4, 0.5]) }, chosen: {} };
    expect(said(made).sentences).toContain(
      'B, the group that ordinary training serves worst on the rows that chose,',
    );
    expect(said({ ...gains, chosen: {} }).sentences).toContain(
      'A, the group that ordinary training serves worst, ',
    );
  });
});

function candidate(risks: readonly number[]) {
  return { model: 'naive', step: 0, from: 'naive', l2: 0.001, risks } as const;
}

describe('the report', () => {
  it.each([
    ['use-minimax', gains, 'good'],
    ['keep-naive', { ...gains, chosen: { model: 'naive' } }, 'keep'],
    ['cannot-tell', open, 'unclear'],
  ] as const)('has the verdict before all else, and what it rests on: %s', (_, made, tone) => {
    const document = pageOf(made);
    const title = 'Is outcome “yes”? A model for made.csv, judged for 2 groups';
    expect(document.querySelector('title')!.textContent).toBe(title);
    expect(document.querySelector('h1')!.textContent).toBe(title);
    const box = document.querySelector('main > section')!;
    expect(box.className).toBe(`verdict ${tone}`);
    expect(box.querySelector('h2')!.textContent).toBe(said(made).headline);
    expect(box.querySelector('p')!.textContent).toBe(pageVerdict(madeResult(made)).text);
  });

  it('tells in two sentences what is found, and the rows that it rests on', () => {
    const rows = '800 rows that no model was trained on or chosen by, 400 of them A';
    const text = (made: MadeResult) => pageVerdict(madeResult(made)).text;
    expect(text(gains)).toMatch(
      new RegExp(
        `^The minimax model’s risk for A, the group that ordinary training serves worst, is 10% lower \\(95% interval [\\d.]+% to 10%\\)\\. This rests on ${rows}\\.$`,
      ),
    );
    expect(text(open)).toMatch(
      new RegExp(
        `keep the ordinary model\\. On ${rows}, the risk of A, .* changes by −2% \\(95% interval .*\\)\\.$`,
      ),
    );
    // Test rows have no say where naive was chosen: they are not what it rests on.
    expect(text({ ...gains, chosen: { model: 'naive' } })).toMatch(
      /by more than chance\. This rests on [\d,]+ (validation rows|rows, each judged by models that were trained without it)\.$/,
    );
  });

  it('puts beside the verdict what voids it', () => {
    const leak = { kind: 'target-given-away', columns: ['x'], message: '"x" gives the target away' } as const;
    const result = { ...madeResult(gains), warnings: [leak] };
    expect(pageVerdict(result).caveats).toEqual(['"x" gives the target away.']);
    expect(pageVerdict(madeResult(gains)).caveats).toBeUndefined();
  });

  it('calls no model fair, and the minimax model no better than it is', () => {
    for (const made of [gains, open, { ...gains, chosen: { model: 'naive' } as const }]) {
      expect(pageOf(made).body.textContent).not.toMatch(/the minimax fair model|little to gain/);
    }
  });

  it('draws a fall only where it is none of chance', () => {
    const title = (made: MadeResult) => pageOf(made).querySelector('figure svg title')!.textContent;
    expect(title(gains)).toBe(
      'The risk of the worst-off group falls from 0.500 to 0.450: 1 group gains, 1 pays',
    );
    expect(title(open)).toBe(
      'The risk of the worst-off group is 0.500 with naive and 0.490 with minimax, which may be chance',
    );
  });
});

describe('whatever the numbers', () => {
  const share = (low: number, high: number) => fc.double({ min: low, max: high, noNaN: true });
  const made = fc.record({
    risks: fc
      .integer({ min: 1, max: 3 })
      .chain((groups) => {
        const risks = fc.array(share(0.05, 0.6), { minLength: groups, maxLength: groups });
        const factors = fc.array(share(0.9, 1.1), { minLength: groups, maxLength: groups });
        return fc.tuple(risks, factors);
      })
      .map(([naive, factors]) => ({ naive, minimax: naive.map((risk, group) => risk * factors[group]!) })),
    spread: share(0, 1),
  });

  it('no gain or loss is told whose interval holds 0', () => {
    fc.assert(
      fc.property(made, (made) => {
        const result = madeResult(made);
        const { verdict, payers } = fitWords(result);
        const { byGroup } = result.changes.minimax.crossEntropy;
        const { decision, gain, worstGroup } = result.verdict;
        if (decision === 'use-minimax') expect(gain!.interval.low).toBeGreaterThan(0);
        expect(verdict.headline.toLowerCase()).toBe(headlineOf(result));
        const worst = result.groups.findIndex(({ name }) => name === worstGroup);
        const open = byGroup[worst]!.low <= 0 && byGroup[worst]!.high >= 0;
        if (open) expect(verdict.sentences).not.toMatch(/falls|would be served worse|surely above/);
        expectNamed(result, payers!);
      }),
      { numRuns: 30 },
    );
  });

  /** Who gains is named with a fall, who pays with a rise, nobody else at all. */
  function expectNamed({ groups, changes }: FitResult, payers: string): void {
    groups.forEach(({ name }, group) => {
      const { low, high } = changes.minimax.crossEntropy.byGroup[group]!;
      const named = payers.match(new RegExp(`\\b${name} ([−+])`))?.[1];
      if (low <= 0 && high >= 0) expect(named).toBeUndefined();
      if (named === '−') expect(high).toBeLessThan(0);
      if (named === '+') expect(low).toBeGreaterThan(0);
    });
  }
});
