// What a fit found, in sentences that a person can act on.

import { strategyName } from '@fairfront/charts/internal';
import { worstRisk } from '@fairfront/core';
import { canSolveExactly, change, count, decimal, listed, percent } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import { MODEL_NAMES, riskOf } from '../measure/model-metrics.js';
import type { PlugInReport } from '../training/plug-in/insight.js';
import { keepsNaive } from '../training/select/selection.js';
import { kindName, lossName, modelName, weightWords } from '../training/task-words.js';
import { blindWords } from './blind-words.js';
import { certificateWords } from './certificate-words.js';
import { decisionWords } from './decision-words.js';
import { discoveredWords } from './discovered-words.js';
import { riskMetric } from './fit-tables.js';
import { objectiveProofWords, objectiveWords } from './objective-words.js';
import { outlookWords } from './outlook-words.js';
import { payerWords } from './payer-words.js';
import { atMostWords, chosenWords, kindWords, selectionWords } from './selection-words.js';
import { type VerdictWords, verdictWords } from './verdict-words.js';

export interface FitWords {
  readonly verdict: VerdictWords;
  readonly problem: string;
  /** Who was found, where the fit found its groups. */
  readonly discovered: readonly string[];
  /** What the test rows show; undefined where the ordinary model is kept as it is. */
  readonly payers: string | undefined;
  /** How the worst share of people fares, where that is judged by. */
  readonly blind: string | undefined;
  /** What changes in decisions. */
  readonly decisions: readonly string[];
  /** What the parts of a plug-in model told before the search. */
  readonly outlook: string | undefined;
  /** How much there was to gain at most. */
  readonly atMost: string | undefined;
  /** How the model was chosen. */
  /** Which kind of model was taken, where that was left open. */
  readonly kind: string | undefined;
  readonly selection: string | undefined;
  readonly certificate: string;
  readonly search: string | undefined;
  /** How the training of networks ended. */
  readonly training: string | undefined;
  readonly refinement: string | undefined;
  /** What it costs to fit one network to the mixture. */
  readonly distilled: string | undefined;
  /** What to try next. */
  readonly advice: readonly string[];
}

/** What a fit found. @param most groups that are named in a sentence. Default 12 */
export function fitWords(result: FitResult, most?: number): FitWords {
  return {
    verdict: verdictWords(result),
    problem: problemWords(result),
    discovered: discoveredWords(result),
    payers: keepsNaive(result.selection)
      ? undefined
      : payerWords(
          result.groups.map(({ name }) => name),
          riskOf(result.changes.minimax, result.task).byGroup,
          riskMetric(result, 'naive', 'test').byGroup,
          most,
        ),
    blind: blindWords(result),
    decisions: keepsNaive(result.selection) ? [] : decisionWords(result, most),
    outlook: outlookSentence(result),
    atMost:
      result.atMost &&
      atMostWords(
        result.atMost,
        result.groups.map(({ name }) => name),
      ),
    kind: kindWords(result),
    selection: selectionWords(result),
    certificate: result.search.objective
      ? objectiveProofWords(result)
      : certificateWords(
          {
            ...result.search,
            ...(result.chosen && { steeredBy: 'train' }), // not validation rows: a person chose it
            // A last layer was trained on validation rows, of which the result has risks out of fold.
            worstTrainRisk: result.lastLayer ? undefined : riskMetric(result, 'minimax', 'train').worst,
            estimation: result.task.estimation,
            isLastLayer: result.lastLayer !== undefined,
            l2: result.lastLayer?.chosen.l2 ?? result.task.l2,
          },
          'this one',
        ),
    search: searchWords(result),
    training: trainingWords(result),
    refinement: refinementWords(result),
    distilled: distilledWords(result),
    advice: [overfitWords(result), unsettledWords(result), unfinishedWords(result)].filter(
      (text) => text !== undefined,
    ),
  };
}

function problemWords(result: FitResult): string {
  const { data, task, groups, chosen } = result;
  const { rows } = task;
  const point = chosen === undefined ? '' : `\n${chosenWords(chosen, result)}`;
  const objective = objectiveWords(result);
  return (
    `${data}: predicts ${task.target} from ${count(task.features, 'feature')} for ${count(groups.length, 'group')}${familyWords(result)}, with ${mixtureName(result)} (${lossName(result)}${task.loss === 'brier' ? ', summed over classes' : ''}, lower is better).\n` +
    `${count(rows.train, 'row')} to train on, ${choosers(result)} to choose by, ${rows.test.toLocaleString('en-US')} to judge by.${weightWords(task.weight)}${objective === undefined ? '' : `\n${objective}`}${point}`
  );
}

