// What zero gap costs: a model's over-performing groups raised to the risk of its worst group [MMPF Lemma
// 3.2]. Applied to the minimax model h* it gives h*_ER, and no equal risk classifier of the same family has a
// lower risk in any group.
//
//   R = max_a r_a     in group a, with probability ρ_a the answer is "no opinion", else the model's
//   ρ_a = (R − r_a) / (r_no opinion − r_a)
//
// Why this way. The mean loss of group a must rise by R − r_a whatever one does. To flip decisions, or to be
// sure of a wrong class, would reach that with fewer rows, but do people harm that can be seen. To withhold
// confidence reaches it with the uniform distribution in place of the model's, and the model's guess kept as
// the decision: no decision changes and no output is worse than no opinion. It is drawn blindly, so everyone
// in the group has the same chance of it, and ρ follows from R.
//
// Where R is above the risk of no opinion that is not enough. Then ρ_a = 1, and the output leans towards the
// group's rarest class by as little as reaches R (withheld-output.ts); decisions follow the output, and the
// rule says so.
//
// The rule has to know each row's group when it predicts. Risks are equal in expectation over its coin, on
// the rows it was fitted to.

import { FairfrontError } from '../error.js';
import { type GroupIndex, meanRisks, refuseWeights } from '../groups/group-index.js';
import type { ClassLoss } from '../groups/risks.js';
import { worstGroup, worstRisk } from '../groups/risks.js';
import { checkPredictions } from '../metrics/check-predictions.js';
import { rowOutcomes } from '../metrics/row-outcomes.js';
import type { RandomSource } from '../numeric/random.js';
import { dot } from '../numeric/sum.js';
import { checkRuleGroups } from './check-rule-rows.js';
import { lossesByClass, noOpinion, noOpinionRisk, tiltedOutput } from './withheld-output.js';

/** Plain data, safe in JSON. */
export interface EqualRisk {
  readonly loss: ClassLoss;
  readonly classCount: number;
  /** R: what every group's risk becomes. */
  readonly risk: number;
  /** The group that has this risk already; the first on a tie. */
  readonly worstGroup: number;
  readonly groups: readonly EqualRiskGroup[];
  /** A prediction depends on the row's group. */
  readonly needsGroup: true;
}

/** What the rule does with one group. */
export interface EqualRiskGroup {
  readonly name: string;
  /** ρ: how often the model's answer is withheld. */
  readonly rho: number;
  /** The distribution given in its place: uniform, or leaning towards the group's rarest class. */
  readonly output: readonly number[];
  /** Whether the decision is the model's guess even where its answer is withheld. */
  readonly keepsDecisions: boolean;
  /** The group's risk under the model, on the rows fitted to. */
  readonly before: number;
  /** The group's risk under the rule, in expectation. */
  readonly after: number;
}

/** One draw of the rule's predictions. */
export interface EqualRiskDraw {
  /** rows × classes */
  readonly probabilities: Float64Array;
  /** Row → class: the most probable one, the first on a tie; the model's guess where it is kept. */
  readonly decisions: Int32Array;
  /** 1 where the model's answer is withheld. */
  readonly withheld: Uint8Array;
}

/** How near to R the risk of every group must come. */
const REACHED = 1e-10;

/**
 * Fits the rule that raises every group's risk to the worst.
 * @param probabilities rows × classes, the model's
 * @param labels each row's class
 * @param groups every group has rows
 */
export function fitEqualRisk(
  probabilities: Float64Array,
  labels: Int32Array,
  groups: GroupIndex,
  classCount: number,
  loss: ClassLoss,
): EqualRisk {
  if (loss !== 'cross-entropy' && loss !== 'brier') {
    throw new FairfrontError('bad-option', `loss must be "cross-entropy" or "brier"; got "${loss}"`);
  }
  checkPredictions(probabilities, labels, groups, classCount);
  refuseWeights(groups, 'equal risk');
  const risks = meanRisks(modelLosses(loss, probabilities, labels, classCount), groups);
  const risk = worstRisk(risks);
  const classRows = risks.map(() => new Float64Array(classCount));
  labels.forEach((label, row) => {
    classRows[groups.groups[row]!]![label]!++;
  });
  const rule: EqualRisk = {
    loss,
    classCount,
    risk,
    worstGroup: worstGroup(risks),
    groups: risks.map((before, group) =>
      raise(groups.names[group]!, before, risk, loss, classRows[group]!, groups.counts[group]!),
    ),
    needsGroup: true,
  };
  checkReached(rule);
  return rule;
}

