// The library's `modelCard`: a finished run as a document for those who answer for the model and those who check it.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKSUMS, type FinishedRun } from '../runs/finished-run.js';
import { checkClasses } from '../runs/run-predictions.js';
import { UsageError } from '../usage-error.js';
import { writeFolder } from '../write-file.js';
import { type CardOptions, type CardResult, runCard } from './run-card.js';

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
  checkClasses({ result: exact }, 'a model card');
  const files = readFileSync(join(folder, CHECKSUMS), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, sum, file] = /^(\w+) {2}(model\.\w+)$/.exec(line) ?? [];
      return file === undefined ? [] : [`${file}: ${sum}`];
    });
  const { result, markdown } = runCard(exact, files, options);
  return {
    result,
    markdown,
    save: async (out, force = false) => {
      const there = FILES.find((file) => existsSync(join(out, file)));
      if (there !== undefined && !force) {
        throw new UsageError(
          `${join(out, there)} is there and may have been filled in; choose another folder with \`out\`, or replace it with \`force: true\``,
        );
      }
      writeFolder(out, { [FILES[0]]: markdown, [FILES[1]]: `${JSON.stringify(result.card, null, 2)}\n` });
    },
  };
}
