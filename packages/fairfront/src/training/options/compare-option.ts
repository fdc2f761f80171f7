// `--compare`: which methods a fit is held against.

import { type Command, Option } from 'commander';
import { METHODS, type MethodName, parseMethods } from './methods.js';

export interface CompareOptions {
  readonly compare?: readonly MethodName[];
}

export function addCompareOption(command: Command): Command {
  return command.addOption(
    new Option(
      '--compare <methods>',
      `what else to hold the models against, with commas between them: ${METHODS.join(', ')}`,
    )
      .argParser(parseMethods)
      .helpGroup('Comparison:'),
  );
}