/** The expected loss of each row, over the rule's coin. */
export function equalRiskLosses(
  rule: EqualRisk,
  probabilities: Float64Array,
  labels: Int32Array,
  groups: GroupIndex,
): Float64Array {
  checkRuleGroups(rule, groups);
  checkPredictions(probabilities, labels, groups, rule.classCount);
  const losses = modelLosses(rule.loss, probabilities, labels, rule.classCount);
  const rho = rule.groups.map((group) => group.rho);
  const withheld = rule.groups.map(({ output }) => lossesByClass(rule.loss, output));
  for (let row = 0; row < losses.length; row++) {
    const group = groups.groups[row]!;
    losses[row] = (1 - rho[group]!) * losses[row]! + rho[group]! * withheld[group]![labels[row]!]!;
  }
  return losses;
}

/** The expected risk of each group under the rule, on any rows. Every group has rows. */
export function expectedRisks(
  rule: EqualRisk,
  probabilities: Float64Array,
  labels: Int32Array,
  groups: GroupIndex,
): number[] {
  return meanRisks(equalRiskLosses(rule, probabilities, labels, groups), groups);
}

/**
 * The share of right decisions in each group under the rule, in expectation, on any rows. Every group has
 * rows.
 */
export function expectedAccuracies(
  rule: EqualRisk,
  probabilities: Float64Array,
  labels: Int32Array,
  groups: GroupIndex,
): number[] {
  checkRuleGroups(rule, groups);
  checkPredictions(probabilities, labels, groups, rule.classCount);
  const { hits } = rowOutcomes(probabilities, labels, rule.classCount);
  const decisions = rule.groups.map(({ output }) => output.indexOf(Math.max(...output)));
  const right = Float64Array.from(hits, (hit, row) => {
    const group = groups.groups[row]!;
    const { rho, keepsDecisions } = rule.groups[group]!;
    return keepsDecisions ? hit : (1 - rho) * hit + (labels[row] === decisions[group] ? rho : 0);
  });
  return meanRisks(right, groups);
}

/**
 * One number is drawn for every row, whether its group needs it or not, so a row's draw does not depend on
 * the rule.
 */
export function drawEqualRisk(
  rule: EqualRisk,
  probabilities: Float64Array,
  groups: GroupIndex,
  random: RandomSource,
): EqualRiskDraw {
  const { classCount } = rule;
  const rowCount = groups.groups.length;
  checkRuleGroups(rule, groups);
  checkPredictions(probabilities, new Int32Array(rowCount), groups, classCount); // any labels: none are used
  const drawn = probabilities.slice();
  const decisions = new Int32Array(rowCount);
  const withheld = new Uint8Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const { rho, output, keepsDecisions } = rule.groups[groups.groups[row]!]!;
    const start = row * classCount;
    decisions[row] = guessAt(drawn, start, classCount);
    if (random.uniform() >= rho) continue;
    withheld[row] = 1;
    drawn.set(output, start);
    if (!keepsDecisions) decisions[row] = guessAt(drawn, start, classCount);
  }
  return { probabilities: drawn, decisions, withheld };
}

function raise(
  name: string,
  before: number,
  risk: number,
  loss: ClassLoss,
  classRows: Float64Array,
  rowCount: number,
): EqualRiskGroup {
  const classCount = classRows.length;
  const ofNoOpinion = noOpinionRisk(loss, classCount);
  const isEnough = before === risk || risk <= ofNoOpinion;
  const output = isEnough ? noOpinion(classCount) : tiltedOutput(loss, classRows, risk);
  // Even of a group for which the model is worse than no opinion: smaller ρ would need an output further from
  // the truth.
  const rho = before === risk ? 0 : isEnough ? (risk - before) / (ofNoOpinion - before) : 1;
  const outputRisk = dot(classRows, lossesByClass(loss, output)) / rowCount;
  return {
    name,
    rho,
    output,
    keepsDecisions: isEnough,
    before,
    after: (1 - rho) * before + rho * outputRisk,
  };
}

function checkReached({ groups, loss, classCount, risk, worstGroup: worst }: EqualRisk): void {
  const short = groups.find(({ after }) => !(Math.abs(after - risk) <= REACHED));
  if (short === undefined) return;
  const worstName = groups[worst]!.name;
  throw new FairfrontError(
    'bad-risks',
    `risks must be within reach of each other to be made equal: that of group "${worstName}" is ${risk}, and no output of the rule brings group "${short.name}" above ${short.after}. ` +
      `The model is worse for "${worstName}" than no opinion (${noOpinionRisk(loss, classCount)}): give that group the uniform distribution, or train a better model, and fit again`,
  );
}

function modelLosses(
  loss: ClassLoss,
  probabilities: Float64Array,
  labels: Int32Array,
  classCount: number,
): Float64Array {
  const { brier, crossEntropy } = rowOutcomes(probabilities, labels, classCount);
  return loss === 'brier' ? brier : crossEntropy;
}

/** The most probable class, the first on a tie. */
function guessAt(probabilities: Float64Array, start: number, classCount: number): number {
  let guess = 0;
  for (let c = 1; c < classCount; c++) {
    if (probabilities[start + c]! > probabilities[start + guess]!) guess = c;
  }
  return guess;
}
