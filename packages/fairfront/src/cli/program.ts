// The command line: parses, runs one command, and turns what went wrong into a message and an exit code. A command's
// file is loaded when the command is called, so that the others need not be waited for.

import { oneLine } from '@fairfront/core/tables';
import { Command, CommanderError } from 'commander';
import { describeError, type ExitCode } from './describe-error.js';
import { guarded, processTerminal, type Terminal } from './terminal.js';

type Define = (command: Command, terminal: Terminal) => void;

interface CommandEntry {
  readonly help: string;
  load(): Promise<Define>;
}

/** Every command, in the order in which the help shows them. */
const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  demo: {
    help: 'the main job on data inside the package: census data by sex and income, and report.html',
    load: async () => (await import('./demo.js')).defineDemo,
  },
  inspect: {
    help: 'what is made of a file before anything is trained: types, groups, splits, features',
    load: async () => (await import('./inspect.js')).defineInspect,
  },
  fit: {
    help: 'naive, balanced and minimax models side by side: who gains, who pays, how good it can be',
    load: async () => (await import('./fit.js')).defineFit,
  },
  front: {
    help: 'what is possible for two or three groups: the Pareto front, with the models by name on it',
    load: async () => (await import('./front.js')).defineFront,
  },
  choose: {
    help: 'one point of a front as a run of its own: by weights, by limits on groups, or by number',
    load: async () => (await import('./choose.js')).defineChoose,
  },
  decide: {
    help: 'the threshold of a run that costs the worst group least, within limits on who is selected',
    load: async () => (await import('./decide.js')).defineDecide,
  },
  predict: {
    help: 'what a trained model says of every row of a file: the probability of each class, and the class',
    load: async () => (await import('./predict.js')).definePredict,
  },
  audit: {
    help: 'the metrics of anybody’s model, from a file of its predictions: who is served how well',
    load: async () => (await import('./audit.js')).defineAudit,
  },
  compare: {
    help: 'finished runs side by side: who is served better by which, with paired intervals',
    load: async () => (await import('./compare.js')).defineCompare,
  },
  gate: {
    help: 'whether a run or predictions keep rules such as "worst accuracy > 0.7": exit code 3 if not',
    load: async () => (await import('./gate.js')).defineGate,
  },
  card: {
    help: 'a model card of a finished run: what was trained on what, who is served how well, what people must add',
    load: async () => (await import('./card.js')).defineCard,
  },
  watch: {
    help: 'new data with outcomes against what a run promised: is any group now served worse?',
    load: async () => (await import('./watch.js')).defineWatch,
  },
  plan: {
    help: 'how many rows of each group it takes to tell a difference, or to certify a risk',
    load: async () => (await import('./plan.js')).definePlan,
  },
  discover: {
    help: 'sub-populations that nobody named and a model serves worse than the rest of the people',
    load: async () => (await import('./discover.js')).defineDiscover,
  },
  studio: {
    help: 'a web app on this machine: data, fits, fronts, thresholds, comparisons and reports by clicking',
    load: async () => (await import('./studio.js')).defineStudio,
  },
  paper: {
    help: 'a table or figure of the paper, published numbers beside ours; "list" shows them all',
    load: async () => (await import('./paper.js')).definePaper,
  },
  worker: {
    help: 'this machine does tasks of fits and experiments that others submit, through Redis',
    load: async () => (await import('./worker.js')).defineWorker,
  },
  workers: {
    help: 'who works at a Redis server, at what, what waits and what failed',
    load: async () => (await import('./workers.js')).defineWorkers,
  },
  datasets: {
    help: 'datasets known by name: where each was looked for, licence, how to get it',
    load: async () => (await import('./datasets.js')).defineDatasets,
  },
  doctor: {
    help: 'what works on this machine, what could not be loaded, and what to do',
    load: async () => (await import('./doctor.js')).defineDoctor,
  },
};

/** Runs the command line. */
export async function main(args: readonly string[], given: Terminal = processTerminal()): Promise<ExitCode> {
  const terminal = guarded(given);
  try {
    const program = await createProgram(args, terminal);
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // commander has said what and why
    return reportError(error, terminal);
  }
}

/**
 * Runs the command line as this process. Whatever becomes of the streams, the work is done first: a reader that has
 * seen enough (`fairfront … | head`) is no error, and a standard output that cannot be written ends with exit code 2.
 */
export async function runProcess(): Promise<void> {
  const terminal = processTerminal();
  let unwritable: Error | undefined;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE')
      unwritable ??= Object.assign(error, { path: 'cannot write to standard output' });
  });
  process.stderr.on('error', () => {}); // there is nowhere left to say so
  process.once('uncaughtException', (error) => {
    process.exit(reportError(error, guarded(terminal)));
  });
  process.exitCode = await main(process.argv.slice(2), terminal);
  await new Promise((written) => process.stdout.write('', written));
  if (unwritable === undefined) return;
  process.exitCode ||= reportError(unwritable, guarded(terminal));
}

function reportError(error: unknown, { stderr, interruptCode }: Terminal): ExitCode {
  const { message, code } = describeError(error, interruptCode());
  if (message !== '') stderr.write(`${message}\n`);
  return code;
}

/** Commander's message, in which only its own hint has a line of its own. */
function commanderMessage(text: string): string {
  const [, message, hint] = /^(.*?)(\n\(Did you mean [-\w, ]+\?\))?\n$/s.exec(text) ?? [];
  const shown = (message ?? text).replace(/\/\/[^@\s]*@/g, '//…@'); // a password, in a flag that is none
  return `${oneLine(shown)}${hint ?? ''}\n`;
}

async function createProgram(args: readonly string[], terminal: Terminal): Promise<Command> {
  const program = new Command('fairfront')
    .description(
      'Classifiers as good as they can be for the group they serve worst, without needless harm to anyone.',
    )
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      outputError: (text, write) => write(commanderMessage(text)),
    })
    .showHelpAfterError('(add --help for what there is)')
    .exitOverride();
  // `fairfront fit …` needs its flags, and so does `fairfront help fit`.
  const called = args[0] === 'help' ? args[1] : args[0];
  for (const [name, { help, load }] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(help);
    if (name === called) (await load())(command, terminal);
  }
  if (args.some((argument) => argument === '-V' || argument === '--version')) {
    program.version((await import('../version.js')).VERSION);
  } else {
    program.option('-V, --version', 'output the version number');
  }
  return program;
}
