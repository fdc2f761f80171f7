// The library's `fit` on a table made in code: the command line's result, events, cancelling, going on, saving.

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FairfrontError } from '@fairfront/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type FitEvent, type FitProgress, fit, Interrupted, readTable } from '../../src/index.js';
import { commandLine } from '../../src/report/flags.js';
import type { Fitted } from '../../src/runs/fit.js';
import type { FitOptions } from '../../src/training/options/fit-options.js';
import { UsageError } from '../../src/usage-error.js';
import { categories, KINDS, LOANS, loansTable, withColumn } from './made-table.js';
import { filesOf, fitJson, loans, NETWORK_FILES, readResult, runFiles, workFolder } from './run-fit.js';

const folder = workFolder();
const table = loansTable(600);
const linear = KINDS['linear']!;

type Progress = FitProgress<never>;

/** A fit that is aborted at an event, with what it had kept. */
async function aborted(options: FitOptions, when: (event: FitEvent) => boolean) {
  const signal = { aborted: false };
  const kinds: string[] = [];
  let kept: (() => Progress) | undefined;
  const fitted = fit(table, options, {
    signal,
    onProgress: (event) => {
      kinds.push(event.kind);
      if (when(event)) signal.aborted = true;
    },
    onCheckpoint: (progress) => {
      kept = progress as () => Progress;
    },
  });
  await expect(fitted).rejects.toThrow(Interrupted);
  expect(signal.aborted).toBe(true);
  return { kept: kept?.(), kinds };
}

/** As an option list of the command line. */
function flags(options: FitOptions): string[] {
  return commandLine('fit', { options: { ...options } })
    .split(' ')
    .slice(2);
}

