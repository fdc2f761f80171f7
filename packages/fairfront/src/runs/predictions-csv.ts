// What the naive and the chosen model say of rows that they were not trained on, as a file: for thresholds and audits
// that come later.

import { utf8Bytes } from '#bytes';
import { choosesByFolds, type PreparedFit } from '../task/prepare-fit.js';
import type { FittedModel, FittedModels } from '../training/fitted-models.js';

/** Rows that are turned into bytes at a time: all of them could be more than memory holds. */
const CHUNK = 4000;

/** The file that a run leaves. */
export const PREDICTIONS = 'predictions.csv';

/** The columns of the probabilities, one for each class; or of the number, of which the target is the one class. */
export function predictionTitles(classes: readonly string[]): Record<'naive' | 'minimax', string[]> {
  const titles = (model: string): string[] => classes.map((name) => `${model} ${name}`);
  return { naive: titles('naive'), minimax: titles('minimax') };
}

/** The columns of the groups: one, or one for each family. */
export function groupTitles(families: readonly { readonly name: string }[] | undefined): string[] {
  return families === undefined ? ['group'] : families.map(({ name }) => `group ${name}`);
}

/** The column of what was true: the target's name, unless another column has it. */
export function answerColumn(
  target: string,
  classes: readonly string[],
  families?: readonly { readonly name: string }[],
): string {
  const { naive, minimax } = predictionTitles(classes);
  const taken = ['row', 'part', ...groupTitles(families), 'entity', 'weight', ...naive, ...minimax];
  return taken.includes(target) ? `${target} (target)` : target;
}

/** Asks both models about the rows that chose and the test rows. @returns makes the content of the file, chunk by chunk */
export async function predictionsCsv<Model extends FittedModel>(
  fit: PreparedFit,
  { naive, minimax, predict }: FittedModels<Model>,
): Promise<() => Iterable<Uint8Array>> {
  const { target, groups, splits, entities, weights, families } = fit.task;
  const copies = groups.groups.length;
  const rowCount = copies / (families?.length ?? 1);
  const { classes } = target;
  const kept = (said: Float64Array): ((chunk: number) => Float64Array) => {
    const length = CHUNK * classes.length;
    if (fit.store !== undefined) return fit.store.addNumbers(said, length);
    return (chunk) => said.subarray(chunk * length, (chunk + 1) * length);
  };
  const parts: { rows: Uint32Array; name: string; said: readonly ReturnType<typeof kept>[] }[] = [];
  for (const part of ['validation', 'test'] as const) {
    parts.push({
      rows: splits[0]![part],
      name: part === 'validation' && choosesByFolds(fit) ? 'out-of-fold' : part,
      said: [kept(await predict(naive, part)), kept(await predict(minimax.model, part))],
    });
  }
  return function* () {
    const owner = [
      ...(entities === undefined ? [] : ['entity']),
      ...(weights === undefined ? [] : ['weight']),
    ];
    const { naive: ofNaive, minimax: ofMinimax } = predictionTitles(classes);
    const titles = [
      'row',
      'part',
      ...groupTitles(families),
      ...owner,
      answerColumn(target.name, classes, families),
      ...ofNaive,
      ...ofMinimax,
    ];
    const names = { groups: groups.names.map(cell), classes: classes.map(cell) };
    yield utf8Bytes(`${titles.map(cell).join(',')}\n`);
    for (const { rows, name, said } of parts) {
      for (let from = 0; from < rows.length; from += CHUNK) {
        let text = '';
        const probabilities = said.map((chunk) => chunk(from / CHUNK));
        for (let i = from; i < Math.min(rows.length, from + CHUNK); i++) {
          const row = rows[i]!;
          if (row >= rowCount) continue; // a copy
          text += `${row + 1},${name}`;
          for (let own = row; own < copies; own += rowCount) text += `,${names.groups[groups.groups[own]!]}`;
          if (entities !== undefined) text += `,${entities[row]}`;
          if (weights !== undefined) text += `,${weights[row]}`;
          text += `,${target.values === undefined ? names.classes[target.labels[row]!] : target.values[row]}`;
          for (const own of probabilities)
            for (let c = 0; c < classes.length; c++) text += `,${own[(i - from) * classes.length + c]}`;
          text += '\n';
        }
        yield utf8Bytes(text);
      }
    }
  };
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
