// What an oracle returned, checked and completed: from here on risks are finite and there is one for each
// group.

import { FairfrontError } from '../error.js';
import type { Solve } from './oracle.js';

/**
 * Completes what an oracle returned; throws unless risks are finite and there is one for each group.
 * @param name of the solve, for messages: "solve 3"
 */
export function checkSolve<Model>(
  solve: Solve<Model>,
  groupCount: number,
  name: string,
): Required<Solve<Model>> {
  const { model, risks, trainRisks = risks, converged = true, suboptimality = 0 } = solve;
  checkRisks(risks, groupCount, name, 'risks');
  checkRisks(trainRisks, groupCount, name, 'trainRisks');
  if (!(suboptimality >= 0 && Number.isFinite(suboptimality))) {
    throw new FairfrontError(
      'bad-risks',
      `${name} returned suboptimality = ${suboptimality}, but it must be a finite number ≥ 0; return converged: false where none is known`,
    );
  }
  return { model, risks: [...risks], trainRisks: [...trainRisks], converged, suboptimality };
}

function checkRisks(risks: readonly number[], groupCount: number, name: string, field: string): void {
  if (risks?.length !== groupCount) {
    throw new FairfrontError(
      'bad-risks',
      `${name} must return ${field} with one number per group: ${groupCount} groups, but it has ${risks?.length ?? 'none'}`,
    );
  }
  const group = risks.findIndex((risk) => !(risk >= 0 && Number.isFinite(risk)));
  if (group >= 0) {
    throw new FairfrontError(
      'bad-risks',
      `${name} returned ${field}[${group}] = ${risks[group]}, but a risk must be a finite number ≥ 0. ` +
        'Look for a group without rows, a loss of ln 0, or training that diverged (regularise, or lower its learning rate)',
    );
  }
}

/** A search or a front needs someone to choose between. */
export function checkGroupCount(groupCount: number): void {
  if (!(Number.isInteger(groupCount) && groupCount >= 2)) {
    throw new FairfrontError(
      'bad-groups',
      `groupCount of the oracle must be a whole number ≥ 2; got ${groupCount}. With one group the minimax model is the ordinary one: solve for mu = [1]`,
    );
  }
}
