// A card as Markdown: front matter as Hugging Face reads it, then sections in the order of Annex IV of the AI Act.

import type { Estimate } from '@fairfront/core';
import { count, decimal, listed, percent, percent1 } from '@fairfront/core/internal';
import type { FitResult } from '../measure/fit-result.js';
import { blindWords, worstShareName } from '../report/blind-words.js';
import { decisionWords } from '../report/decision-words.js';
import { riskMetric, riskTable, weightTable, worstFirst } from '../report/fit-tables.js';
import { type FitWords, fitWords } from '../report/fit-words.js';
import { commandLine } from '../report/flags.js';
import type { TextTable } from '../report/table.js';
import { whyLine } from '../report/why-words.js';
import { keepsNaive } from '../training/select/selection.js';
import { lossName } from '../training/task-words.js';
import { type Figure, figuresOf, recallOf } from './figures.js';
import { markdownParagraphs, markdownTable, markdownText, yaml } from './markdown.js';
import { OPEN_FIELDS, SECTIONS, type Section } from './to-fill.js';

/** What is known of a run beside its result. */
export interface CardSource {
  readonly name: string;
  /** What the data are called, without folders. */
  readonly dataset: string;
  /** The name of each model file with its SHA-256. */
  readonly files: readonly string[];
}

/** Makes the card. @param result printable */
export function cardMarkdown(result: FitResult, source: CardSource): string {
  const words = fitWords(result);
  const { verdict } = words;
  const section = (name: Section, ...parts: readonly (string | undefined)[]): string[] => [
    `## ${SECTIONS[name]}`,
    ...parts.filter((part) => part !== undefined),
    ...OPEN_FIELDS.filter((field) => field.section === name).map(
      ({ question }) => `> **To be filled in:** ${question}.`,
    ),
  ];
  return `${[
    `---${yaml(frontMatter(result, source))}\n---`,
    `# ${markdownText(source.name)}`,
    `Made by fairfront ${result.fairfront} from a finished run. Sections follow Annex IV of Regulation (EU) 2024/1689 (AI Act) of 13 June 2024, whose duties for high-risk systems apply from 2 December 2027. It is a draft for those who answer for the model and makes no legal claim: ${count(OPEN_FIELDS.length, 'field')} only people can fill are marked **To be filled in**, and listed at the end.`,
    `**Verdict of the run: ${verdict.headline}.** ${markdownText(verdict.sentences)}`,
    ...(result.verdict.decision === 'use-minimax' || keepsNaive(result.selection)
      ? []
      : [
          `This card is of the ${result.chosen === undefined ? 'minimax model' : 'chosen point'} all the same; the ordinary model lies beside it in the run.`,
        ]),
    ...section('purpose', markdownParagraphs(words.problem), outputWords(result)),
    ...section('data', ...dataParts(result, source)),
    ...section('training', ...trainingParts(result, words, source)),
    ...section('metrics', ...metricParts(result)),
    ...section('impacts', ...impactWords(result).map(markdownParagraphs)),
    ...section(
      'oversight',
      'The model gives probabilities; how far they can be trusted in each group is told by the calibration errors above.',
    ),
    ...section(
      'changes',
      `Made with fairfront ${result.fairfront} from data with the fingerprint ${markdownText(result.fingerprint)}: other data, or another choice of rows, is another model and needs another card.`,
    ),
    '## To be filled in',
    OPEN_FIELDS.map(({ section: of, question }) => `- [ ] ${SECTIONS[of]}: ${question}`).join('\n'),
  ].join('\n\n')}\n`;
}

/** What Hugging Face reads of a card. */
function frontMatter(result: FitResult, { name, dataset }: CardSource): unknown {
  const { network } = result.task;
  const task = `${network !== undefined && 'picture' in network ? 'image' : 'tabular'}-classification`;
  const metrics = figuresOf(result).flatMap(({ type, slice, value }) => {
    if (slice.of === 'group') return [];
    const rows = slice.of === 'all' ? 'all test rows' : `worst group, ${slice.group}`;
    return [{ type, value, name: `${type} (${rows})` }];
  });
  return {
    library_name: 'fairfront',
    pipeline_tag: task,
    tags: [task, 'fairness', 'minimax-pareto-fairness'],
    'model-index': [
      {
        name,
        results: [
          { task: { type: task }, dataset: { type: dataset, name: dataset, split: 'test' }, metrics },
        ],
      },
    ],
  };
}

function outputWords({ task }: FitResult): string {
  const classes = task.classes.map((label) => `“${label}”`);
  return `${markdownText(`It gives a probability for each of ${listed(classes)}`)}; in this card the most probable class is taken for the decision.`;
}

function dataParts(result: FitResult, { dataset }: CardSource): string[] {
  const { groups, task, warnings, notes, selection } = result;
  const hasOwnPart = task.rows.validation > 0;
  const number = (rows: number): string => rows.toLocaleString('en-US');
  const line = (name: string, share: string, rows: typeof task.rows): string[] => [
    name,
    share,
    number(rows.train),
    ...(hasOwnPart ? [number(rows.validation)] : []),
    number(rows.test),
  ];
  const table: TextTable = {
    columns: [
      { title: 'group', align: 'left' },
      { title: 'share' },
      { title: 'rows to train on' },
      ...(hasOwnPart ? [{ title: 'to choose by' }] : []),
      { title: 'to judge by' },
    ],
    rows: [
      ...groups.map(({ name, share, rows }) => line(name, percent(share), rows)),
      line('all', percent(1), task.rows),
    ],
  };
  const chosenBy =
    selection?.by === 'cross-validation'
      ? ` The rows to train on also chose the model, each judged by a model trained without it (${selection.folds} folds).`
      : '';
  return [
    `${markdownText(`Data: ${dataset}, fingerprint ${result.fingerprint}`)} (the same for the same rows, features, classes and groups).${chosenBy} The rows to judge by had no say before.`,
    markdownTable(table),
    ...warnings.map(({ message }) => markdownParagraphs(`Warning: ${message}.`)),
    ...notes.map((note) => markdownParagraphs(`Note: ${note}.`)),
  ];
}

function trainingParts(result: FitResult, words: FitWords, { files }: CardSource): (string | undefined)[] {
  const tried = [
    result.blind
      ? `Two ways of training were held against each other. Naive: ordinary training, every row counts the same. Chosen: the least mean risk of ${worstShareName(result.blind.share)}, whoever they are (Blind Pareto Fairness, Martinez et al. 2021).`
      : 'Three ways of training were held against each other. Naive: ordinary training, every row counts the same. Balanced: every group counts the same. Minimax: groups are weighed so that the one served worst is served as well as possible, and no other is harmed needlessly (Martinez, Bertran & Sapiro, ICML 2020).',
    ...[words.kind, words.selection, words.atMost, words.outlook],
    ...[words.certificate, words.search, words.refinement, words.training, words.distilled],
  ];
  return [
    ...tried.map((text) => text && markdownParagraphs(text)),
    ...(result.blind
      ? []
      : [markdownTable(weightTable(result)), 'μ: what each group’s mean risk was multiplied with.']),
    result.asked && markdownParagraphs(`To do it again: ${commandLine('fit', result.asked)}`),
    files.length === 0
      ? undefined
      : `Model files, with their SHA-256:\n\n${files.map((file) => `- ${markdownText(file)}`).join('\n')}`,
  ];
}

const range = ({ value, low, high }: Estimate, show: (value: number) => string): string =>
  `${show(value)}\n${show(low)} to ${show(high)}`;

function metricParts(result: FitResult): string[] {
  const { intervals, eceByChance } = result.models.minimax.metrics.test;
  const level = percent(intervals!.level);
  const itself = keepsNaive(result.selection) ? ', here naive itself' : '';
  return [
    `All figures are of the ${count(result.task.rows.test, 'row')} to judge by, with ${level} bootstrap intervals in brackets. The risk is the ${lossName(result)}; lower is better. Minimax is the model of this card${itself}.`,
    markdownTable(riskTable(result, true)),
    'The same model by accuracy, Brier score and calibration error:',
    markdownTable(figureTable(result)),
    `Calibration errors have no interval: chance alone makes one of up to ${decimal(Math.max(...eceByChance))} in a group.`,
    'Of 100 of a group who are of a class, so many are recognised as such:',
    markdownTable(recognisedTable(result)),
  ];
}

/** The metrics of the chosen model, group by group. */
function figureTable(result: FitResult): TextTable {
  const figures = figuresOf(result);
  const titles = {
    accuracy: 'accuracy',
    brier_score: 'Brier score (0 to 2)',
    expected_calibration_error: 'calibration error (ECE)',
  };
  const cell = (type: string, isOf: (slice: Figure['slice']) => boolean): string => {
    const { value, interval } = figures.find((figure) => figure.type === type && isOf(figure.slice))!;
    const show = type === 'accuracy' ? percent1 : decimal;
    return interval === null ? show(value) : range({ value, ...interval }, show);
  };
  const line = (name: string, isOf: (slice: Figure['slice']) => boolean): string[] => [
    name,
    ...Object.keys(titles).map((type) => cell(type, isOf)),
  ];
  return {
    columns: [{ title: 'group', align: 'left' }, ...Object.values(titles).map((title) => ({ title }))],
    rows: [
      ...worstFirst(result, 'test').map((group) => {
        const { name } = result.groups[group]!;
        return line(name, (slice) => slice.of === 'group' && slice.group === name);
      }),
      line('worst group', ({ of }) => of === 'worst'),
      line('all rows', ({ of }) => of === 'all'),
    ],
  };
}

function recognisedTable(result: FitResult): TextTable {
  const { models, groups, task, selection } = result;
  const shown = keepsNaive(selection) ? (['naive'] as const) : (['naive', 'minimax'] as const);
  return {
    columns: [
      { title: 'group', align: 'left' },
      { title: 'who are', align: 'left' },
      { title: 'with ordinary training' },
      ...(shown.length === 1 ? [] : [{ title: 'with this model' }]),
    ],
    rows: worstFirst(result, 'test').flatMap((group) =>
      task.classes.flatMap((label, c) => {
        const found = shown.map((model) => recallOf(models[model].metrics.test, c, group));
        return found.some((recall) => recall === null)
          ? []
          : [[groups[group]!.name, `“${label}”`, ...found.map((recall) => range(recall!, ofHundred))]];
      }),
    ),
  };
}

const ofHundred = (share: number): string => (100 * share).toFixed(0);

/** Who is served worst, who gains, who pays: in words. */
export function impactWords(result: FitResult): string[] {
  const { models, groups } = result;
  const risk = riskMetric(result, 'minimax', 'test');
  const { accuracy, tooSmall } = models.minimax.metrics.test;
  const name = (group: number): string => groups[group]!.name;
  const worst =
    result.blind && groups.length === 1
      ? blindWords(result)!
      : `Served worst by this model: ${name(risk.worstGroup)}, with a risk of ${decimal(risk.worst)} where all rows have ${decimal(risk.sampleMean)}. The lowest accuracy is that of ${name(accuracy.worstGroup)}, ${percent1(accuracy.worst)}; groups are up to ${(100 * accuracy.disparity).toFixed(1)} percentage points apart.`;
  const small = tooSmall
    .filter(({ reason }) => reason !== 'few-rows-of-class')
    .map(({ group }) => name(group));
  const why = whyLine(result);
  return [
    worst,
    ...(keepsNaive(result.selection)
      ? ['The model is that of ordinary training: nothing was taken from one group for another.']
      : [fitWords(result).payers!, ...recognisedWords(result), ...decisionWords(result)]),
    ...(why === undefined ? [] : [`${why}.`]),
    ...(small.length === 0
      ? []
      : [`Too few rows to be judged: ${listed([...new Set(small)])}. Harm to them may not show here.`]),
    groups.length === 1
      ? 'No groups were looked at; some may be served much worse than everybody together.'
      : 'Only these groups were looked at; others may be served worse than any of them.',
  ];
}

/** The largest gain and the largest loss of a group and a class, as people of a hundred. */
function recognisedWords({ models, groups, task }: FitResult): string[] {
  const moves = groups.flatMap(({ name }, group) =>
    task.classes.flatMap((label, c) => {
      const [before, after] = (['naive', 'minimax'] as const).map((model) =>
        recallOf(models[model].metrics.test, c, group),
      );
      if (!before || !after) return [];
      const told = `of 100 of ${name} who are “${label}”, ${ofHundred(before.value)} were recognised with ordinary training, now ${ofHundred(after.value)}`;
      const isSeen = ofHundred(before.value) !== ofHundred(after.value);
      return isSeen ? [{ told, change: after.value - before.value }] : [];
    }),
  );
  const sorted = moves.sort((one, other) => other.change - one.change);
  const [gain, loss] = [sorted[0], sorted.at(-1)];
  return [
    ...(gain !== undefined && gain.change > 0 ? [`Most is gained here: ${gain.told}.`] : []),
    ...(loss !== undefined && loss.change < 0 ? [`Most is lost here: ${loss.told}.`] : []),
  ];
}
