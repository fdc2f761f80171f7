// What the naive and the chosen model say of rows that they were not trained on, as a file: for thresholds and audits
// that come later.

import type { PartName } from '@fairfront/core';
import { choosesByFolds, type PreparedFit } from '../task/prepare-fit.js';
import type { FittedModel, FittedModels } from '../training/fitted-models.js';

/** Asks both models about the rows that chose and the test rows. @returns makes the text of the file */
export async function predictionsCsv<Model extends FittedModel>(
  fit: PreparedFit,
  { naive, minimax, predict }: FittedModels<Model>,
): Promise<() => string> {
  const parts: {
    part: PartName;
    name: string;
    naive: Float64Array;
    minimax: Float64Array;
  }[] = [];
  for (const part of ['validation', 'test'] as const) {
    parts.push({
      part,
      name: part === 'validation' && choosesByFolds(fit) ? 'out-of-fold' : part,
      naive: await predict(naive, part),
      minimax: await predict(minimax.model, part),
    });
  }
  return () => {
    const { target, groups, splits } = fit.task;
    const classCount = target.classes.length;
    const shown = classCount === 2 ? [1] : target.classes.map((_, c) => c);
    const titles = ['naive', 'minimax'].flatMap((model) => shown.map((c) => `${model} ${target.classes[c]}`));
    const lines = [['row', 'part', 'group', target.name, ...titles].map(cell).join(',')];
    const names = { groups: groups.names.map(cell), classes: target.classes.map(cell) };
    for (const { part, name, ...said } of parts) {
      splits[0]![part].forEach((row, i) => {
        const probabilities = [said.naive, said.minimax].flatMap((own) =>
          shown.map((c) => String(own[i * classCount + c]!)),
        );
        lines.push(
          [
            row + 1,
            name,
            names.groups[groups.groups[row]!]!,
            names.classes[target.labels[row]!]!,
            ...probabilities,
          ].join(','),
        );
      });
    }
    return `${lines.join('\n')}\n`;
  };
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
