// Against XGBoost: make_xgboost_golden.py made the numbers, and says how.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TreeColumn } from '../../src/bins/columns.js';
import type { BoostingOptions } from '../../src/boost/boosted-options.js';
import type { BoostedLoss } from '../../src/loss/objective.js';
import { type BoostedModel, predictScores } from '../../src/model/boosted-model.js';
import { createBooster } from '../helpers/create-booster.js';
import '../../../core/test/helpers/close.js';

interface Golden {
  readonly rowCount: number;
  readonly levels: number[];
  readonly features: (number | null)[][];
  readonly labels: Record<string, number[]>;
  readonly cases: {
    readonly name: string;
    readonly loss: BoostedLoss;
    readonly target: string;
    readonly columns: number[];
    readonly rounds: number;
    readonly options: BoostingOptions;
    readonly weights: number[];
    readonly leaves: number[];
    readonly gains: number[][];
    readonly margins: number[];
  }[];
}

const { rowCount, levels, features, labels, cases } = JSON.parse(
  readFileSync(new URL('xgboost.json', import.meta.url), 'utf8'),
) as Golden;

/** The gains of a tree's splits, the largest first. */
function gainsOf({ treeStarts, column, gain }: BoostedModel, tree: number): number[] {
  const nodes = Array.from(column.keys()).slice(treeStarts[tree], treeStarts[tree + 1]);
  const splits = nodes.filter((node) => column[node]! >= 0);
  return splits.map((node) => gain[node]!).sort((a, b) => b - a);
}

describe.each(cases)(
  'XGBoost: $name',
  ({ loss, target, columns, rounds, options, weights, leaves, gains, margins }) => {
    const rows = {
      rowCount,
      columnCount: columns.length,
      values: Float64Array.from(features.flatMap((row) => columns.map((c) => row[c] ?? Number.NaN))),
    };
    const treeColumns = columns.map((c): TreeColumn => {
      const count = levels[c]!;
      return count > 0 ? { kind: 'categorical', levels: count } : { kind: 'numeric' };
    });
    const classCount = { numbers: 1, binary: 2 }[target] ?? 3;
    const { booster } = createBooster(
      { features: rows, columns: treeColumns, labels: labels[target]!, classCount, loss },
      { ...options, setPenalty: 0 }, // XGBoost takes gains as they are
    );
    for (let round = 0; round < rounds; round++) booster.addRound(weights.map((weight) => weight / rowCount));
    const model = booster.model();

    it('splits as often, and gains as much by it', () => {
      const found = leaves.map((_, tree) => gainsOf(model, tree));
      expect(model.treeStarts).toHaveLength(leaves.length + 1);
      expect(found.map(({ length }) => length + 1)).toEqual(leaves);
      found.forEach((own, tree) => {
        expect(own).toBeAllClose(gains[tree]!, { relative: 1e-4, absolute: 1e-4 });
      });
    });

    it('gives every row the same score', () => {
      const scores = predictScores(model, rows).map((score, i) => score - model.base[i % model.base.length]!);
      expect(scores).toBeAllClose(margins, { relative: 1e-5, absolute: 1e-5 });
    });
  },
);
