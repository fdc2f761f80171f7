// A fit as a page for others to read: the verdict, who gains and who pays, then what is possible and why; proofs and
// traces last.

import type { RisksByGroupData } from '@fairfront/charts';
import { worstRisk } from '@fairfront/core';
import { createCertifier, DEFAULT_LEVEL, decimal, percent } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import { riskOf } from '../measure/model-metrics.js';
import { keepsNaive } from '../training/select/selection.js';
import { lossName } from '../training/task-words.js';
import { command, figure, people, section, table, warning, words } from './blocks.js';
import { plainCertificateWords } from './certificate-words.js';
import { compareTable, comparisonData, methodLines } from './compare-tables.js';
import { compareWords } from './compare-words.js';
import { curveBlocks } from './curve-blocks.js';
import { decisionChanges, decisionTable } from './decision-words.js';
import { decompositionTable, decompositionWords } from './decomposition-words.js';
import {
  metricTable,
  modelLabel,
  repeatTable,
  riskMetric,
  riskTable,
  settingTable,
  shownModels,
  weightTable,
} from './fit-tables.js';
import { type FitWords, fitWords } from './fit-words.js';
import { commandLine } from './flags.js';
import { frontBlocks } from './front-blocks.js';
import { withGlossary } from './glossary.js';
import type { Block, ReportPage, Section } from './page.js';
import { peopleRows } from './people-words.js';
import { printable } from './printable.js';
import { plainAtMostWords, repeatWords } from './selection-words.js';
import { dataName, fitTitle } from './title-words.js';
import { pageVerdict } from './verdict-words.js';
import { partBlocks, whyBlocks } from './why-words.js';

/** Makes the page of a fit. */
export function fitPage(exact: FitResult): ReportPage {
  const result = printable(exact);
  const told = fitWords(result, MOST_NAMED);
  const { data, task, groups, asked } = result;
  const { train, validation, test } = task.rows;
  return withGlossary({
    title: fitTitle({
      data,
      ...task,
      groupCount: groups.length,
      asked,
      isFound: result.discovered !== undefined,
    }),
    subtitle: `${dataName(data)}: ${(train + validation + test).toLocaleString('en-US')} rows, ${test.toLocaleString('en-US')} of them kept apart to judge by`,
    verdict: pageVerdict(result),
    sections: [
      ...section('people', 'Who gains, who pays', peopleBlocks(result, told)),
      ...section('found', 'Which groups were found', words(...told.discovered)),
      ...section('decisions', 'Decisions before and after', decisionBlocks(result, told)),
      ...section('possible', 'What at most was to gain', boundBlocks(result, told)),
      ...section('front', 'What one group’s gain costs another', [
        ...curveBlocks(result),
        ...frontBlocks(result),
      ]),
      ...section('sources', 'Where each group’s risk comes from', riskSourceBlocks(result)),
      ...section('reliability', 'How far its probabilities can be trusted', reliabilityBlocks(result)),
      ...section('features', 'What the model goes by', whyBlocks(result)),
      ...section('warnings', 'Warnings about the data', warningBlocks(result)),
      ...section('method', 'How it was made', methodBlocks(result, told)),
      ...appendices(result, told),
    ],
  });
}

function peopleBlocks(result: FitResult, told: FitWords): Block[] {
  const { task, chosen, selection, verdict } = result;
  const rows = keepsNaive(selection) ? [] : peopleRows(result);
  const label = modelLabel(result, 'minimax');
  const would =
    verdict.decision === 'use-minimax' || keepsNaive(selection)
      ? undefined
      : `This is what would change with the ${label} model in place of the ordinary one.`;
  return [
    ...words(told.blind),
    ...words(keepsNaive(selection) ? 'Nobody gains and nobody pays: the ordinary model stays.' : would),
    ...(rows.length === 0
      ? []
      : [
          people(
            rows.slice(0, MOST_PEOPLE),
            DEFAULT_LEVEL,
            `On ${task.rows.test.toLocaleString('en-US')} rows that no model was trained on or chosen by: ordinary training before, the ${label} model now.${rows.length > MOST_PEOPLE ? ' The largest changes; all others are in the table of decisions below.' : ''}`,
          ),
        ]),
    ...words(told.payers),
    figure(
      'risks-by-group',
      risksByGroup(result),
      `Risk of every group on the test rows (${lossName(result)}; further left is better).${task.families === undefined ? '' : ' Groups overlap: everyone is in one group of each family.'}`,
    ),
    table(
      riskTable(result, true),
      result.blind
        ? `Risk (${lossName(result)}, lower is better) and accuracy on the test rows; below risks and changes are ${percent(DEFAULT_LEVEL)} intervals. Naive is ordinary training, chosen the model that was asked for. The worst ${percent(result.blind.share)} are each model’s own.`
        : `Risk (${lossName(result)}, lower is better) and accuracy on the test rows; below risks${keepsNaive(selection) ? '' : ' and changes'} are ${percent(DEFAULT_LEVEL)} intervals. Naive is ordinary training; balanced counts every group alike${keepsNaive(selection) ? '' : `; ${label === 'minimax' ? 'minimax is the model chosen for the worst group' : chosen === undefined ? 'chosen is the model that was asked for' : 'chosen is the point that was chosen from a front'}. Change is from naive to ${label}, on the same rows`}. The worst group’s interval holds whichever group is truly the worst.`,
    ),
    ...words(told.distilled),
  ];
}

