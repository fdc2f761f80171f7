// Predicting a file: the user's text as it was, the new columns behind it, counts of what the model did not expect; and
// what is refused, by name.

import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { createTable, FairfrontError, fitEncoder } from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/cli/program.js';
import { Interrupted, loadModel, type Model, type PredictFileOptions, predictFile } from '../../src/index.js';
import { toModelFile } from '../../src/runs/model-file.js';
import { fakeTerminal } from '../fake-terminal.js';
import { categories, numbers } from '../runs/made-table.js';
import { workFolder } from '../runs/run-fit.js';

const folder = workFolder();
const modelPath = join(folder, 'model.json');

/** p(yes) = 1 / (1 + e^−z): z is 1 for car, −1 for home, 0 for others, and 2 more where age is 50 and not 30. */
const training = createTable([
  numbers('age', [30, 50, 30, 50]),
  categories('purpose', ['car', 'car', 'home', 'home']),
]);
const encoder = fitEncoder(training, ['age', 'purpose'], Uint32Array.of(0, 1, 2, 3), { minLevelRows: 1 });
const model = { classCount: 2, columnCount: 3, parameters: Float64Array.of(1, 1, -1, 1) };
const odds = (z: number): readonly [string, string] => [
  `${1 / (1 + Math.exp(z))}`,
  `${1 / (1 + Math.exp(-z))}`,
];
const [noCar, yesCar] = odds(1 - 1 + 1); // age 30

beforeAll(() => {
  const target = { name: 'repaid', classes: ['no', 'yes'] };
  writeFileSync(modelPath, JSON.stringify(toModelFile(model, encoder, target)));
});

let files = 0;
function write(text: string | Uint8Array, ending = '.csv'): string {
  const path = join(folder, `data-${files++}${ending}`);
  writeFileSync(path, text);
  return path;
}

/** Predicts a text as a file. */
async function predicted(text: string | Uint8Array, options: PredictFileOptions = {}, ending?: string) {
  const data = write(text, ending);
  const out = join(folder, `out-${files}.csv`);
  const result = await predictFile(modelPath, data, { out, ...options });
  return { result, text: existsSync(out) ? readFileSync(out, 'utf8') : '' };
}

