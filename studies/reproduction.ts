// `npm run reproduction`: writes docs/reproduction.md from the results of full runs in docs/reproduction. The
// only paragraphs written by hand are those on deviations, in docs/reproduction/notes; their numbers are
// looked up in the results.

import { readFileSync, writeFileSync } from 'node:fs';
import { type TableResult, tableMarkdown } from 'fairfront/internal';
import { fillNote } from './reproduction-note.js';

const docs = new URL('../../docs/', import.meta.url);
const FOLDER = 'docs/reproduction';
/** Under this folder; each the result of one command. */
const TABLES = [
  'table-2',
  'table-3',
  'table-4',
  'table-5',
  '100-splits/table-5',
  'table-8',
  'table-10',
  'table-11',
  'table-12',
  'support2',
];
const EQUALISED_ODDS = 'equalised-odds';

/** Mean, and of what is published its standard deviation. */
type Rate = readonly number[];

interface EqualisedOdds {
  readonly studies: Readonly<
    Record<
      string,
      {
        readonly groups: readonly string[];
        readonly rows: readonly {
          readonly way: string;
          readonly accuracies: readonly number[];
          readonly tpr: Rate;
          readonly fpr: Rate;
        }[];
      }
    >
  >;
}

type Results = ReadonlyMap<string, TableResult>;

/** Writes the page. */
export function writeReproduction(): { readonly file: string; readonly tables: number } {
  const results = readResults();
  const page = [
    '# Against the paper’s tables',
    '',
    `Made by \`npm run reproduction\` from the results of the commands printed here, which are in [reproduction](reproduction). Adult and German are inside the package; the others are looked for in \`--data-dir\` or \`$FAIRFRONT_DATA\`.`,
    '',
    note('overview', results),
    '',
    ...overview(results),
    '',
    ...[...results].flatMap(([file, result]) => [...section(file, result, results), '']),
    ...studySection('text', 'Texts: which messages are spam', results),
    '',
    ...studySection('penalty', 'German by the penalty', results),
    '',
    ...studySection('baseline-grids', 'Feldman and Kamishima by the value of their parameter', results),
    '',
    ...equalisedOdds(results),
  ].join('\n');
  writeFileSync(new URL('reproduction.md', docs), `${page.trim().replace(/\n{3,}/g, '\n\n')}\n`);
  return { file: 'docs/reproduction.md', tables: results.size };
}

function readResults(): Results {
  return new Map(
    TABLES.map((file) => {
      const result: TableResult = JSON.parse(read(`${file}.json`));
      if (result.quick || result.cells.length < result.cellCount) {
        throw new Error(`${file}: a quick or interrupted run is no reproduction; run it in full`);
      }
      return [file, result] as const;
    }),
  );
}

/** A file that is missing is named by its path. */
function read(path: string): string {
  return readFileSync(new URL(`reproduction/${path}`, docs), 'utf8');
}

function overview(results: Results): string[] {
  return table(
    ['', 'published figures', 'overlap with ours'],
    [...results].flatMap(([file, result]) => {
      const compared = result.rows
        .flatMap(({ columns }) => Object.values(columns))
        .filter(({ apart }) => apart !== undefined);
      const overlap = compared.filter(({ apart }) => !apart);
      return compared.length === 0
        ? []
        : [[titleOf(file, result), `${compared.length}`, `${overlap.length}`]];
    }),
  );
}

function section(file: string, result: TableResult, results: Results): string[] {
  const [, ...body] = tableMarkdown(result).split('\n');
  return [
    `## ${titleOf(file, result)}: ${result.title}`,
    '',
    `\`${commandOf(file, result)}\``,
    '',
    `![${result.title}](reproduction/${file}.svg)`,
    ...body,
    ...chosen(result),
    '',
    note(file, results),
  ];
}

/** The baselines' parameters, which validation rows choose in every split. */
function chosen({ cells, splits }: TableResult): string[] {
  const lines = ['Zafar', 'Feldman', 'Kamishima'].flatMap((method) => {
    const details = cells.filter((cell) => cell.method === method).map(({ detail }) => detail);
    if (details.length === 0) return [];
    const [symbol] = details[0]!.split(' = ');
    const values = details.map((detail) => detail.split(' = ')[1]!);
    const isOne = values.every((value) => value === values[0]);
    return [`${method} ${symbol} = ${isOne ? `${values[0]} in all` : values.join(', ')}`];
  });
  return lines.length === 0 ? [] : ['', `Chosen in the ${splits} splits: ${lines.join('; ')}.`];
}

function equalisedOdds(results: Results): string[] {
  const { studies }: EqualisedOdds = JSON.parse(read(`${EQUALISED_ODDS}.json`));
  const percent = (share: number): string => (100 * share).toFixed(1);
  return [
    '## Equalised odds of the naive model, in other ways',
    '',
    studyCommand(EQUALISED_ODDS),
    ...Object.entries(studies).flatMap(([dataset, { groups, rows }]) => [
      '',
      `**${dataset}**, test rows, %`,
      '',
      ...table(
        ['made of', ...groups, 'true positives', 'false positives'],
        rows.map(({ way, accuracies, tpr, fpr }) => [
          way,
          ...accuracies.map(percent),
          ...[tpr, fpr].map((rate) => rate.map(percent).join('±')),
        ]),
      ),
    ]),
    '',
    note(EQUALISED_ODDS, results),
  ];
}

function studySection(name: string, title: string, results: Results): string[] {
  const { tables }: { readonly tables: Readonly<Record<string, readonly Record<string, string>[]>> } =
    JSON.parse(read(`${name}.json`));
  return [
    `## ${title}`,
    '',
    studyCommand(name),
    ...Object.entries(tables).flatMap(([caption, rows]) => [
      '',
      `**${caption}**`,
      '',
      ...table(Object.keys(rows[0]!), rows.map(Object.values)),
    ]),
    '',
    note(name, results),
  ];
}

function studyCommand(name: string): string {
  return `\`npm run -s study -- ${name} | tail -1 > ${FOLDER}/${name}.json\``;
}

function titleOf(file: string, { experiment, splits }: TableResult): string {
  const title = experiment.replace(/^table-/, 'Table ');
  return file === experiment ? title : `${title}, ${splits} splits`;
}

function commandOf(file: string, { experiment, splits, seed, only }: TableResult): string {
  const folder = file === experiment ? FOLDER : `${FOLDER}/${file.slice(0, -experiment.length - 1)}`;
  return [
    `fairfront paper ${experiment}`,
    ...(splits === 5 ? [] : [`--splits ${splits}`]),
    ...(only === null ? [] : [`--only "${only.join(',')}"`]),
    ...(seed === 1 ? [] : [`--seed ${seed}`]),
    `--out ${folder}`,
  ].join(' ');
}

function note(name: string, results: Results): string {
  return fillNote(read(`notes/${name.replace('/', '-')}.md`).trim(), results);
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;
  return [line(titles), line(titles.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)];
}