describe.each(Object.entries(KINDS))('fit: %s', (name, options) => {
  let fitted: Fitted;
  const events: FitEvent[] = [];
  beforeAll(async () => {
    fitted = await fit(table, options, { onProgress: (event) => events.push(event) });
  });

  it('has the result of the command line on the same rows, to the last bit', async () => {
    const path = join(folder, `${name}.csv`);
    writeFileSync(path, loans(600));
    const out = join(folder, `command ${name}`);
    const result = await fitJson(path, ...flags(options), '--out', out, '--quiet');
    const { data, asked, ...numbers } = result;
    expect(data).toBe(path);
    expect(asked).toEqual({ data: path, options });
    expect(fitted.result).toEqual({ ...numbers, data: 'table' });
    await fitted.save(join(folder, `library ${name}`));
    const models = readdirSync(out).filter((file) => file.startsWith('model.'));
    expect(runFiles(join(folder, `library ${name}`), models)).toEqual(runFiles(out, models));
  });

  it('tells of everything in order', () => {
    const kinds = events.map(({ kind }) => kind).join(' ');
    expect(kinds).toMatch(
      {
        linear: /^encoding model model( solve){8}( refine)+( front){21} measuring$/,
        'linear, chosen by folds': /^encoding model at-most( fold){26} model( front){21} measuring$/,
        'boosted, chosen by folds': /^encoding( boost)*( tree)* measuring$/,
        boosted: /^encoding model model( solve){8} measuring$/,
        'linear or boosted':
          /^encoding model at-most( fold){26} model( boost)*( tree)*(( front){21})? measuring$/,
        network: /^encoding model( epoch){2} model( epoch){2}( solve( epoch){2}){2} solve measuring$/,
        'plug-in of linear models': /^encoding( component)+ outlook( solve)+( refine)* measuring$/,
        'plug-in of trees': /^encoding( component)+( solve)+( refine)* measuring$/,
        'plug-in of networks': /^encoding( component)+( solve)+( refine)* measuring$/,
      }[name]!,
    );
    const solves = events.flatMap((event) => (event.kind === 'solve' ? [event] : []));
    expect(solves.map(({ solve }) => solve)).toEqual(solves.map((_, i) => i + 1));
    const { trace, strategy, solves: count } = fitted.result.search;
    expect(solves).toHaveLength(strategy === 'exact' || strategy === 'one-run' ? 0 : count);
    expect(solves.every((event) => event.search === strategy && event.maxSolves === options.maxSolves)).toBe(
      true,
    );
    const worst = trace.map(({ risks }) => Math.max(...risks));
    expect(solves.map(({ bestWorstRisk }) => bestWorstRisk)).toEqual(
      worst.map((_, i) => Math.min(...worst.slice(0, i + 1))),
    );
    if (solves.length > 0) {
      expect(solves.map(({ mu, risks }) => ({ mu, risks }))).toEqual(
        trace.map(({ mu, risks }) => ({ mu, risks })),
      );
    }
    for (const { relativeGap, lower, upper } of solves) {
      const isCertified = name !== 'network' && name !== 'boosted';
      if (isCertified) expect(relativeGap).toBeCloseTo((upper! - lower!) / upper!, 12);
      else expect([relativeGap, lower, upper]).toEqual([null, null, null]);
      if (isCertified) expect(relativeGap).toBeGreaterThan(0);
    }
    for (const event of events) {
      if (event.kind !== 'boost') continue;
      expect(event.risks.every((risk) => risk > 0)).toBe(true);
      expect(event.mu.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
    }
  });

  it.each<[string, (event: FitEvent) => boolean]>([
    [
      'in its middle',
      (event) =>
        'solve' in event
          ? event.solve === 2
          : /component|fold|boost/.test(event.kind) && 'done' in event && event.done === 2,
    ],
    [
      'in its search',
      (event) =>
        'solve' in event
          ? event.solve === 2
          : (event.kind === 'fold' && event.done === 24) || (event.kind === 'boost' && event.done === 5),
    ],
  ])('cancelled %s and gone on with, ends with the same result', async (_, when) => {
    const { kept, kinds } = await aborted(options, when);
    expect(kept).toBeDefined();
    expect(kinds.at(-1)).not.toBe('measuring');
    const again: FitEvent[] = [];
    const resumed = await fit(table, options, {
      resume: structuredClone(kept!),
      onProgress: (event) => again.push(event),
    });
    expect(resumed.result).toEqual(fitted.result);
    expect(await resumed.model.predict(table)).toEqual(await fitted.model.predict(table));
    expect(stepsTold(again)).toBeLessThan(stepsTold(events));
  });
});

/** How many steps were told; trees tell of one step again and again, by the clock. */
function stepsTold(events: readonly FitEvent[]): number {
  const byClock = (event: FitEvent): boolean => /boost|tune|tree/.test(event.kind);
  const steps = events.flatMap((event) =>
    byClock(event) && 'done' in event ? [`${event.kind} ${event.done}`] : [],
  );
  return events.filter((event) => !byClock(event)).length + new Set(steps).size;
}

describe('a fit that is cancelled', () => {
  it('before it began trains nothing', async () => {
    const seen: string[] = [];
    const onProgress = ({ kind }: FitEvent): unknown => seen.push(kind);
    await expect(fit(table, linear, { signal: { aborted: true }, onProgress })).rejects.toThrow(Interrupted);
    expect(seen).toEqual(['encoding']);
    const error: unknown = await fit(table, linear, { signal: AbortSignal.abort() }).catch((own) => own);
    expect(error).toBeInstanceOf(FairfrontError);
    expect(error).toMatchObject({ code: 'cancelled', name: 'Interrupted' });
  });

  it('by a timer is so between two solves', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 0);
    await expect(
      fit(
        table,
        { ...LOANS, select: 'validation', maxSolves: 5000, gap: 1e-12, search: 'random' },
        { signal: controller.signal },
      ),
    ).rejects.toThrow(Interrupted);
  });

  it('while others are compared is so too', async () => {
    const { kinds } = await aborted({ ...linear, compare: ['feldman'] }, ({ kind }) => kind === 'compare');
    expect(kinds.filter((kind) => kind === 'compare')).toHaveLength(1);
  });

  it('waits for whoever is told', async () => {
    const order: string[] = [];
    await fit(table, linear, {
      onProgress: async ({ kind }) => {
        order.push(`${kind} begins`);
        await new Promise((goOn) => setTimeout(goOn, 1));
        order.push(`${kind} ends`);
      },
    });
    order.forEach((line, i) => {
      expect(line).toMatch(i % 2 === 0 ? /begins$/ : /ends$/);
    });
  });

  it('hands on what whoever is told throws', async () => {
    const onProgress = (): never => {
      throw new RangeError('enough');
    };
    await expect(fit(table, linear, { onProgress })).rejects.toThrow(new RangeError('enough'));
  });

  it('hands on what is thrown of a component, or of what is kept of it', async () => {
    const refuse = async (): Promise<never> => {
      throw new RangeError('the disk is full');
    };
    const options = KINDS['plug-in of linear models']!;
    const onProgress = ({ kind }: FitEvent): unknown => (kind === 'component' ? refuse() : undefined);
    await expect(fit(table, options, { onProgress })).rejects.toThrow('the disk is full');
    await expect(fit(table, options, { onCheckpoint: refuse })).rejects.toThrow('the disk is full');
  });

  it('refuses to go on from what a fit of other data left', async () => {
    const { kept } = await aborted(linear, ({ kind }) => kind === 'solve');
    await expect(fit(loansTable(601), linear, { resume: kept! })).rejects.toThrow(
      '`resume`: it was left by a fit of other data',
    );
  });

  it('ignores a column that is not in the table because it has too many texts', async () => {
    const columns = [
      ...table.columns.map(({ name, kind }) => ({ name, kind })),
      { name: 'note', kind: 'text' as const },
    ];
    const ignore = [...(linear.ignore ?? []), 'note'];
    const { result } = await fit({ table, columns }, { ...linear, ignore });
    expect(result.models).toEqual((await fit(table, linear)).result.models);
    await expect(fit({ table, columns }, { ...linear, ignore: ['nota'] })).rejects.toThrow('"nota"');
  });
});

