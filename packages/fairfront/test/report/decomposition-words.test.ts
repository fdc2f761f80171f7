import type { GroupRiskSource, RiskSources } from '@fairfront/core/plug-in';
import { describe, expect, it } from 'vitest';
import { decompositionTable, decompositionWords } from '../../src/report/decomposition-words.js';
import { formatTable } from '../../src/report/table.js';

/** A value, and how far its interval reaches to both sides. */
const about = (value: number, reach: number) => ({ value, low: value - reach, high: value + reach });

function source(
  irreducible: number,
  price: number,
  verdict: GroupRiskSource['verdict'],
  changed: Partial<GroupRiskSource> = {},
): GroupRiskSource {
  return {
    rows: 1200,
    risk: about(irreducible + price, 0.02),
    irreducible: about(irreducible, 0.015),
    priceOfSharing: about(price, 0.01),
    verdict,
    ...changed,
  };
}

const of = (...groups: GroupRiskSource[]): RiskSources => ({ groups, level: 0.95, resamples: 1000 });
const sentence = (group: GroupRiskSource, level = 0.95): string =>
  decompositionWords({ ...of(group), level }, ['Female'])[0]!;

describe('where a group’s risk comes from, in a sentence', () => {
  it('says that it pays, how much, and what a model of its own would leave', () => {
    expect(sentence(source(0.39, 0.03, 'pays'))).toBe(
      'Female: this group pays for the others. Of its risk of 0.4200, 0.0300 (95% interval 0.0200 to 0.0400) is the price of sharing one model, 7.1% of it; a model of its own would leave 0.3900.',
    );
  });

  it('says that it gains, as a gain: no number has to be turned round', () => {
    expect(sentence(source(0.45, -0.05, 'gains'), 0.9)).toBe(
      'Female: this group gains from sharing. Its risk is 0.4000; a model of its own does worse by 0.0500 (90% interval 0.0400 to 0.0600): alone, the group has too little to learn from for a model of this kind.',
    );
  });

  it('says what is needed where sharing is not what it costs', () => {
    expect(sentence(source(0.4, 0.004, 'needs-more'))).toBe(
      'Female: better features or more data are needed for this group. Its risk is 0.4040, and a model of its own would leave 0.4000: sharing one model costs it next to nothing, 0.0040 (95% interval −0.0060 to 0.0140).',
    );
  });

  it('tells no price below 0: there is none, or what the interval leaves open', () => {
    const needs =
      'Female: better features or more data are needed for this group. Its risk is 0.3960, and a model of its own does no better: ';
    expect(sentence(source(0.4, -0.004, 'needs-more'))).toBe(
      `${needs}sharing one model costs it 0.0060 at most (upper end of the 95% interval).`,
    );
    expect(sentence(source(0.4, -0.004, 'needs-more', { priceOfSharing: about(-0.004, 0.004) }))).toBe(
      `${needs}sharing one model costs it nothing.`,
    );
  });

  it('writes no zero with a sign', () => {
    const none = source(0.4, -1e-9, 'needs-more', { priceOfSharing: about(-1e-9, 1e-9) });
    expect(sentence(none)).toMatch(/sharing one model costs it nothing\.$/);
    expect(decompositionTable(of(none), ['Female']).rows[0]![4]).toBe('0.0000 (0.0000 … 0.0000)');
  });

  it('asks for nothing where there is no risk', () => {
    expect(sentence(source(0, 0, 'needs-more'))).toBe(
      'Female: there is nothing left to improve; its risk is 0.0000.',
    );
  });

  it('says that it cannot be told, and how much may be', () => {
    expect(sentence(source(0.4, 0.014, 'unclear', { priceOfSharing: about(0.014, 0.02) }))).toBe(
      'Female: too uncertain to tell: sharing one model may cost it up to 0.0340, or spare it up to 0.0060 (95% interval); its risk is 0.4140. More rows of this group would tell.',
    );
    expect(sentence(source(0.4, 0.014, 'unclear', { priceOfSharing: about(0.014, 0.012) }))).toContain(
      'sharing one model costs it between 0.0020 and 0.0260 (95% interval)',
    );
  });

  it.each(['gains', 'needs-more', 'unclear', 'too-few'] as const)(
    'never tells the risk of an own model that does worse as what must remain: %s',
    (verdict) => {
      expect(sentence(source(0.45, -0.05, verdict))).not.toMatch(/0\.4500|irreducible|would leave/);
    },
  );

  it.each([
    [12, 'Female: 12 rows to judge by are too few to tell where its risk of 0.4500 comes from.'],
    [1, 'Female: 1 row to judge by is too few to tell where its risk of 0.4500 comes from.'],
  ])('says that %d rows are too few, and nothing else', (rows, text) => {
    expect(sentence(source(0.4, 0.05, 'too-few', { rows }))).toBe(text);
  });

  it.each([
    [12, '400 rows of 12 entities to judge by are too few'],
    [1, '400 rows of 1 entity to judge by are too few'],
  ])('says whose rows are too few: of %d', (entities, text) => {
    expect(sentence(source(0.4, 0.05, 'too-few', { rows: 400, entities }))).toContain(text);
  });
});

describe('of several groups', () => {
  const sources = of(
    source(0.2, 0.02, 'pays'),
    source(0.5, -0.03, 'gains', { rows: 40 }),
    source(0.31, 0, 'needs-more'),
    source(0.1, 0.05, 'too-few', { rows: 3 }),
  );
  const names = ['A', 'B', 'C', 'D'];

  it('has a sentence for each, the highest risk first', () => {
    const words = decompositionWords(sources, names);
    expect(words.map((text) => text.slice(0, 2))).toEqual(['B:', 'C:', 'A:', 'D:']);
  });

  it('has a table in the same order, every number with its interval', () => {
    const { columns, rows } = decompositionTable(sources, names);
    expect(formatTable(columns, rows)).toBe(
      [
        'group   rows                      risk        a model of its own             price of sharing',
        '─────  ─────  ────────────────────────  ────────────────────────  ───────────────────────────',
        'B         40  0.4700 (0.4500 … 0.4900)  0.5000 (0.4850 … 0.5150)  −0.0300 (−0.0400 … −0.0200)',
        'C      1,200  0.3100 (0.2900 … 0.3300)  0.3100 (0.2950 … 0.3250)    0.0000 (−0.0100 … 0.0100)',
        'A      1,200  0.2200 (0.2000 … 0.2400)  0.2000 (0.1850 … 0.2150)     0.0200 (0.0100 … 0.0300)',
        'D          3  0.1500 (0.1300 … 0.1700)  0.1000 (0.0850 … 0.1150)     0.0500 (0.0400 … 0.0600)',
      ].join('\n'),
    );
  });

  it('leaves the groups as they were', () => {
    const before = structuredClone(sources);
    decompositionWords(sources, names);
    decompositionTable(sources, names);
    expect(sources).toEqual(before);
  });
});