/** Groups that a sentence names; the others are in a picture. */
const MOST_NAMED = 4;
/** Lines of people; the others are in a table. */
const MOST_PEOPLE = 8;

function decisionBlocks(result: FitResult, told: FitWords): Block[] {
  const { task } = result;
  const changes = decisionChanges(result);
  return [
    ...words(...told.decisions),
    ...(changes === undefined
      ? []
      : [
          figure(
            'decisions-by-group',
            changes,
            `On the test rows, from ordinary training to the chosen model. Selected: the share taken for “${task.classes[1]}”; recognised: of those who are; wrongly selected: of those who are not.`,
          ),
        ]),
    table(
      decisionTable(result),
      `On the test rows, with intervals below. Selected: share of rows whose most probable class is ${task.classes.length === 2 ? `“${task.classes[1]}”` : 'this one'}; base rate: share of rows that are of this class; mean prediction: its mean probability, which should be near the base rate; true positives: share of its rows that are selected; false positives: share of the other rows that are.`,
    ),
  ];
}

/** One sentence on what is possible; the figures behind it are with the method. */
function boundBlocks({ search, selection, atMost, groups }: FitResult, told: FitWords): Block[] {
  const names = groups.map(({ name }) => name);
  const toGain = keepsNaive(selection) && atMost ? plainAtMostWords(atMost, names) : undefined;
  return words(
    told.outlook,
    toGain ?? (search.objective ? undefined : plainCertificateWords(search)) ?? told.certificate,
  );
}

/** Where risk comes from, where the parts that tell it were trained. */
function riskSourceBlocks({ plugIn, groups, task }: FitResult): Block[] {
  const sources = plugIn?.riskSources;
  if (sources === null || sources === undefined) return [];
  const names = groups.map(({ name }) => name);
  return [
    ...words(...decompositionWords(sources, names)),
    figure(
      'risk-sources',
      {
        loss: task.loss,
        level: sources.level,
        groups: sources.groups.map((source, group) => ({ name: names[group]!, ...source })),
      },
      `What a model of the group’s own leaves, and what sharing one model adds, at training and validation rows that the models judging them have not seen (${plugIn!.folds} folds). Lines are ${percent(sources.level)} intervals.`,
    ),
    table(
      decompositionTable(sources, names),
      `Risk = what a model of the group’s own leaves + price of sharing, with ${percent(sources.level)} bootstrap intervals. Better features, more rows or another kind of model may lower the first; other weights cannot.`,
    ),
  ];
}

function reliabilityBlocks({ groups, models }: FitResult): Block[] {
  const { ece, eceByChance, reliability } = models.minimax.metrics.test;
  return [
    figure(
      'reliability',
      {
        groups: groups.map(({ name, rows }, group) => ({
          name,
          rows: rows.test,
          ece: ece.byGroup[group]!,
          eceByChance: eceByChance[group]!,
          bins: [...reliability[group]!],
        })),
      },
      'How sure the chosen model was of its guesses on test rows, and how often it was right. By chance: what a perfectly calibrated model would have on so many rows.',
    ),
  ];
}

function warningBlocks({ warnings, notes }: FitResult): Block[] {
  return [
    ...warnings.map(({ message }) => warning(`${message}.`)),
    ...words(...notes.map((note) => `Note: ${note}.`)),
  ];
}

function methodBlocks(result: FitResult, told: FitWords): Block[] {
  const { search, asked } = result;
  return [
    ...words(told.problem, told.kind, told.selection, told.search, told.refinement, told.training),
    ...words(told.atMost, told.certificate, ...told.advice),
    ...words(
      search.problem === null || !search.certificate.certified
        ? undefined
        : `The certificate speaks of ${search.problem}.`,
    ),
    table(
      settingTable(result),
      'Settings. The fingerprint is the same for the same rows, features, classes, groups and weights.',
    ),
    ...(asked === undefined ? [] : [command(commandLine('fit', asked))]),
  ];
}