describe('CSV', () => {
  it('has the columns as they are, then each class and the prediction', async () => {
    const { text, result } = await predicted('id,age,purpose\n007,30,car\n008,30,home\n');
    const [noHome, yesHome] = odds(-1);
    expect(text).toBe(
      `id,age,purpose,probability_no,probability_yes,prediction\n007,30,car,${noCar},${yesCar},yes\n008,30,home,${noHome},${yesHome},no\n`,
    );
    expect(result).toMatchObject({
      rows: 2,
      target: 'repaid',
      classes: [
        { name: 'no', rows: 1 },
        { name: 'yes', rows: 1 },
      ],
      added: ['probability_no', 'probability_yes', 'prediction'],
      notes: [],
    });
  });

  it('keeps the text of each record, its quotes, spaces and delimiter', async () => {
    const records = ['"30" ; car ;"a;""b""\nc"', ' 30;"car";', '30;car;" é 🎉 "'];
    const { text } = await predicted(`age;purpose;"no;te"\r\n${records.join('\r\n')}`);
    const behind = `;${noCar};${yesCar};yes\r\n`;
    expect(text).toBe(
      `age;purpose;"no;te";probability_no;probability_yes;prediction\r\n${records.map((each) => each + behind).join('')}`,
    );
  });

  it('writes numbers as the file spells them', async () => {
    const { text } = await predicted('age;purpose\n30,0;car\n', { decimal: ',' });
    expect(text.split('\n')[1]).toBe(`30,0;car;${noCar.replace('.', ',')};${yesCar.replace('.', ',')};yes`);
    const quoted = await predicted('age,purpose\n"30,0",car\n', { decimal: ',' });
    expect(quoted.text.split('\n')[1]).toBe(
      `"30,0",car,"${noCar.replace('.', ',')}","${yesCar.replace('.', ',')}",yes`,
    );
  });

  it('reads as other commands do: other encodings, gzip, names, lines to skip, marks of missing values', async () => {
    const line = `30,car,${noCar},${yesCar},yes\n`;
    const options = { columns: ['age', 'purpose'] };
    expect((await predicted('30,car\n', options)).text).toBe(
      `age,purpose,probability_no,probability_yes,prediction\n${line}`,
    );
    expect((await predicted('made today\nage,purpose\n30,car\n', { skipLines: 1 })).text).toContain(line);
    expect((await predicted(gzipSync('age,purpose\n30,car\n'), {}, '.csv.gz')).text).toContain(line);
    const utf16 = Buffer.from('\ufeffage,purpose,né\n30,car,ö\n', 'utf16le');
    expect((await predicted(utf16, { encoding: 'utf-16' })).text).toContain('30,car,ö,');
    const { result } = await predicted('age,purpose\nunknown,car\n', { missing: ['unknown'] });
    expect(result.inputs[0]).toMatchObject({ name: 'age', missing: 1 });
  });

  it('counts missing values and levels that training did not have, and predicts them by the rule of the encoder', async () => {
    const { result, text } = await predicted('age,purpose\n30,boat\n30,boat\n30,hut\nNA,\n');
    expect(result.inputs).toEqual([
      { name: 'age', kind: 'numeric', missing: 1, unseen: 0, examples: [] },
      { name: 'purpose', kind: 'categorical', missing: 1, unseen: 3, examples: ['boat', 'hut'] },
    ]);
    const [no, yes] = odds(0);
    expect(text.split('\n')[1]).toBe(`30,boat,${no},${yes},no`); // of equal ones the first
    const plain = await loadModel(modelPath);
    const [, mean] = await plain.predict([{ age: null, purpose: null }]);
    expect(text.split('\n')[4]).toBe(`NA,,${1 - mean!},${mean},yes`);
  });

  it('has any number of rows, in batches, each with its own record', async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, i) => `${30 + (i % 21)},${['car', 'home', `x${i}`][i % 3]},${i}`,
    );
    const { text, result } = await predicted(`age,purpose,i\n${rows.join('\n')}\n`);
    const lines = text.trimEnd().split('\n').slice(1);
    expect(lines).toHaveLength(20_000);
    expect(result.inputs[1]).toMatchObject({ unseen: 6666, examples: ['x1001', 'x1004', 'x1007'] });
    const plain = await loadModel(modelPath);
    const all = await plain.predict(
      rows.map((row) => ({ age: Number(row.split(',')[0]), purpose: row.split(',')[1] })),
    );
    expect(lines.every((line, i) => line.startsWith(`${rows[i]},${all[2 * i]},${all[2 * i + 1]},`))).toBe(
      true,
    );
  });

  it('may have no rows, and blank lines between them', async () => {
    expect((await predicted('age,purpose\n')).result.rows).toBe(0);
    const { text } = await predicted('age,purpose\n\n30,car\n\n\n30,car');
    expect(text.split('\n')).toEqual([
      expect.any(String),
      ...[0, 1].map(() => `30,car,${noCar},${yesCar},yes`),
      '',
    ]);
  });

  it('quotes classes and names that need it', async () => {
    const path = join(folder, 'odd.json');
    const target = { name: 'y', classes: ['a,"b"', 'ja\nwohl é'] };
    writeFileSync(path, JSON.stringify(toModelFile(model, encoder, target)));
    const out = join(folder, 'odd.csv');
    await predictFile(path, write('age,purpose\n30,car\n'), { out });
    expect(readFileSync(out, 'utf8')).toBe(
      `age,purpose,"probability_a,""b""","probability_ja\nwohl é",prediction\n30,car,${noCar},${yesCar},"ja\nwohl é"\n`,
    );
  });
});

