// The options of plug-in estimation [MMPF Alg. 3].

import { type Command, Option } from 'commander';
import { wholeNumber } from '../../cli/common-options.js';
import { flagOf } from '../../measure/asked.js';
import { UsageError } from '../../usage-error.js';
import type { Estimation, ModelKind } from './kinds.js';

export interface PlugInOptions {
  /** Default 5, for networks 2; 0 for none. */
  readonly folds?: number;
  /** The network that takes the place of the mixture; true: of the kind of its parts. */
  readonly distil?: DistilledKind | true;
  readonly check?: boolean;
}

const DISTILLED_KINDS = ['mlp', 'resnet'] as const satisfies readonly ModelKind[];
export type DistilledKind = (typeof DISTILLED_KINDS)[number];

const DEFAULT_FOLDS: Readonly<Record<ModelKind, number>> = { linear: 5, mlp: 2, resnet: 2 };
const MOST_FOLDS = 20;

export function addPlugInOptions(command: Command): Command {
  for (const option of [
    new Option(
      '--folds <number>',
      'parts that the rows are cut into, each judged by models trained without it, to say where risk comes from (default: 5, networks 2; 0: leave it out)',
    ).argParser(wholeNumber(0, MOST_FOLDS)),
    new Option(
      '--distil [network]',
      'fit one network to the mixture, and say what that costs each group',
    ).choices(DISTILLED_KINDS),
    new Option(
      '--check',
      'only say how much a minimax model can gain at most, before any search; nothing is written',
    ).default(false),
  ]) {
    command.addOption(option.helpGroup('Plug-in (--estimation plug-in):'));
  }
  return command;
}

export function foldsOf({ folds, model, check }: PlugInOptions & { readonly model: ModelKind }): number {
  const count = folds ?? DEFAULT_FOLDS[model];
  if (count === 1)
    throw new UsageError('--folds 1: what is left out in turn needs 2 folds or more; or 0 for none');
  if (count === 0 && check) throw new UsageError('--check needs --folds: rows that no model has seen');
  return count;
}

/** Which network stands in for the mixture, if one does. */
export function distilledKind({
  distil,
  model,
}: Pick<PlugInOptions, 'distil'> & { readonly model: ModelKind }): DistilledKind | undefined {
  if (distil !== true) return distil;
  return model === 'linear' ? 'mlp' : model;
}

/** @param given the options that were said */
export function refuseOtherEstimation(
  estimation: Estimation,
  given: Readonly<Record<string, unknown>>,
): void {
  if (estimation === 'joint') {
    const name = (['folds', 'distil', 'check'] as const).find((option) => given[option] !== undefined);
    if (name === undefined) return;
    throw new UsageError(
      `${flagOf(name, given[name])} is for plug-in estimation; add --estimation plug-in, or leave it out`,
    );
  }
  if (given['search'] === 'exact') {
    throw new UsageError(
      '--search exact trains one linear model; with --estimation plug-in choose another --search, such as cutting-plane',
    );
  }
}
