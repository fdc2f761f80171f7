import { describe, expect, it } from 'vitest';
import { runTheoryDemo } from '../../src/demo/theory.js';
import { demoWords, strategyTable } from '../../src/demo/theory-words.js';

const result = runTheoryDemo(1);

describe('the demo', () => {
  it('knows the optimum to a billionth', () => {
    const { lower, upper } = result.optimum;
    expect((upper - lower) / upper).toBeLessThanOrEqual(1e-9);
  });

  it('brackets the optimum with every strategy', () => {
    for (const { certificate } of result.strategies) {
      expect(certificate.certified).toBe(true);
      expect(certificate.lower).toBeLessThanOrEqual(result.optimum.upper);
      expect(certificate.upper).toBeGreaterThanOrEqual(result.optimum.lower);
    }
  });

  it('has one gap for each solve, and they never grow', () => {
    for (const { gaps, solves } of result.strategies) {
      expect(gaps).toHaveLength(solves);
      gaps.slice(1).forEach((gap, i) => {
        expect(gap).toBeLessThanOrEqual(gaps[i]!);
      });
    }
  });

  it('certifies the gap asked for with APStar and, in a quarter of its solves, with cutting planes', () => {
    const solves = new Map(result.strategies.map((run) => [run.strategy, run]));
    expect(solves.get('apstar')!.stopped).toBe('gap');
    expect(solves.get('cutting-plane')!.stopped).toBe('gap');
    expect(solves.get('cutting-plane')!.solves).toBeLessThanOrEqual(solves.get('apstar')!.solves / 4);
  });
});

describe('its words', () => {
  it('name who is worst off, who pays, and that risks do not meet', () => {
    const { outcome } = demoWords(result);
    expect(outcome).toMatch(/leaves group 2 worst off, at 0\.3307/);
    expect(outcome).toMatch(/group 0 and group 1 pay for it/);
    expect(outcome).toMatch(/Risks end 0\.0224 apart/);
  });

  it('say so where risks do meet', () => {
    const equal = { ...result, optimum: { ...result.optimum, risks: [0.3, 0.3, 0.3] } };
    expect(demoWords(equal).outcome).toMatch(/All groups end with the same risk/);
  });

  it('do not hide that a baseline was not tuned', () => {
    expect(demoWords(result).fairness).toMatch(
      /Multiplicative weights runs at the rate its theorem asks for/,
    );
  });

  it('say why a search ended', () => {
    const stopped = new Map(strategyTable(result).rows.map((row) => [row[0], row.at(-1)]));
    expect(stopped.get('APStar')).toBe('certified within 0.01%');
    expect(stopped.get('random search')).toBe('limit of 500 solves');
  });
});
