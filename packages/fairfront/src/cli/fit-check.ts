// `fairfront fit --check`: how much a minimax model can gain at most, said before any search. Nothing is written.

import { Interrupted } from '../interrupted.js';
import { outlookWords } from '../report/outlook-words.js';
import { checkGain } from '../runs/check-gain.js';
import type { PreparedFit } from '../task/prepare-fit.js';
import { lossName } from '../task/task-report.js';
import type { FitOptions } from '../training/options/fit-options.js';
import type { CommandContext, CommonOptions } from './command-context.js';

export async function runFitCheck(
  fit: PreparedFit,
  { options, terminal, progress, say, result }: CommandContext<CommonOptions & FitOptions>,
): Promise<void> {
  const signal = { aborted: false };
  const release = terminal.onInterrupt(() => {
    signal.aborted = true;
  });
  try {
    const found = await checkGain(fit, options, {
      signal,
      onPart: (done, total, detail) => progress.update('training the parts', done, total, detail),
    });
    if (found === undefined) throw new Interrupted('interrupted before anything could be said');
    progress.end();
    result(found);
    say(
      outlookWords(
        found.outlook,
        found.groups.map(({ name }) => name),
        lossName(found),
      ),
    );
    for (const note of found.notes) say(`Note: ${note}.`);
  } finally {
    release();
  }
}
