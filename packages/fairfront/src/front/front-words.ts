// What a front shows, in sentences for whoever has to choose.

import { disparity, hasEqualRisks, worstGroup, worstRisk } from '@fairfront/core';
import { count, decimal, percent, riskChange, withAnd } from '@fairfront/core/internal';
import { certificateWords } from '../report/certificate-words.js';
import { payerWords, plainChanges } from '../report/payer-words.js';
import { lossName, weightWords } from '../training/task-words.js';
import type { FrontResult } from './front-result.js';

export interface FrontWords {
  readonly problem: string;
  /** What the front has for each group. */
  readonly span: string;
  /** From naive to minimax. */
  readonly move: string;
  /** How far from its own best each group is at minimax. */
  readonly distance: string;
  readonly equality: string;
  /** Groups that are served better by a model that counts others too. */
  readonly together: string | undefined;
  readonly leftOut: string;
  readonly certificate: string;
}

export function frontWords(result: FrontResult): FrontWords {
  return {
    problem: problemWords(result),
    span: spanWords(result),
    move: moveWords(result),
    distance: distanceWords(result),
    equality: equalityWords(result),
    together: togetherWords(result),
    leftOut: leftOutWords(result),
    certificate: certificateWords(result.search, 'the minimax model'),
  };
}

/** On which rows risks are measured: 6,033 validation rows. */
export function rowWords({ task }: Pick<FrontResult, 'task'>): string {
  const name = task.part === 'train' ? 'training row' : 'validation row';
  return count(task.rows[task.part], name);
}

const nameOf = ({ groups }: FrontResult, group: number): string => groups[group]!.name;

function problemWords(result: FrontResult): string {
  const { data, task, groups, points, dominated } = result;
  const rows =
    task.part === 'train'
      ? `on the ${rowWords(result)} themselves`
      : `on ${rowWords(result)}, which no model was trained on and minimax was chosen by`;
  return (
    `${data}: predicts ${task.target} from ${count(task.features, 'feature')} for ${count(groups.length, 'group')}, with linear models (${lossName(result)}, lower is better).\n` +
    `${count(points.length + dominated, 'model')} trained on ${count(task.rows.train, 'row')}, each for another choice of how much each group counts; risks are measured ${rows}.${weightWords(task.weight)}`
  );
}

function spanWords({ groups, points }: FrontResult): string {
  if (points.length === 1) {
    return 'What is possible: of all models one is the best for every group; there is nothing to choose between.';
  }
  const spans = groups.map(({ name }, group) => {
    const risks = points.map((point) => point.risks[group]!);
    return `${name} from ${decimal(Math.min(...risks))} to ${decimal(Math.max(...risks))}`;
  });
  return `What is possible: ${withAnd(spans)}. On the front, what is better for one group is worse for another.`;
}

/** Shares below this make no difference worth a sentence. */
const NOTABLE = 0.002;

function moveWords(result: FrontResult): string {
  const { naive, minimax } = result.marks;
  const before = worstRisk(naive.risks);
  const after = worstRisk(minimax.risks);
  const [worst, now] = [worstGroup(naive.risks), worstGroup(minimax.risks)];
  const start = `Trained as usual (naive), the model serves ${nameOf(result, worst)} worst, at ${decimal(before)}.`;
  const names = result.groups.map(({ name }) => name);
  const payers = payerWords(names, plainChanges(naive.risks, minimax.risks), naive.risks);
  if (after > before * (1 - NOTABLE)) {
    return `${start} Minimax has ${decimal(after)} for its worst group, ${nameOf(result, now)}: here there is little to gain (${riskChange(before, after)}). ${payers}`;
  }
  const who = now === worst ? '' : ` (now ${nameOf(result, now)})`;
  return `${start} Minimax brings the worst group${who} to ${decimal(after)} (${riskChange(before, after)}). ${payers} ${flatteredWords(result)}`;
}

function flatteredWords({ task }: FrontResult): string {
  return task.part === 'train'
    ? 'These are the rows trained on, which flatter every model; fairfront fit judges by rows left out.'
    : 'These rows chose the minimax model, so they flatter it; fairfront fit judges by rows that chose nothing.';
}

function distanceWords({ groups, marks }: FrontResult): string {
  const { minimax, utopia } = marks;
  const distances = groups.map(({ name }, group) => {
    const share = minimax.risks[group]! / utopia.risks[group]! - 1;
    const best = decimal(utopia.risks[group]!);
    if (decimal(minimax.risks[group]!) === best) return `${name} has its own best (${best})`;
    return share < NOTABLE
      ? `${name} is within ${percent(NOTABLE)} of its own best`
      : `${name} is ${percent(share)} above its own best (${best})`;
  });
  return `At minimax ${withAnd(distances)}. Own best (utopia) is the least risk that any of the models has for a group, whatever the others get.`;
}

/** Risks this near, relative to the worst, are called the same. */
const SAME = 0.01;

function equalityWords(result: FrontResult): string {
  const { risks } = result.marks.minimax;
  if (hasEqualRisks(risks, SAME)) return 'At minimax all groups have about the same risk.';
  const worst = worstRisk(risks);
  const better = result.groups
    .filter((_, group) => risks[group]! < worst * (1 - SAME))
    .map(({ name }) => name);
  const them = withAnd(better);
  return `Risks stay ${decimal(disparity(risks))} apart at minimax. Raising ${better.length === 1 ? 'that' : 'those'} of ${them} to ${decimal(worst)} as well would make them equal, harm ${them} and help nobody.`;
}

/** From this share on it is worth a sentence. */
const BETTER_TOGETHER = 0.01;

function togetherWords({ groups, marks }: FrontResult): string | undefined {
  const { risks, alone } = marks.utopia;
  const cases = groups.flatMap(({ name, rows }, group) => {
    const share = alone[group]! / risks[group]! - 1;
    return share < BETTER_TOGETHER
      ? []
      : [
          `${name} would get ${decimal(alone[group]!)} from its ${count(rows.train, 'training row')}, ${percent(share)} above its own best`,
        ];
  });
  if (cases.length === 0) return undefined;
  return `More weight is not always better: a model trained for one group alone has only its rows to learn from. ${cases.join('; ')}.`;
}

function leftOutWords({ points, dominated, task }: FrontResult): string {
  const all = points.length + dominated;
  if (dominated === 0)
    return `All ${all} models are on the front: none is as good as another for every group and better for one.`;
  const why =
    task.part === 'train'
      ? 'A model that gives a group no weight may harm it though nobody gains by that.'
      : 'That can be because validation rows are not those trained on: what is best there for given weights need not be best here.';
  const others =
    dominated === 1
      ? 'The other one is left out: another is as good or better for every group.'
      : `The other ${dominated} are left out: for each there is another that is as good or better for every group.`;
  return `${points.length} of ${all} models are on the front. ${others} ${why}`;
}
