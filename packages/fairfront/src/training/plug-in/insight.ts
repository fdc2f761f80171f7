// What the components of a plug-in classifier tell beside the classifier: how much minimax can gain at most, and where
// each group's risk comes from.

import { type ClassLoss, createRandom, type LinearTraining } from '@fairfront/core';
import {
  findRiskSources,
  foreseeMinimax,
  isConstant,
  membershipLosses,
  type Outlook,
  ownLosses,
  type PlugInComponents,
  type RiskSources,
  sharedLosses,
} from '@fairfront/core/plug-in';
import type { NetworkTraining } from '@fairfront/neural';
import type { ComponentModel } from './component-job.js';
import { componentName } from './component-name.js';
import type { HeldOut } from './cross-fit.js';

export interface ComponentReport {
  /** p(Y | X, Female). */
  readonly name: string;
  /** Constant: the same whatever the features. */
  readonly kind: 'linear' | 'boosted' | 'network' | 'constant';
  /** The probability of each class, where it is constant. */
  readonly probabilities?: readonly number[];
  readonly training?: LinearTraining | NetworkTraining;
}

export interface PlugInReport {
  /** p_a. */
  readonly priors: readonly number[];
  readonly parts: readonly ComponentReport[];
  /** What cross-fitting tells; null where it was left out. */
  readonly folds: number | null;
  readonly outlook: Outlook | null;
  /** Where the minimax model's risks come from. */
  readonly riskSources: RiskSources | null;
}

interface InsightOptions {
  readonly loss: ClassLoss;
  readonly seed: number;
}

/** @param heldOut what components say of rows that they have not seen */
export function outlookOf(
  heldOut: HeldOut,
  priors: readonly number[],
  { loss, seed }: InsightOptions,
): Outlook {
  return foreseeMinimax(
    {
      naive: sharedLosses(heldOut, priors, priors, loss),
      own: ownLosses(heldOut, loss),
      membership: membershipLosses(heldOut),
      groups: heldOut.groups,
      entities: heldOut.entities,
      priors,
    },
    { random: createRandom(seed) },
  );
}

/** @param mu of the classifier whose risk it is */
export function riskSourcesOf(
  heldOut: HeldOut,
  mu: readonly number[],
  priors: readonly number[],
  { loss, seed }: InsightOptions,
): RiskSources {
  return findRiskSources(
    {
      own: ownLosses(heldOut, loss),
      shared: sharedLosses(heldOut, mu, priors, loss),
      groups: heldOut.groups,
      entities: heldOut.entities,
    },
    { random: createRandom(seed) },
  );
}

export function componentReports(
  { outcomes, membership }: PlugInComponents<ComponentModel>,
  groupNames: readonly string[],
): ComponentReport[] {
  return [...outcomes, membership].map((part, group) => {
    const name = componentName(group < outcomes.length ? group : null, groupNames);
    if (isConstant(part)) return { name, kind: 'constant', probabilities: part.constant };
    return {
      name,
      kind: 'columnCount' in part ? 'linear' : 'treeStarts' in part ? 'boosted' : 'network',
      ...('training' in part && part.training !== undefined ? { training: part.training } : {}),
    };
  });
}
