// Where each group's risk comes from, in a sentence for each, and as a table.

import { count, decimal, percent } from '@fairfront/core/internal';
import type { GroupRiskSource, RiskSources } from '@fairfront/core/plug-in';
import type { TextTable } from './table.js';

type Estimate = GroupRiskSource['risk'];

/** One for each group, that of the highest risk first. */
export function decompositionWords(sources: RiskSources, groupNames: readonly string[]): string[] {
  return highestFirst(sources).map(
    (group) => `${groupNames[group]!}: ${sentence(sources.groups[group]!, percent(sources.level))}`,
  );
}

function sentence(source: GroupRiskSource, level: string): string {
  const { risk, irreducible, priceOfSharing: price, verdict } = source;
  const [whole, own] = [decimal(risk.value), decimal(irreducible.value)];
  switch (verdict) {
    case 'too-few':
      return `${rowWords(source)} to judge by ${source.rows === 1 ? 'is' : 'are'} too few to tell where its risk of ${whole} comes from.`;
    case 'unclear':
      return `too uncertain to tell: sharing one model ${reachWords(price)} (${level} interval); its risk is ${whole}. More rows of this group would tell.`;
    case 'pays':
      return `this group pays for the others. Of its risk of ${whole}, ${decimal(price.value)} (${level} interval ${from(price)}) is the price of sharing one model, ${percent(price.value / risk.value)} of it; a model of its own would leave ${own}.`;
    case 'gains':
      return `this group gains from sharing. Its risk is ${whole}; a model of its own does worse by ${decimal(-price.value)} (${level} interval ${from(negated(price))}): alone, the group has too little to learn from for a model of this kind.`;
    case 'needs-more': {
      if (whole === decimal(0)) return `there is nothing left to improve; its risk is ${whole}.`;
      const needs = `better features or more data are needed for this group. Its risk is ${whole}, and a model of its own`;
      if (isAboveZero(price.value)) {
        return `${needs} would leave ${own}: sharing one model costs it next to nothing, ${decimal(price.value)} (${level} interval ${from(price)}).`;
      }
      // What an own model misses is not the group's: where it does worse, its risk is not told as what must remain.
      const most = isAboveZero(price.high)
        ? `${decimal(price.high)} at most (upper end of the ${level} interval)`
        : 'nothing';
      return `${needs} does no better: sharing one model costs it ${most}.`;
    }
  }
}

/** What sharing may cost and what it may spare, as far as the interval reaches. */
function reachWords({ low, high }: Estimate): string {
  return isAboveZero(-low)
    ? `may cost it up to ${decimal(high)}, or spare it up to ${decimal(-low)}`
    : `costs it between ${decimal(low)} and ${decimal(high)}`;
}

/** Whether the four decimals told are above 0. */
const isAboveZero = (value: number): boolean => Number(decimal(value)) > 0;

/** 40 rows; 400 rows of 12 entities. */
function rowWords({ rows, entities, effectiveRows }: GroupRiskSource): string {
  const counted = `${count(rows, 'row')}${worthWords(effectiveRows)}`;
  return entities === undefined ? counted : `${counted} of ${entityCount(entities)}`;
}

/** What rows with weights are worth. */
export function worthWords(effectiveRows: number | undefined): string {
  return effectiveRows === undefined
    ? ''
    : ` (by weight worth ${Math.floor(effectiveRows).toLocaleString('en-US')})`;
}

export function entityCount(entities: number): string {
  return `${entities.toLocaleString('en-US')} ${entities === 1 ? 'entity' : 'entities'}`;
}

/** Groups from the highest risk to the lowest, every number with its interval. */
export function decompositionTable(sources: RiskSources, groupNames: readonly string[]): TextTable {
  const cell = (estimate: Estimate): string =>
    `${decimal(estimate.value)} (${decimal(estimate.low)} … ${decimal(estimate.high)})`;
  return {
    columns: [
      { title: 'group', align: 'left' },
      { title: 'rows' },
      { title: 'risk' },
      { title: 'a model of its own' },
      { title: 'price of sharing' },
    ],
    rows: highestFirst(sources).map((group) => {
      const { rows, risk, irreducible, priceOfSharing } = sources.groups[group]!;
      return [
        groupNames[group]!,
        rows.toLocaleString('en-US'),
        ...[risk, irreducible, priceOfSharing].map(cell),
      ];
    }),
  };
}

function highestFirst({ groups }: RiskSources): number[] {
  return groups
    .map((_, group) => group)
    .sort((one, other) => groups[other]!.risk.value - groups[one]!.risk.value);
}

function negated({ value, low, high }: Estimate): Estimate {
  return { value: -value, low: -high, high: -low };
}

function from({ low, high }: Estimate): string {
  return `${decimal(low)} to ${decimal(high)}`;
}
