// What an oracle returned, checked and completed: from here on risks are finite and there is one for each group.

import { FairfrontError } from '../error.js';
import type { Solve } from '../pareto/oracle.js';
import type { Observation } from './strategy.js';

export interface Observed<Model> extends Observation {
  readonly model: Model;
}

/** @param number which solve this is, from 1 */
export function observe<Model>(
  mu: readonly number[],
  solve: Solve<Model>,
  groupCount: number,
  number: number,
): Observed<Model> {
  const { model, risks, trainRisks = risks, converged = true } = solve;
  checkRisks(risks, groupCount, 'risks', number);
  checkRisks(trainRisks, groupCount, 'trainRisks', number);
  return { model, mu: [...mu], risks: [...risks], trainRisks: [...trainRisks], converged };
}

function checkRisks(risks: readonly number[], groupCount: number, name: string, solve: number): void {
  if (risks?.length !== groupCount) {
    throw new FairfrontError(
      'bad-risks',
      `solve ${solve} must return ${name} with one number per group: ${groupCount} groups, but it has ${risks?.length ?? 'none'}`,
    );
  }
  const group = risks.findIndex((risk) => !(risk >= 0 && Number.isFinite(risk)));
  if (group >= 0) {
    throw new FairfrontError(
      'bad-risks',
      `solve ${solve} returned ${name}[${group}] = ${risks[group]}, but a risk must be a finite number ≥ 0. ` +
        'Look for a group without rows, a loss of ln 0, or training that diverged (regularise, or lower its learning rate)',
    );
  }
}
