// What the naive and the chosen model say of rows that they were not trained on, as a file: for thresholds and audits
// that come later.

import { choosesByFolds, type PreparedFit } from '../task/prepare-fit.js';
import type { FittedModel, FittedModels } from '../training/fitted-models.js';

/** Rows that are turned into bytes at a time: a text of all of them could be longer than texts can be. */
const CHUNK = 20_000;

/** Asks both models about the rows that chose and the test rows. @returns makes the content of the file */
export async function predictionsCsv<Model extends FittedModel>(
  fit: PreparedFit,
  { naive, minimax, predict }: FittedModels<Model>,
): Promise<() => Uint8Array> {
  const { target, groups, splits } = fit.task;
  const parts: { rows: Uint32Array; name: string; said: readonly Float64Array[] }[] = [];
  for (const part of ['validation', 'test'] as const) {
    parts.push({
      rows: splits[0]![part],
      name: part === 'validation' && choosesByFolds(fit) ? 'out-of-fold' : part,
      said: [await predict(naive, part), await predict(minimax.model, part)],
    });
  }
  return () => {
    const classCount = target.classes.length;
    const shown = classCount === 2 ? [1] : target.classes.map((_, c) => c);
    const titles = ['naive', 'minimax'].flatMap((model) => shown.map((c) => `${model} ${target.classes[c]}`));
    const known = ['row', 'part', 'group', ...titles];
    const answer = known.includes(target.name) ? `${target.name} (target)` : target.name;
    const names = { groups: groups.names.map(cell), classes: target.classes.map(cell) };
    const chunks = [Buffer.from(`${['row', 'part', 'group', answer, ...titles].map(cell).join(',')}\n`)];
    for (const { rows, name, said } of parts) {
      for (let from = 0; from < rows.length; from += CHUNK) {
        let text = '';
        for (let i = from; i < Math.min(rows.length, from + CHUNK); i++) {
          const row = rows[i]!;
          text += `${row + 1},${name},${names.groups[groups.groups[row]!]},${names.classes[target.labels[row]!]}`;
          for (const own of said) for (const c of shown) text += `,${own[i * classCount + c]}`;
          text += '\n';
        }
        chunks.push(Buffer.from(text));
      }
    }
    return Buffer.concat(chunks);
  };
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
