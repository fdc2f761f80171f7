// The model card of a finished run, made of its result.

import { shown } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import { checkOptions, type OptionKinds, text } from '../option-kinds.js';
import { printable } from '../report/printable.js';
import { VERSION } from '../version.js';
import { cardMarkdown } from './card-markdown.js';
import { OPEN_FIELDS, type OpenField } from './to-fill.js';
import { type ToolkitCard, toolkitCard } from './toolkit-card.js';

/** What `modelCard` takes. */
export interface CardOptions {
  /** What the model is called. Default: the data and the target. */
  readonly name?: string;
}

export const CARD_KINDS: OptionKinds<CardOptions> = { name: text };

/** Plain data: what `--json` prints. */
export interface CardResult {
  readonly schema: 'fairfront.card/1';
  readonly fairfront: string;
  readonly name: string;
  /** What only people can fill. */
  readonly toFill: readonly OpenField[];
  /** What model-card.json holds. */
  readonly card: ToolkitCard;
}

/** Makes a card. @param files the SHA-256 of each model file: "model.json: 0a…" */
export function runCard(
  exact: FitResult,
  files: readonly string[],
  options: CardOptions = {},
): { readonly result: CardResult; readonly markdown: string } {
  checkOptions(options, CARD_KINDS);
  // A card is for others, whom the folders of this machine do not concern.
  const dataset = shown(exact.data.split(', ').map(fileName).join(', '));
  const { asked, ...own } = printable(exact);
  const result = {
    ...own,
    data: dataset,
    fingerprint: shown(exact.fingerprint, 100),
    ...(asked && { asked: { ...asked, ...(asked.data && { data: dataset }) } }),
  };
  const name = shown(options.name ?? `${dataset}: ${result.task.target}`);
  const source = { name, dataset, files };
  const card = toolkitCard(result, source);
  return {
    result: { schema: 'fairfront.card/1', fairfront: VERSION, name, toFill: OPEN_FIELDS, card },
    markdown: cardMarkdown(result, source),
  };
}

function fileName(path: string): string {
  return (
    path
      .split(/[\\/]/)
      .filter((part) => part !== '')
      .at(-1) ?? path
  );
}