describe('saving', () => {
  it('writes the files of a run, and refuses a folder that has some, unless forced', async () => {
    const out = join(folder, 'a folder', 'that is new');
    const fitted = await fit(table, linear);
    await fitted.save(out);
    expect(readdirSync(out).sort()).toEqual(filesOf(out));
    expect(readResult(out)).toEqual(JSON.parse(JSON.stringify(fitted.result)));
    const files = runFiles(out);

    const network = await fit(table, KINDS['network']!);
    await expect(network.save(out)).rejects.toThrow(
      new UsageError(
        `${out} holds a finished run; choose another folder with \`out\`, or replace it with \`force: true\``,
      ),
    );
    expect(runFiles(out)).toEqual(files);
    await network.save(out, { force: true });
    expect(readdirSync(out).sort()).toEqual(filesOf(out, NETWORK_FILES)); // no model.json of the other
    expect(readResult(out).task.model).toBe('mlp');
  });

  it('of a result made without a command says nothing of one', async () => {
    const { result } = await fit(table, linear);
    expect(result).not.toHaveProperty('asked');
    expect(result.data).toBe('table');
    const named = await fit({ table, label: 'my loans', notes: ['by hand'] }, linear);
    expect(named.result).toEqual({ ...result, data: 'my loans', notes: ['by hand', ...result.notes] });
  });
});

