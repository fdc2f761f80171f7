// The command line: parses, runs one command, and turns what went wrong into a message and an exit code.

import { FairfrontError } from '@fairfront/core';
import { Command, CommanderError } from 'commander';
import type { CommandContext, CommonOptions } from './commands/command-context.js';
import { addCommonOptions, commandContext, type Terminal } from './commands/common-options.js';
import { runDemoCommand } from './commands/demo.js';
import { runPaper } from './commands/paper.js';
import { VERSION } from './version.js';

/** 0 done · 1 a bug · 2 bad input or usage. */
export type ExitCode = 0 | 1 | 2;

const processTerminal: Terminal = {
  stdout: process.stdout,
  stderr: process.stderr,
  now: () => performance.now(),
};

export async function main(args: readonly string[], terminal: Terminal = processTerminal): Promise<ExitCode> {
  try {
    await buildProgram(terminal).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // commander has said what and why
    if (error instanceof FairfrontError) {
      terminal.stderr.write(`error: ${error.message}\n`);
      return 2;
    }
    terminal.stderr.write(
      `This is a bug in fairfront; please report it with what follows.\n${(error as Error)?.stack ?? error}\n`,
    );
    return 1;
  }
}

function buildProgram(terminal: Terminal): Command {
  const program = new Command('fairfront')
    .description(
      'Classifiers as good as they can be for the group they serve worst, without needless harm to anyone.',
    )
    .version(VERSION)
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
    })
    .showHelpAfterError('(add --help for what there is)')
    .exitOverride();
  const run =
    (command: (context: CommandContext) => void) =>
    (options: CommonOptions): void =>
      command(commandContext(options, terminal));

  addCommonOptions(program.command('demo'), 'fairfront-demo')
    .description("the paper's three-group problem: four strategies, the known optimum, and report.html")
    .addHelpText('after', '\nExample:\n  fairfront demo --out my-demo   then open my-demo/report.html')
    .action(run(runDemoCommand));

  addCommonOptions(program.command('paper <experiment>'), 'fairfront-paper')
    .description('a figure of the paper, as picture and numbers; "list" shows them all')
    .addHelpText('after', '\nExamples:\n  fairfront paper list\n  fairfront paper figure-1 --json')
    .action((experiment: string, options: CommonOptions) =>
      run((context) => runPaper(experiment, context))(options),
    );

  return program;
}
