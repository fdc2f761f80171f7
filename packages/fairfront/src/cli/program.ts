// The command line: parses, runs one command, and turns what went wrong into a message and an exit code.

import { FairfrontError } from '@fairfront/core';
import { Command, CommanderError } from 'commander';
import { addAuditOptions } from '../audit/audit-options.js';
import { addFrontOptions } from '../front/front-options.js';
import { Interrupted } from '../interrupted.js';
import { addDataOptions, type DataOptions } from '../task/data-options.js';
import { addCompareOption } from '../training/options/compare-option.js';
import { addSearchOptions, addTrainingOptions } from '../training/options/fit-options.js';
import { ESTIMATIONS, MODEL_KINDS } from '../training/options/kinds.js';
import { addNetworkOptions } from '../training/options/network-options.js';
import { addPlugInOptions } from '../training/options/plug-in-options.js';
import { VERSION } from '../version.js';
import { type AuditCommandOptions, runAudit } from './audit.js';
import type { CommonOptions, OutOptions } from './command-context.js';
import { addCommonOptions, addOutOption, commandContext } from './common-options.js';
import { runDatasets } from './datasets.js';
import { runDemoCommand } from './demo.js';
import { type FitCommandOptions, runFit } from './fit.js';
import { type FrontCommandOptions, runFront } from './front.js';
import { runInspect } from './inspect.js';
import { addPaperOptions } from './options/paper.js';
import { type PaperCommandOptions, runPaper } from './paper.js';
import { processTerminal, type Terminal } from './terminal.js';

/** 0 done · 1 a bug · 2 bad input or usage · 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;

export async function main(
  args: readonly string[],
  terminal: Terminal = processTerminal(),
): Promise<ExitCode> {
  try {
    await buildProgram(terminal).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // commander has said what and why
    if (error instanceof Interrupted) {
      terminal.stderr.write(`${error.message}\n`);
      return 130;
    }
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

  addOutOption(addCommonOptions(program.command('demo')), 'fairfront-demo')
    .description("the paper's three-group problem: four strategies, the known optimum, and report.html")
    .addHelpText('after', '\nExample:\n  fairfront demo --out my-demo   then open my-demo/report.html')
    .action((options: OutOptions) => runDemoCommand(commandContext(options, terminal)));

  addPaperOptions(addOutOption(addCommonOptions(program.command('paper <experiment>')), 'fairfront-paper'))
    .option('--data-dir <folder>', 'where the data of tables are looked for first')
    .description('a table or figure of the paper, published figures beside ours; "list" shows them all')
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront paper list\n  fairfront paper figure-1 --json\n  fairfront paper figure-6   some minutes: it trains networks\n  fairfront paper figure-6 --hidden 512,512 --runs 5   with the paper’s network: hours\n  fairfront paper figure-8   two hours: it trains 160 classifiers\n  fairfront paper table-5\n  fairfront paper table-3 --only "MMPF LR,Zafar" --splits 2\n  fairfront paper table-4 --quick   some minutes\n  fairfront paper table-4   most of an hour: it trains networks',
    )
    .action((experiment: string, options: PaperCommandOptions) =>
      runPaper(experiment, commandContext(options, terminal)),
    );

  addDataOptions(addCommonOptions(program.command('inspect')))
    .description('what is made of a file before anything is trained: types, groups, splits, features')
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront inspect loans.csv\n  fairfront inspect loans.csv --target default --groups "sex,age<55"\n  fairfront inspect adult:gender-ethnicity --dataset-split 0',
    )
    .action((data: string | undefined, options: CommonOptions & DataOptions) =>
      runInspect(data, commandContext(options, terminal)),
    );

  const fit = addDataOptions(addOutOption(addCommonOptions(program.command('fit')), 'fairfront-fit'));
  addTrainingOptions(fit, MODEL_KINDS, ESTIMATIONS);
  addCompareOption(addSearchOptions(addPlugInOptions(addNetworkOptions(fit))))
    .option('--resume', 'go on with an interrupted run: its folder is --out, its options are kept', false)
    .description('naive, balanced and minimax models side by side: who gains, who pays, how good it can be')
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront fit loans.csv --target default --groups "sex,age<55"\n  fairfront fit adult:gender-ethnicity --dataset-split 0 --search exact\n  fairfront fit adult:gender --model resnet --hidden 128,128 --batch-size 512\n  fairfront fit adult:gender --estimation plug-in --check\n  fairfront fit --resume --out fairfront-fit',
    )
    .action((data: string | undefined, options: FitCommandOptions, command: Command) =>
      runFit(data, commandContext(options, terminal), saidOptions(command)),
    );

  addFrontOptions(
    addTrainingOptions(
      addDataOptions(addOutOption(addCommonOptions(program.command('front')), 'fairfront-front')),
      ['linear'],
      ['joint'],
    ),
  )
    .description('what is possible for two or three groups: the Pareto front, with the models by name on it')
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront front loans.csv --target default --groups sex\n  fairfront front adult:gender --dataset-split 0\n  fairfront front adult --groups "race=White|Black|Other:*" --steps 40',
    )
    .action((data: string | undefined, options: FrontCommandOptions) =>
      runFront(data, commandContext(options, terminal)),
    );

  addAuditOptions(addOutOption(addCommonOptions(program.command('audit')), 'fairfront-audit'))
    .description('the metrics of anybody’s model, from a file of its predictions: who is served how well')
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront audit predictions.csv --target default --groups "sex,age<55" --probabilities p_default\n  fairfront audit predictions.csv --target grade --groups sex --probabilities a=p_a,b=p_b,c=p_c',
    )
    .action((data: string, options: AuditCommandOptions, command: Command) =>
      runAudit(data, commandContext(options, terminal), saidOptions(command)),
    );

  addCommonOptions(program.command('datasets'))
    .description('datasets known by name: where each was looked for, licence, how to get it')
    .option('--data-dir <folder>', 'where to look first')
    .addHelpText('after', '\nExample:\n  fairfront datasets --data-dir ~/data')
    .action((options: CommonOptions & { readonly dataDir?: string }) => {
      const { environment, home, platform } = terminal;
      runDatasets(commandContext(options, terminal), {
        dataDir: options.dataDir,
        environment,
        home,
        platform,
      });
    });

  return program;
}

/** What was said on the command line, but for where and how to tell. */
function saidOptions(command: Command): Record<string, unknown> {
  const {
    json: _,
    quiet: __,
    out: ___,
    resume: ____,
    ...said
  } = Object.fromEntries(
    Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli'),
  );
  return said;
}
