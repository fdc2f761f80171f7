// `fairfront gate <run|predictions>`: whether a model keeps rules; exit code 3 where it does not.

import { readFileSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { describeFileError } from '../describe-file-error.js';
import { GATE_KINDS, gate } from '../gate/gate.js';
import { failedWords, gateText } from '../gate/gate-text.js';
import type { Gated } from '../gate/subject.js';
import { isOfNumbers, METRIC_NAMES } from '../measure/named-metric.js';
import { checkWithout } from '../option-kinds.js';
import { openRun } from '../runs/finished-run.js';
import { READING_KINDS } from '../task/data-options.js';
import { UsageError } from '../usage-error.js';
import { type Context, createContext } from './context.js';
import { Alarm } from './describe-error.js';
import { loadForCommand, withoutLoading } from './load.js';
import { addAuditFlags } from './options/audit.js';
import { addFlags, addTelling, givenOptions } from './options/flags.js';
import type { Terminal } from './terminal.js';

const CLASS_METRICS = METRIC_NAMES.filter((name) => !isOfNumbers(name));

/** Gives the command its flags, help and action. */
export function defineGate(command: Command, terminal: Terminal): void {
  addTelling(command)
    .argument(
      '<run>',
      'the folder of a finished run, or a file with a row for each prediction, as audit reads it',
    )
    .option(
      '--rule <rule>',
      'what must hold, such as "worst accuracy > 0.7"; give it as often as there are rules',
      (rule: string, before: readonly string[] = []) => [...before, rule],
    )
    .option('--rules <file>', 'a file with a rule on each line; # begins a comment')
    .option('--baseline <run>', 'a run or predictions that no group may be served surely worse than by');
  addFlags(command, 'Options:', GATE_KINDS, {
    point: ['judge by the estimates alone, without their intervals'],
    skipSmall: ['leave groups with fewer than 30 rows out of rules across groups'],
    model: ['<name>', 'which model of a run is judged (default: minimax, the chosen one)'],
  });
  addAuditFlags(command)
    .addHelpText(
      'after',
      `
Rules:
  worst <metric> < 0.45            disparity <metric> < 10%        overall <metric> < 0.4
  group "Name" <metric> > 0.7      impact-ratio >= 0.8             no-worse <metric> [by 0.01]
  demographic-parity < 0.1         equal-opportunity < 0.1         equalised-odds < 0.1
  Metrics: ${CLASS_METRICS.slice(0, 6).join(', ')},
  ${CLASS_METRICS.slice(6).join(', ')}; of more than two classes: tpr of "class"
  Where a number is predicted: ${METRIC_NAMES.filter(isOfNumbers).join(', ')}, in the target's units

Exit codes: 0 every rule holds, 3 one does not, 2 the question makes no sense.

Examples:
  fairfront gate fairfront-fit --rule "worst crossEntropy < 0.45" --rule "disparity accuracy < 0.1"
  fairfront gate runs/new --baseline runs/old
  fairfront gate predictions.csv --target default --groups sex --probabilities p_default --rules fair.rules`,
    )
    .action((data: string) => {
      const { json, quiet, ...given } = givenOptions(command);
      const context = createContext({ json: json === true, quiet: quiet === true }, terminal);
      return runGate(data, given, context).finally(() => context.progress.end());
    });
}

async function runGate(
  data: string,
  { rule = [], rules: file, baseline: against, ...given }: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<void> {
  const rules = [...(rule as string[]), ...(file === undefined ? [] : [readRules(file as string)])];
  const open = async (name: string): Promise<Gated> =>
    isFolder(name) ? openRun(name) : loadForCommand(name, given, context);
  if ([data, against].every((name) => name === undefined || isFolder(name as string))) {
    checkWithout(given, Object.keys(READING_KINDS), 'for files of predictions only, and a run is a folder');
  }
  const subject = await open(data);
  const baseline = against === undefined ? undefined : await open(against as string);
  context.progress.update('computing intervals', 0, undefined);
  const result = await gate(subject, { ...withoutLoading(given), rules, ...(baseline && { baseline }) });
  context.result(result);
  context.say(gateText(result).split('\n'));
  if (!result.passed) throw new Alarm(failedWords(result));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function readRules(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`\`rules\`: cannot read ${path}: ${describeFileError(error)}`);
  }
}