function appendices(result: FitResult, told: FitWords): Section[] {
  const appendix = (id: string, title: string, blocks: readonly Block[]): Section[] =>
    section(id, title, blocks, { isAppendix: true });
  return [
    ...appendix('methods', 'Other methods', comparedBlocks(result)),
    ...appendix('splits', 'Other splits of the rows', repeatBlocks(result)),
    ...appendix('metrics', 'Every metric', [
      table(
        metricTable(result, 'test'),
        `On the test rows. Group mean counts every group alike; disparity is the largest difference between two groups. Calibration errors use ten bins of the top confidence, within each group; chance alone makes an expected one of up to ${decimal(Math.max(...result.models.minimax.metrics.test.eceByChance))} in a group.`,
      ),
    ]),
    ...appendix('parts', 'What the models are made of', partBlocks(result)),
    // No group was weighed where the worst share of people judged.
    ...appendix(
      'weights',
      'Weights of the groups',
      result.blind
        ? []
        : [
            table(
              weightTable(result),
              result.task.estimation === 'plug-in'
                ? 'What each group’s mean risk counts for in the mixture.'
                : 'What each group’s mean risk was multiplied with in training.',
            ),
          ],
    ),
    ...appendix('search', 'The search', searchBlocks(result, told)),
  ];
}

/** What other splits of the rows come to. */
function repeatBlocks(result: FitResult): Block[] {
  const found = repeatTable(result);
  if (found === undefined) return [];
  return [
    ...words(repeatWords(result)),
    table(
      found,
      'Risk on the test rows of each split, mean ± standard deviation. Test rows of different splits overlap, so these are no intervals.',
    ),
  ];
}

function comparedBlocks(result: FitResult): Block[] {
  const { compared } = result;
  if (compared === undefined) return [];
  const lines = methodLines(result, compared, 'test');
  return [
    ...words(...compareWords(result, compared, lines)),
    figure(
      'comparison',
      comparisonData(result, lines, 'test'),
      'Every group under every method, on the test rows.',
    ),
    table(
      compareTable(lines),
      'On the test rows: the group served worst, all rows, and how far groups are apart. Parameters were chosen by the lowest worst-group cross-entropy on validation rows. Zafar, Feldman and Kamishima are logistic regressions.',
    ),
  ];
}

/** Every group, and the worst share of people where that is judged by. */
function risksByGroup(result: FitResult): RisksByGroupData {
  const { blind, task, groups, models } = result;
  const also = <Value>(of: (own: NonNullable<typeof blind>) => Value): Value[] => (blind ? [of(blind)] : []);
  return {
    loss: task.loss,
    part: 'test',
    groups: [...groups, ...also(({ share }) => ({ name: `worst ${percent(share)}`, share }))],
    level: DEFAULT_LEVEL,
    models: shownModels(result).map((name) => ({
      name: modelLabel(result, name),
      risks: [...riskMetric(result, name, 'test').byGroup, ...also(({ risks }) => risks[name].value)],
      intervals: [
        ...riskOf(models[name].metrics.test.intervals!, task).byGroup,
        ...also(({ risks }) => risks[name]),
      ],
    })),
    changes: [...riskOf(result.changes.minimax, task).byGroup, ...also(({ change }) => change)],
  };
}

function searchBlocks({ search, task }: FitResult, told: FitWords): Block[] {
  if (search.trace.length <= 1) return [];
  const certifier = createCertifier(true);
  let bestWorstRisk = Number.POSITIVE_INFINITY;
  const solves = search.trace.map((step) => {
    certifier.observe(step);
    bestWorstRisk = Math.min(bestWorstRisk, worstRisk(step.risks));
    const { lower, upper } = certifier.certificate();
    return { worstRisk: worstRisk(step.risks), bestWorstRisk, lower, upper };
  });
  return [
    ...words(told.search),
    figure(
      'search-path',
      {
        steering: search.steeredBy,
        strategy: search.strategy,
        certified: search.certificate.certified,
        solves,
      },
      `The search: each solve ${task.estimation === 'plug-in' ? 'mixes the parts' : 'trains one model'} for one choice of group weights. ${search.steeredBy === 'train' ? 'Training risks choose among them.' : search.certificate.certified ? 'What is chosen by validation risks, and what is proved by training risks.' : 'Validation risks choose among them.'}`,
    ),
  ];
}