describe('options', () => {
  const refused = async (options: unknown, ...data: readonly unknown[]): Promise<string> => {
    const error: unknown = await fit((data.length > 0 ? data[0] : table) as never, options as never).catch(
      (own) => own,
    );
    expect(error).toBeInstanceOf(FairfrontError);
    return (error as Error).message;
  };

  it.each<[object, string]>([
    [{ ...LOANS, maxSolve: 3 }, 'there is no option "maxSolve"; did you mean `maxSolves`?'],
    [{ ...LOANS, categorical: ['age'] }, 'there is no option "categorical"; there are target, groups'],
    [{ ...LOANS, groups: ['sex', 'regoin'] }, 'groups: there is no column "regoin"; did you mean "region"?'],
    [{ ...LOANS, groups: [] }, "`groups` must be a text such as 'sex,age<55', or a list of such texts"],
    [{ groups: 'sex' }, '`target`: name the column to predict'],
    [{ target: 'default' }, "`groups`: name the groups, such as `groups: 'sex,age<55'`"],
    [{ ...LOANS, target: 'defautl' }, 'target: there is no column "defautl"; did you mean "default"?'],
    [{ ...LOANS, folds: 3 }, "`folds` is for plug-in estimation; add `estimation: 'plug-in'`"],
    [{ ...LOANS, hidden: [3] }, "`hidden` is for networks; add `model: 'mlp'` or `model: 'resnet'`"],
    [{ ...LOANS, search: 'exact', loss: 'brier' }, "`search: 'exact'` needs a convex problem"],
    [{ ...LOANS, ignore: ['grad'] }, '`ignore`: there is no column "grad"; did you mean "grade"?'],
    [{ ...LOANS, ignore: ['sex'] }, 'groups: column "sex" is ignored; take it out of `ignore`'],
    [{ ...LOANS, ignore: ['default'] }, 'target: column "default" is ignored'],
  ])('%j', async (options, message) => {
    expect(await refused(options)).toContain(message);
  });

  it.each([[undefined], [null], ['loans.csv'], [{}], [[]]])('%j is no table', async (data) => {
    expect(await refused(LOANS, data)).toBe(
      'the data must be a table, or what readTable or loadData returns',
    );
  });

  it('ignore leaves columns out, as if the table had none', async () => {
    const { result } = await fit(table, { ...linear, ignore: ['grade', 'income'] });
    const columns = table.columns.filter(({ name }) => !['grade', 'income'].includes(name));
    const without = await fit({ rowCount: table.rowCount, columns }, { ...linear, ignore: [] });
    expect(without.result).toEqual(result);
    expect(result.task.features).toBeLessThan((await fit(table, linear)).result.task.features);
  });

  it('what is left undefined is as if it were not there', async () => {
    const { result } = await fit(table, { ...linear, l2: undefined, compare: undefined } as never);
    expect(result).toEqual((await fit(table, linear)).result);
  });

  it('are not changed, nor is the table', async () => {
    const [options, before] = [Object.freeze({ ...linear }), structuredClone(table)];
    await fit(table, options);
    expect(table).toEqual(before);
  });
});

describe('what `readTable` returns', () => {
  it('can be handed on as it is, and what it left out is told by name', async () => {
    const path = join(folder, 'ids.csv');
    const [head, ...rows] = loans(600).trimEnd().split('\n');
    writeFileSync(path, [`${head},id`, ...rows.map((row, i) => `${row},person ${i}`)].join('\n'));
    const read = await readTable(path, { ignore: ['id'] });
    const { result } = await fit(read, linear);
    expect(result).toEqual((await fit(table, linear)).result);
    await expect(fit(read, { ...linear, groups: 'id' })).rejects.toThrow(
      'groups: column "id" is ignored; take it out of `ignore`',
    );
  });
});

describe('a level that ONNX cannot hold', () => {
  // An empty text that is no missing value: files have none, tables in code may.
  const odd = withColumn(
    table,
    categories(
      'purpose',
      Array.from({ length: 600 }, (_, row) => ['', 'car', 'home'][row % 3]),
    ),
  );

  it.each(['linear', 'network'])('does not cost a %s model that is trained', async (name) => {
    const { result, model, save } = await fit(odd, KINDS[name]!);
    const note = result.notes.find((own) => own.startsWith('there is no model.onnx: '));
    expect(note).toContain('column "purpose" has the level ""');
    const out = join(folder, `odd ${name}`);
    await save(out);
    expect(existsSync(join(out, 'model.onnx'))).toBe(false);
    if (name === 'linear') expect(await model.predict(odd)).toHaveLength(1200);
    else await expect(model.predict(odd)).rejects.toThrow('column "purpose" has the level ""');
  });
});