async function duck(sql: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

describe('other formats', () => {
  const table =
    "SELECT * FROM (VALUES (30, 'car', [1, 2], DATE '2020-01-02'), (NULL, 'boat', NULL, NULL)) t(age, purpose, list, day)";

  it('Parquet keeps its types, through to Parquet and to CSV', async () => {
    const data = join(folder, 'rows.parquet');
    await duck(`COPY (${table}) TO '${data}'`);
    const out = join(folder, 'said.parquet');
    const { inputs, rows } = await predictFile(modelPath, data, { out });
    expect(rows).toBe(2);
    expect(inputs).toMatchObject([{ missing: 1 }, { unseen: 1, examples: ['boat'] }]);
    expect(await duck(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '${out}')`)).toEqual([
      ['age', 'INTEGER'],
      ['purpose', 'VARCHAR'],
      ['list', 'INTEGER[]'],
      ['day', 'DATE'],
      ['probability_no', 'DOUBLE'],
      ['probability_yes', 'DOUBLE'],
      ['prediction', 'VARCHAR'],
    ]);
    expect(await duck(`SELECT age, list, day, probability_yes, prediction FROM '${out}'`)).toMatchObject([
      [30, [1, 2], '2020-01-02', Number(yesCar), 'yes'],
      [null, null, null, expect.any(Number), expect.any(String)],
    ]);
    const csv = join(folder, 'said.csv');
    await predictFile(modelPath, data, { out: csv });
    expect(readFileSync(csv, 'utf8').split('\n')[1]).toBe(
      `30,car,"[1, 2]",2020-01-02,${noCar},${yesCar},yes`,
    );
  });

  it('many rows stay in their order, each with its own prediction', async () => {
    const data = join(folder, 'many.parquet');
    const rows = "SELECT i AS id, CASE WHEN i % 7 = 0 THEN 50 ELSE 30 END AS age, 'car' AS purpose";
    await duck(`COPY (${rows} FROM range(150000) t(i)) TO '${data}'`);
    const out = join(folder, 'many-said.parquet');
    expect((await predictFile(modelPath, data, { out })).rows).toBe(150_000);
    const [, old] = odds(1 + 2);
    expect(
      await duck(`SELECT count(*)::INTEGER, sum(CASE WHEN id = file_row_number
        AND abs(probability_yes - CASE WHEN id % 7 = 0 THEN ${old} ELSE ${yesCar} END) < 1e-12 THEN 1 END)::INTEGER
        FROM read_parquet('${out}', file_row_number = true)`),
    ).toEqual([[150_000, 150_000]]);
  });

  it('JSON and tables of DuckDB files are read, and texts that are numbers', async () => {
    const lines =
      '{"age": "30", "purpose": "car", "x": {"a": 1}}\n{"age": null, "purpose": "car", "x": null}\n';
    const { text } = await predicted(lines, {}, '.jsonl');
    expect(text.split('\n')[1]).toBe(`30,car,"{""a"":1}",${noCar},${yesCar},yes`);
    await expect(predicted('{"age": "old", "purpose": "car"}\n', {}, '.jsonl')).rejects.toThrow(
      'the model takes column "age" as numbers, as in training; row 1 has "old"',
    );
    const data = join(folder, 'rows.duckdb');
    await duck(`ATTACH '${data}' AS d; CREATE TABLE d.people AS ${table}`);
    const out = join(folder, 'duck.csv');
    const sql = 'SELECT age, purpose FROM people WHERE age IS NOT NULL';
    expect((await predictFile(modelPath, data, { out, sql })).rows).toBe(1);
    expect(readFileSync(out, 'utf8')).toContain(`30,car,${noCar},${yesCar},yes`);
  });

  it('CSV becomes Parquet: numbers of the model as numbers, all else as text', async () => {
    const out = join(folder, 'csv.parquet');
    const rows = Array.from({ length: 5000 }, (_, i) => `30,car,00${i}`);
    await predictFile(modelPath, write(`age,purpose,id\n${rows.join('\n')}\nNA,,\n`), { out });
    expect(
      await duck(`SELECT age, purpose, id, probability_yes FROM '${out}' WHERE id = '004321' OR id IS NULL`),
    ).toMatchObject([
      [30, 'car', '004321', Number(yesCar)],
      [null, null, null, expect.any(Number)],
    ]);
    await expect(
      predictFile(modelPath, write('age,Age,purpose\n1,1,car\n'), { out: join(folder, 'twice.parquet') }),
    ).rejects.toThrow('has columns "age", "Age", which a Parquet file cannot tell apart');
  });
});

describe('several files are one table', () => {
  const HEADER = 'age,purpose';
  /** Files in a folder of their own. @returns a pattern of theirs */
  const parts = (...texts: readonly string[]): string => {
    const own = join(folder, `parts-${files++}`);
    mkdirSync(own);
    for (const [i, text] of texts.entries()) writeFileSync(join(own, `part-${i}.csv`), text);
    return join(own, '*.csv');
  };

  it('of CSV, in the order of their names, with one header', async () => {
    const row = `30,car,${noCar},${yesCar},yes\n`;
    const out = join(folder, 'parts.csv');
    const data = parts(`${HEADER}\n30,car\n30,car`, `${HEADER}\r\n30,hut\r\n`, `${HEADER}\n30,car\n`);
    const shares: (number | undefined)[] = [];
    const { rows, inputs } = await predictFile(
      modelPath,
      data,
      { out },
      { onProgress: (_, share) => shares.push(share) },
    );
    expect(rows).toBe(4);
    expect(inputs[1]).toMatchObject({ unseen: 1, examples: ['hut'] });
    const [no, yes] = odds(0);
    expect(readFileSync(out, 'utf8')).toBe(
      `${HEADER},probability_no,probability_yes,prediction\n${row}${row}30,hut,${no},${yes},no\n${row}`,
    );
    expect(shares.at(-1)).toBe(1);
  });

  it('of Parquet', async () => {
    const own = join(folder, 'parts-of-parquet');
    mkdirSync(own);
    for (const purpose of ['car', 'home']) {
      await duck(`COPY (SELECT 30 AS age, '${purpose}' AS purpose) TO '${join(own, `${purpose}.parquet`)}'`);
    }
    const out = join(folder, 'parts-of-parquet.csv');
    expect((await predictFile(modelPath, own, { out })).rows).toBe(2);
    const [noHome, yesHome] = odds(-1);
    expect(readFileSync(out, 'utf8').split('\n').slice(1)).toEqual([
      `30,car,${noCar},${yesCar},yes`,
      `30,home,${noHome},${yesHome},no`,
      '',
    ]);
  });

  it('and are refused where they are not', async () => {
    const refuse = async (data: string, message: string): Promise<void> => {
      const out = join(folder, 'refused.csv');
      await expect(predictFile(modelPath, data, { out })).rejects.toThrow(message);
      expect(existsSync(out)).toBe(false);
    };
    const first = `${HEADER}\n30,car\n`;
    await refuse(parts(first, 'purpose,age\ncar,30\n'), 'has another order of columns than');
    await refuse(parts(first, 'age;purpose\n30;car\n'), 'has another delimiter than');
    await refuse(parts(first, 'age\n30\n'), 'part-1.csv lacks "purpose"');
    const data = parts(first, `${HEADER}\n30,car\nold,car\n`);
    await refuse(
      data,
      `part-1.csv: the model takes column "age" as numbers, as in training; row 2 has "old"`,
    );
  });
});

it('a file that is changed while it is predicted is named, and nothing is written', async () => {
  const rows = '30,car\n'.repeat(20_000);
  const data = write(`age,purpose\n${rows}`);
  const out = join(folder, 'changed.csv');
  let isChanged = false;
  const onProgress = (): void => {
    if (!isChanged) appendFileSync(data, '30,car\n');
    isChanged = true;
  };
  await expect(predictFile(modelPath, data, { out }, { onProgress })).rejects.toThrow(
    `${data} was changed while it was read`,
  );
  expect(existsSync(out)).toBe(false);
});

describe('where it goes', () => {
  it('to a stream, from a stream', async () => {
    const pieces: Buffer[] = [];
    const stdout = new Writable({
      write: (bytes, _, done) => {
        pieces.push(bytes);
        done();
      },
    });
    const stdin = Readable.from(['age,purpose\n', '30,car\n']);
    const { out } = await predictFile(modelPath, '-', { out: '-' }, { stdin, stdout });
    expect(out).toBe('-');
    expect(Buffer.concat(pieces).toString()).toContain(`30,car,${noCar},${yesCar},yes\n`);
  });

  it('never over a file that is there, unless it is forced', async () => {
    const out = write('mine');
    await expect(predicted('age,purpose\n30,car\n', { out })).rejects.toThrow(
      `${out} is there already; choose another file with \`out\`, or replace it with \`force: true\``,
    );
    expect(readFileSync(out, 'utf8')).toBe('mine');
    await predicted('age,purpose\n30,car\n', { out, force: true });
    expect(readFileSync(out, 'utf8')).toContain(yesCar);
  });

  it('leaves nothing where it fails or is cancelled, and the file that was there', async () => {
    const place = join(folder, 'kept');
    mkdirSync(place);
    const out = join(place, 'p.csv');
    writeFileSync(out, 'mine');
    const rows = `${'30,car\n'.repeat(30_000)}`;
    await expect(predicted(`age,purpose\n${rows}old,car\n`, { out, force: true })).rejects.toThrow(
      'row 30001 has "old": correct it, or if that means missing, add `missing: [\'old\']`',
    );
    const signal = { aborted: false };
    const onProgress = (): void => {
      signal.aborted = true;
    };
    const data = write(`age,purpose\n${rows.repeat(10)}`);
    await expect(predictFile(modelPath, data, { out, force: true }, { signal, onProgress })).rejects.toThrow(
      Interrupted,
    );
    expect(readdirSync(place)).toEqual(['p.csv']);
    expect(readFileSync(out, 'utf8')).toBe('mine');
  });
});

describe('refuses', () => {
  it.each<[string, string, PredictFileOptions, string]>([
    [
      'a column that is not there',
      'Age,purpose\n1,car\n',
      {},
      'has no column "age", which the model takes; did you mean "Age"?',
    ],
    [
      'another spelling',
      'age;purpose\n30,5;car\n',
      {},
      'row 1 has "30,5": correct it, or read it with `decimal: \',\'`',
    ],
    ['infinite numbers', 'age,purpose\ninf,car\n', {}, 'row 1 has "inf"'],
    [
      'a column that would be there twice',
      'age,purpose,prediction\n1,car,x\n',
      {},
      'has a column "prediction" already',
    ],
    [
      'the same with a prefix',
      'age,purpose,new_prediction\n1,car,x\n',
      { prefix: 'new_' },
      "such as `prefix: 'newer_'`",
    ],
    ['ragged lines', 'age,purpose\n1,car,2\n', {}, 'line 2: the line has 3 values'],
    ['other formats', 'age,purpose\n1,car\n', { out: 'p.csv.gz' }, 'end the name in .csv or .parquet'],
    ['a folder', 'age,purpose\n1,car\n', { out: '.' }, 'is a folder; name a file in it'],
    [
      'options that do not exist',
      'age,purpose\n1,car\n',
      { numeric: ['age'] } as never,
      'there is no option "numeric"',
    ],
    ['options of other formats', 'age,purpose\n1,car\n', { table: 'x' }, '`table`: for databases only'],
  ])('%s', async (_, text, options, message) => {
    await expect(predicted(text, options)).rejects.toThrow(message);
    await expect(predicted(text, options)).rejects.toThrow(FairfrontError);
  });

  it('a model that is none', async () => {
    await expect(predictFile(write('{}', '.json'), write('age\n1\n'))).rejects.toThrow(
      'it must be fairfront.model/1',
    );
  });
});

describe('the command', () => {
  const run = async (...args: readonly string[]) => {
    const terminal = fakeTerminal();
    return { code: await main(['predict', ...args], terminal), out: terminal.out(), err: terminal.err() };
  };

  it('says what it did on standard error, and with --json on standard output', async () => {
    const data = write('age,purpose\nNA,boat\n');
    const out = join(folder, 'command.csv');
    const told = await run(modelPath, data, '-o', out);
    expect(told).toMatchObject({ code: 0, out: '' });
    expect(told.err.split('\n')).toEqual([
      '1 row predicted, "repaid": "no" 0, "yes" 1',
      'Note: "age": missing in 1 row.',
      'Note: "purpose": levels that training did not have in 1 row ("boat").',
      `Written: ${out} ("probability_no", "probability_yes", "prediction" added)`,
      '',
    ]);
    const again = await run(modelPath, data, '-o', out);
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('or replace it with --force') });
    const json = await run(modelPath, data, '-o', out, '--force', '--json');
    expect(json).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(json.out)).toEqual(await predictFile(modelPath, data, { out, force: true }));
    expect(await run(modelPath, data, '-o', out, '--force', '--quiet')).toEqual({
      code: 0,
      out: '',
      err: '',
    });
  });

  it('names flags, and shows no commands to a terminal', async () => {
    const data = write('age,purpose,prediction\n1,car,x\n');
    expect((await run(modelPath, data, '-o', join(folder, 'x.csv'))).err).toContain('such as --prefix new_');
    expect((await run(modelPath, data, '-o', '-', '--json')).err).toContain('--json and --out - both want');
    const hostile = await run(modelPath, write('age,purpose\n1,\x1b[2Jx\n'), '-o', join(folder, 'y.csv'));
    expect(hostile.err).toContain('\\x1b[2Jx');
    expect(hostile.err).not.toContain('\x1b');
  });
});

it('says of a column what it holds instead', async () => {
  await expect(predicted('{"age": [1], "purpose": "car"}\n', {}, '.jsonl')).rejects.toThrow(
    'the model takes column "age", which holds lists here',
  );
});

it('a model of code predicts files too, and decides by itself', async () => {
  const plain = await loadModel(modelPath);
  const contrary: Model = { ...plain, decide: (all) => plain.decide(all).map((k) => 1 - k) };
  const data = write('age,purpose\n30,car\n');
  const out = join(dirname(data), 'contrary.csv');
  const { classes } = await predictFile(contrary, data, { out });
  expect(classes.map(({ rows }) => rows)).toEqual([1, 0]);
  expect(readFileSync(out, 'utf8')).toContain(',no\n');
});
