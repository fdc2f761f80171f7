// `fairfront choose <front>`: one point of a front as a run of its own; without a choice, the points to choose from.

import { relative, resolve } from 'node:path';
import { decimal } from '@fairfront/core/internal';
import type { Command } from 'commander';
import { CHOOSE_KINDS } from '../decide/choose-options.js';
import { choosePoint } from '../decide/choose-point.js';
import { meanRiskOf } from '../decide/chosen-point.js';
import { readFrontModels } from '../front/front-models.js';
import type { KeptFront } from '../front/kept-front.js';
import { fitText } from '../report/fit-text.js';
import { printable } from '../report/printable.js';
import { formatTable } from '../report/table.js';
import { createContext } from './context.js';
import { addFlags, addOut, addTelling, givenOptions } from './options/flags.js';
import type { Terminal } from './terminal.js';

/** Gives the command its flags, help and action. */
export function defineChoose(command: Command, terminal: Terminal): void {
  addOut(addTelling(command), 'fairfront-choice')
    .option('--force', 'replace the run in --out')
    .argument('<front>', 'the folder that fairfront front wrote to');
  addFlags(command, 'Which point (without any, they are listed):', CHOOSE_KINDS, {
    mu: ['<weights>', 'the nearest to these weights of the groups, such as 0.3,0.7'],
    groupAtMost: [
      '<group=risk>',
      'of those with at most this risk of a group, "Female=0.4", the one of least mean risk; can be given for several',
    ],
    index: ['<number>', 'the point of this number, or naive, balanced or minimax'],
  })
    .addHelpText(
      'after',
      '\nExamples:\n  fairfront choose fairfront-front\n  fairfront choose fairfront-front --group-at-most "Female=0.25"\n  fairfront choose fairfront-front --index 7 --out chosen',
    )
    .action(async (folder: string, { out }: { readonly out: string }) => {
      const { json, quiet, out: _, force = false, ...options } = givenOptions(command);
      const context = createContext({ json: json === true, quiet: quiet === true }, terminal);
      if (Object.keys(options).length === 0) {
        const front = readFrontModels(folder);
        const meanRisk = meanRiskOf(front);
        context.result(
          front.points.map(({ point, mu, risks }) => ({
            index: point,
            mu,
            risks,
            meanRisk: meanRisk({ risks }),
          })),
        );
        context.say(pointText(front).split('\n'));
        return;
      }
      const chosen = await choosePoint(folder, options);
      await chosen.save(out, { force: force === true });
      context.result(chosen.result);
      context.say(fitText(chosen.result).split('\n'));
      context.say([
        '',
        `Model, report and numbers: ${relative('', resolve(out)) || '.'}/ (open report.html)`,
      ]);
    });
}

/** The points of a front as a table. */
function pointText(front: KeptFront): string {
  const { groups, data, task } = printable({ groups: front.groups, data: front.data, task: front.task });
  const meanRisk = meanRiskOf(front);
  const table = formatTable(
    [
      { title: 'index' },
      ...groups.names.map((name) => ({ title: `weight of ${name}` })),
      ...groups.names.map((name) => ({ title: `risk of ${name}` })),
      { title: 'mean risk' },
    ],
    front.points.map((own) => [
      String(own.point),
      ...own.mu.map((weight) => weight.toFixed(3)),
      ...own.risks.map(decimal),
      decimal(meanRisk(own)),
    ]),
  );
  const rows = task.part === 'train' ? 'training rows' : 'validation rows';
  return [
    `${data}: the points of the front, by their risks on ${rows}.`,
    '',
    table,
    '',
    'Choose one with `index`, with `mu`, or with limits: `groupAtMost`.',
  ].join('\n');
}
