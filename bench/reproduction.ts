// `npm run reproduction`: writes docs/reproduction.md from the results of full runs in docs/reproduction. Nothing in that page is written by hand but
// the paragraphs on deviations, docs/reproduction/notes, and their numbers are looked up in the results.

import { readFileSync, writeFileSync } from 'node:fs';
import { type TableResult, tableMarkdown } from 'fairfront/internal';
import { fillNote } from './reproduction-note.js';

const docs = new URL('../../docs/', import.meta.url);
const FOLDER = 'docs/reproduction';
/** Under this folder; each the result of one command. */
const TABLES = [
  'table-3',
  'table-4',
  'table-5',
  '100-splits/table-5',
  'table-10',
  'table-11',
  'table-12',
  'support2',
];
/** Results of `npm run bench`. */
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

/** What is missing is named by its path. */
const read = (path: string): string => readFileSync(new URL(`reproduction/${path}`, docs), 'utf8');
const results = new Map(
  TABLES.map((file) => {
    const result: TableResult = JSON.parse(read(`${file}.json`));
    if (result.quick || result.cells.length < result.cellCount) {
      throw new Error(`${file}: a quick or interrupted run is no reproduction; run it in full`);
    }
    return [file, result] as const;
  }),
);

const page = [
  '# Against the paper’s tables',
  '',
  `Made by \`npm run reproduction\` from the results of the commands printed here, which are in [reproduction](reproduction). Data is looked for in \`--data-dir\` or \`$FAIRFRONT_DATA\`.`,
  '',
  note('overview'),
  '',
  ...overview(),
  '',
  ...[...results].flatMap(([file, result]) => [...section(file, result), '']),
  ...benchSection('penalty', 'German by the penalty'),
  '',
  ...benchSection('baseline-grids', 'Feldman and Kamishima by the value of their parameter'),
  '',
  ...equalisedOdds(),
].join('\n');
writeFileSync(new URL('reproduction.md', docs), `${page.trim().replace(/\n{3,}/g, '\n\n')}\n`);

function overview(): string[] {
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

function section(file: string, result: TableResult): string[] {
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
    note(file),
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

function equalisedOdds(): string[] {
  const { studies }: EqualisedOdds = JSON.parse(read(`${EQUALISED_ODDS}.json`));
  const percent = (share: number): string => (100 * share).toFixed(1);
  return [
    '## Equalised odds of the naive model, in other ways',
    '',
    benchCommand(EQUALISED_ODDS),
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
    note(EQUALISED_ODDS),
  ];
}

function benchSection(name: string, title: string): string[] {
  const { tables }: { readonly tables: Readonly<Record<string, readonly Record<string, string>[]>> } =
    JSON.parse(read(`${name}.json`));
  return [
    `## ${title}`,
    '',
    benchCommand(name),
    ...Object.entries(tables).flatMap(([caption, rows]) => [
      '',
      `**${caption}**`,
      '',
      ...table(Object.keys(rows[0]!), rows.map(Object.values)),
    ]),
    '',
    note(name),
  ];
}

function benchCommand(name: string): string {
  return `\`npm run -s bench -- ${name} | tail -1 > ${FOLDER}/${name}.json\``;
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

function note(name: string): string {
  return fillNote(read(`notes/${name.replace('/', '-')}.md`).trim(), results);
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(titles), line(titles.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)];
}
