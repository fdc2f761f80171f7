// The library's `modelCard`: a finished run as a document for those who answer for the model and those who check it.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shown } from '@fairfront/core/internal';
import { checkOptions, type OptionKinds, text } from '../option-kinds.js';
import { printable } from '../report/printable.js';
import { CHECKSUMS, type FinishedRun } from '../runs/finished-run.js';
import { UsageError } from '../usage-error.js';
import { VERSION } from '../version.js';
import { writeFolder } from '../write-file.js';
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

export interface ModelCard {
  readonly result: CardResult;
  /** What MODEL_CARD.md holds. */
  readonly markdown: string;
  /**
   * Writes MODEL_CARD.md and model-card.json into a folder.
   * @param force whether a card that is there, and may have been filled in, is replaced. Default false
   */
  save(folder: string, force?: boolean): Promise<void>;
}

const FILES = ['MODEL_CARD.md', 'model-card.json'] as const;

/** Makes the model card of a finished run. */
export function modelCard({ folder, result: exact }: FinishedRun, options: CardOptions = {}): ModelCard {
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
  const files = readFileSync(join(folder, CHECKSUMS), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, sum, file] = /^(\w+) {2}(model\.\w+)$/.exec(line) ?? [];
      return file === undefined ? [] : [`${file}: ${sum}`];
    });
  const source = { name, dataset, files };
  const card = toolkitCard(result, source);
  const markdown = cardMarkdown(result, source);
  return {
    result: { schema: 'fairfront.card/1', fairfront: VERSION, name, toFill: OPEN_FIELDS, card },
    markdown,
    save: async (out, force = false) => {
      const there = FILES.find((file) => existsSync(join(out, file)));
      if (there !== undefined && !force) {
        throw new UsageError(
          `${join(out, there)} is there and may have been filled in; choose another folder with \`out\`, or replace it with \`force: true\``,
        );
      }
      writeFolder(out, { [FILES[0]]: markdown, [FILES[1]]: `${JSON.stringify(card, null, 2)}\n` });
    },
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