/** Says that groups overlap; nothing where they do not. */
export function familyWords({
  task: { families },
  discovered,
}: Pick<FitResult, 'discovered'> & { readonly task: Pick<FitResult['task'], 'families'> }): string {
  if (families === undefined) return '';
  if (discovered !== undefined) return ' that overlap';
  const names = families.map(({ name }) => name);
  return ` that overlap (every row is in one of each family: ${listed(names)})`;
}

function choosers({ task, selection, lastLayer }: FitResult): string {
  if (selection?.by === 'cross-validation') return 'the same out of fold';
  const rows = task.rows.validation.toLocaleString('en-US');
  return lastLayer === undefined ? rows : `${rows} to train the last layer on and`;
}

/** Where the target makes the groups there is one model only, whose outputs are weighed anew. */
function mixtureName({ task, plugIn }: FitResult): string {
  const known = plugIn?.parts.filter(({ kind }) => kind === 'constant').length;
  if (plugIn === undefined || known !== plugIn.parts.length - 1) return modelName(task);
  return `${kindName(task)} that tells the groups apart, its outputs weighed anew`;
}

function outlookSentence({ plugIn, groups, task }: FitResult): string | undefined {
  const outlook = plugIn?.outlook;
  if (outlook === null || outlook === undefined) return undefined;
  const names = groups.map(({ name }) => name);
  return `Before the search: ${outlookWords(outlook, names, lossName({ task }))}`;
}

function searchWords({ search, selection, lastLayer }: FitResult): string | undefined {
  const { strategy, solves, stopped, gap, maxSolves } = search;
  if (strategy === 'exact') {
    return `${search.objective === undefined ? 'The minimax problem' : 'It'}${lastLayer === undefined ? '' : ' of the last layer'} was solved as one convex problem in ${count(solves, 'iteration')}${stopped === 'gap' ? '' : `, which ended early (${stopped})`}.`;
  }
  if (strategy === 'one-run') {
    if (keepsNaive(selection)) return undefined;
    return `The weights of the groups followed their risks on rows held out, from tree to tree, for ${count(solves, 'round')}.`;
  }
  const why =
    stopped === 'gap'
      ? `once certified within ${percent(gap)}`
      : stopped === 'max-solves'
        ? `at the limit of ${maxSolves} solves`
        : 'with nothing left to try';
  const layer = lastLayer === undefined ? '' : 'For the last layer, ';
  return `${layer}${strategyName(strategy)} tried ${count(solves, 'choice')} of group weights; it ended ${why}.`;
}

function trainingWords({
  task: { network },
  models,
  plugIn,
  selection,
  lastLayer,
}: FitResult): string | undefined {
  if (plugIn !== undefined) return partsWords(plugIn);
  const epochs = epochsOf(models.minimax);
  if (network === undefined || epochs === undefined) return undefined;
  const { optimiser, batchSize, learningRate } = network;
  const isLast = lastLayer !== undefined && selection?.chosen.model === 'minimax';
  const which = isLast ? 'balanced network' : 'minimax network';
  return `Networks were trained by ${optimiser === 'adam' ? 'Adam' : 'SGD'} in batches of ${count(batchSize, 'row')}, at first with learning rate ${learningRate}; the solve that gave the ${which} took ${count(epochs, 'epoch')}.`;
}

function partsWords({ parts, folds }: PlugInReport): string {
  const trained = parts.filter(({ kind }) => kind !== 'constant').length;
  const known = parts.length - trained;
  const fixed = known === 0 ? '' : `, ${known} known or constant`;
  const again =
    folds === null ? '' : `; each was trained ${count(folds, 'time')} more, on rows left out in turn`;
  return `The models are mixed from ${count(parts.length, 'component')}, which are trained once${fixed}${again}.`;
}

function distilledWords(result: FitResult): string | undefined {
  const { distilled, groups } = result;
  if (distilled === undefined) return undefined;
  const before = riskMetric(result, 'minimax', 'test').byGroup;
  const costs = distilled.cost.map(
    (cost, group) => `${groups[group]!.name} ${change(cost / before[group]!)}`,
  );
  const worst = worstRisk(before.map((risk, group) => risk + distilled.cost[group]!));
  const naive = riskMetric(result, 'naive', 'test').worst;
  const warning =
    worst > naive
      ? ` Its worst group has ${decimal(worst)}, more than with naive training (${decimal(naive)}): use the mixture, or let the network learn longer or be larger.`
      : '';
  return `distilled.onnx is one network, ${kindName({ model: distilled.network.kind, network: distilled.network })}, fitted to the minimax mixture. In its place it would change each group’s risk on test rows by: ${listed(costs)}.${warning}`;
}

