// The flags of `fairfront paper`: those of figures that train networks, and those of tables.

import type { Command } from 'commander';
import { flag, path, text, texts, wholeNumber, wholeNumbers } from '../../option-kinds.js';
import { STUDY_DEFAULTS } from '../../paper/experiment/experiment.js';
import { SPLITS } from '../../paper/tables/table-recipes.js';
import { addFlags } from './flags.js';

const KINDS = {
  seed: wholeNumber(0, 2 ** 32 - 1),
  samples: wholeNumbers(1, 10_000_000),
  runs: wholeNumber(1, 1000),
  hidden: wholeNumbers(1, 4096),
  epochSteps: wholeNumber(1, 100_000),
  only: texts((given) => given.split(',').map((name) => name.trim())),
  splits: wholeNumber(1, 1000), // of data whose splits are drawn; Adult has five that are published
  quick: flag,
  dataDir: path,
  weights: path,
  device: text,
};

/** Adds the flags of experiments to a command. */
export function addPaperFlags(command: Command): Command {
  addFlags(command, 'Options:', KINDS, { seed: ['<number>', 'same seed, same result (default: 1)'] });
  addFlags(command, 'Networks (figure-6 d and e, figure-8):', KINDS, {
    samples: ['<numbers>', `rows to train on (default: ${defaultWords('samples')})`],
    runs: ['<number>', `samples of each size (default: ${defaultWords('runs')})`],
    hidden: [
      '<widths>',
      `of each block of the network (default: ${defaultWords('hidden')}; the paper’s: 512,512)`,
    ],
    epochSteps: [
      '<number>',
      `steps of an epoch at least; 1 is one pass over the rows (default: ${defaultWords('epochSteps')})`,
    ],
  });
  return addFlags(command, 'Tables:', KINDS, {
    only: [
      '<methods>',
      'rows to make, with commas between them: "MMPF LR,Zafar"; what is trained together comes together',
    ],
    splits: [
      '<count>',
      `the first so many (default: ${SPLITS}): Adult’s are published, others are drawn with seeds 1, 2, … whatever --seed is`,
    ],
    quick: ['few solves and epochs: minutes, and not the paper’s experiment'],
    dataDir: ['<folder>', 'where the data of tables are looked for first'],
    weights: ['<file>', 'networks on pictures: parameters to start from, as safetensors or ONNX'],
    device: ['<name>', 'networks: an execution provider of onnxruntime (default: cpu)'],
  });
}

/** The default, or that of each figure where they differ. */
function defaultWords(name: 'samples' | 'runs' | 'hidden' | 'epochSteps'): string {
  const defaults = Object.entries(STUDY_DEFAULTS).map(([figure, study]) => ({
    figure,
    text: `${study[name]}`,
  }));
  const [first, ...others] = defaults;
  return others.every(({ text }) => text === first!.text)
    ? first!.text
    : defaults.map(({ figure, text }) => `${text} for ${figure}`).join('; ');
}
