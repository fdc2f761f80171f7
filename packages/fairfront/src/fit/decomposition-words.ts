// Where each group's risk comes from, in a sentence for each, and as a table.

import { percent } from '@fairfront/charts';
import { count, type GroupRiskSource, type RiskSources } from '@fairfront/core';
import { decimal } from '../terminal/numbers.js';
import type { TextTable } from '../terminal/table.js';

type Estimate = GroupRiskSource['risk'];

/** Share of what a model of the group's own leaves, from which on it is said to know its rows by heart. */
const FLATTERED = 0.15;

/** One for each group, that of the highest risk first. */
export function decompositionWords(sources: RiskSources, groupNames: readonly string[]): string[] {
  return highestFirst(sources).map(
    (group) => `${groupNames[group]!}: ${sentence(sources.groups[group]!, percent(sources.level))}`,
  );
}

function sentence(source: GroupRiskSource, level: string): string {
  const { rows, risk, irreducible, priceOfSharing: price, verdict } = source;
  const [whole, left] = [decimal(risk.value), decimal(irreducible.value)];
  switch (verdict) {
    case 'too-few':
      return `${count(rows, 'row')} to judge by ${rows === 1 ? 'is' : 'are'} too few to tell where its risk of ${whole} comes from.`;
    case 'pays':
      return `this group pays for the others. Of its risk of ${whole}, ${signed(price.value)} (${level} interval ${from(price)}) is the price of sharing one model, ${percent(price.value / risk.value)} of it; a model of its own would leave ${left}.`;
    case 'gains':
      return `this group gains from sharing. Its risk is ${whole}; a model of its own would have ${left}, ${decimal(-price.value)} more (${level} interval ${from(negated(price))}).`;
    case 'needs-more': {
      if (whole === decimal(0)) return `there is nothing left to improve; its risk is ${whole}.`;
      const isSure = price.low > 0 || price.high < 0;
      return `better features or more data are needed for this group. Its risk is ${whole}, and a model of its own would leave ${left}: the price of sharing, ${signed(price.value)} (${level} interval ${from(price)}), ${isSure ? 'is next to nothing' : 'cannot be told from none'}.${flatteryWords(source)}`;
    }
  }
}

/** Which of the two to try first, where that can be told. */
function flatteryWords({ flattery, irreducible }: GroupRiskSource): string {
  if (flattery === undefined || flattery <= FLATTERED * irreducible.value) return '';
  return ` At rows it was trained on a model of its own looks better by ${decimal(flattery)}: more data are the first thing to try.`;
}

/** Groups from the highest risk to the lowest, every number with its interval. */
export function decompositionTable(sources: RiskSources, groupNames: readonly string[]): TextTable {
  const cell = (estimate: Estimate): string =>
    `${signed(estimate.value)} (${signed(estimate.low)} … ${signed(estimate.high)})`;
  return {
    columns: [
      { title: 'group', align: 'left' },
      { title: 'rows' },
      { title: 'risk' },
      { title: 'irreducible' },
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
  return `${signed(low)} to ${signed(high)}`;
}

/** Four decimals with a true minus; what rounds to 0 has no sign. */
function signed(value: number): string {
  return decimal(Number(decimal(value)) + 0).replace('-', '−');
}
