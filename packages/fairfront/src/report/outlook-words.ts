// Will minimax help? What can be said before the search, in a few sentences.

import { count, decimal, NOTICEABLE, percent } from '@fairfront/core/internal';
import type { Outlook } from '@fairfront/core/plug-in';
import { entityCount, worthWords } from './decomposition-words.js';

/**
 * Shares of the uncertainty about the group that the features leave: up to the first they tell it well, from the second
 * on hardly.
 */
const TELLS_WELL = 0.15;
const HARDLY_TELLS = 0.75;

/** @param lossName in words: "cross-entropy", "Brier score" */
export function outlookWords(outlook: Outlook, groupNames: readonly string[], lossName: string): string {
  const name = groupNames[outlook.worstGroup]!;
  if (groupNames.length === 1) {
    return `${name} is the only group: its risk (${lossName}) is ${decimal(outlook.worstRisk)}, and minimax training is ordinary training.`;
  }
  const worst = `Trained as usual, the model serves ${name} worst, with a risk (${lossName}) of ${decimal(outlook.worstRisk)} at training and validation rows left out in turn.`;
  return [worst, gainWords(outlook, groupNames), fewWords(outlook, groupNames), separabilityWords(outlook)]
    .filter((text) => text !== undefined)
    .join(' ');
}

function gainWords(outlook: Outlook, groupNames: readonly string[]): string {
  const { gainAtMost, gainShare, floor, floorGroup, worstGroup, betterShared, ownRisks, verdict } = outlook;
  const isSame = floorGroup === worstGroup;
  const level = percent(outlook.level);
  const [low, high] = [decimal(gainAtMost.low), decimal(gainAtMost.high)];
  if (verdict !== 'some') {
    if (betterShared.includes(worstGroup)) {
      return `A model for this group alone does worse (${decimal(ownRisks[worstGroup]!)}): it has too little to learn from for a model of this kind, so this check cannot tell what minimax training can gain. More rows of this group, or a simpler kind of model, would tell.`;
    }
    const why = isSame
      ? 'A model for this group alone does no better to speak of'
      : `${groupNames[floorGroup]!} has hardly less, and a model for it alone does no better than ${decimal(floor)}`;
    const most =
      high === decimal(0)
        ? 'has nothing to gain here, by these models'
        : `can hardly gain here, by these models ${high} at most (upper end of the ${level} interval), ${percent(gainShare.high)} of that risk`;
    return verdict === 'none'
      ? `${why}, so minimax training ${most}: better features or more data would help more.`
      : `What minimax training can gain cannot be told: between ${low} and ${high} (${level} interval). More rows would tell.`;
  }
  if (floor <= NOTICEABLE * outlook.worstRisk) {
    return 'Models that are told the group make next to no errors, so this check cannot say how little of that risk one model must have.';
  }
  const whose = isSame ? 'this group' : groupNames[floorGroup]!;
  // Where the naive model serves a group better than one of its own, the floor is what the group has already.
  const why = betterShared.includes(floorGroup)
    ? `which ${whose} has already (a model of its own does no better)`
    : `what a model for ${whose} alone leaves`;
  return `No one model of this kind can be expected to bring the worst group’s risk below about ${decimal(floor)}, ${why}: minimax training can gain by these models about ${decimal(gainAtMost.value)} at most (${level} interval ${low} to ${high}), ${percent(gainShare.value)} of that risk.`;
}

/** Names the groups that the outlook rests on. */
function fewWords(
  { tooFew, worstGroup, floorGroup, rows, entities, effectiveRows }: Outlook,
  groupNames: readonly string[],
): string | undefined {
  const few = [...new Set([worstGroup, floorGroup])].filter((group) => tooFew.includes(group));
  if (few.length === 0) return undefined;
  const whose = (group: number): string =>
    entities === undefined ? '' : ` of ${entityCount(entities[group]!)}`;
  const named = few
    .map(
      (group) =>
        `${groupNames[group]!} has ${count(rows[group]!, 'row')}${worthWords(effectiveRows?.[group])}${whose(group)}`,
    )
    .join(', ');
  return `This rests on few rows: ${named} to judge by.`;
}

function separabilityWords({ separability: { share } }: Outlook): string {
  const known = `they take away ${percent(1 - share)} of the uncertainty about which group a row is of`;
  if (share <= TELLS_WELL) {
    return `The features tell the groups apart well (${known}): a flexible model, even trained as usual, can treat each group in its own way without being told the group, so minimax training has little to add to it.`;
  }
  if (share < HARDLY_TELLS) {
    return `The features tell the groups apart in part (${known}): a flexible model can treat them differently where they do, and must choose between them elsewhere.`;
  }
  return `The features hardly tell the groups apart (${known}): one model must treat them much alike, so where they differ in outcome, what one group gains another pays.`;
}