function epochsOf({ training }: FitResult['models']['minimax']): number | undefined {
  return training !== undefined && 'epochs' in training ? training.epochs : undefined;
}

/** Networks that were stopped while they may still have learned. */
function unfinishedWords({ models, plugIn, task }: FitResult): string | undefined {
  const trained = plugIn?.parts ?? MODEL_NAMES.map((name) => ({ name, training: models[name].training }));
  const stopped = trained.filter(({ training }) => training?.status === 'max-epochs').map(({ name }) => name);
  if (stopped.length === 0 || task.network === undefined) return undefined;
  return `Training of the ${listed(stopped)} network${stopped.length === 1 ? '' : 's'} was stopped after ${count(task.network.maxEpochs, 'epoch')}, while still learning: more \`maxEpochs\` may serve every group better.`;
}

function refinementWords({ search }: FitResult): string | undefined {
  if (search.refinement === null) return undefined;
  const { share, populationRisk, weaklyOptimal } = search.refinement;
  const { before, after } = populationRisk;
  if (share === 0) {
    const open = weaklyOptimal
      ? ' A group has no weight, so that some model may still serve it better and none worse.'
      : '';
    return `Last solves: no weights tried served all rows better with the worst group’s risk held.${open}`;
  }
  return `Last solves: the mean risk over all validation rows fell by a further ${percent(1 - after / before)}, the worst group’s held.`;
}

/** Risk on rows that chose over training risk, from which on a model is said to overfit. */
const OVERFITS = 1.15;
/** Risks that are closer than this are both next to nothing. */
const NOTABLE = 0.005;

/** Test rows give no advice on training: they would no longer be a test. */
function overfitWords(result: FitResult): string | undefined {
  const train = riskMetric(result, 'minimax', 'train').sampleMean;
  const { sampleMean } = riskMetric(result, 'minimax', 'validation');
  if (sampleMean <= OVERFITS * train || sampleMean - train < NOTABLE) return undefined;
  // Trees fit the rows they were grown on; rows held out have said how many there are.
  if (result.task.boosted !== undefined) return undefined;
  const others = result.selection?.by === 'cross-validation' ? 'rows out of fold' : 'validation rows';
  return `The risk of all rows is ${decimal(sampleMean)} on ${others} and ${decimal(train)} on training rows: the model knows these partly by heart. ${remedy(result)} may serve every group better.`;
}

function remedy({ task: { model, l2, network, estimation }, selection }: FitResult): string {
  if (model === 'boosted') return 'A smaller `maxDepth`, a larger `lambda` or more rows';
  if (network !== undefined) return 'Some `dropout` or `weightDecay`, or more rows,';
  if (selection?.by === 'cross-validation') return 'More rows, or fewer features,';
  const chosen = estimation === 'joint' ? ", `select: 'cross-validation'`, which chooses it," : '';
  return `A larger \`l2\` than ${l2}${chosen} or more rows`;
}

/** Share of the worst risk that a search may leave open before another one is recommended. */
const UNSETTLED = 0.01;

function unsettledWords({ search, task, lastLayer, chosen }: FitResult): string | undefined {
  if (chosen !== undefined) return undefined; // no search chose it, and none would better it
  const { certificate, stopped, strategy } = search;
  if (stopped !== 'max-solves' || !certificate.certified || certificate.relativeGap <= UNSETTLED)
    return undefined;
  const { loss, l2, features: columnCount, classes } = task;
  const isExact =
    task.estimation === 'joint' &&
    l2 !== undefined &&
    canSolveExactly({ classCount: classes.length, columnCount, loss, l2 });
  const others = [
    ...(isExact ? ["`search: 'exact'`"] : []),
    ...(strategy === 'cutting-plane' ? [] : ["`search: 'cutting-plane'`"]),
  ];
  const rows = lastLayer === undefined ? 'training rows' : 'validation rows';
  const remedies = others.length === 0 ? '' : `${others.join(' or ')}, or `;
  return `The search has not settled: by ${task.estimation === 'plug-in' ? 'the estimate' : rows} up to ${percent(certificate.relativeGap)} of the worst risk may be saved. Try ${remedies}more \`maxSolves\`.`;
}
