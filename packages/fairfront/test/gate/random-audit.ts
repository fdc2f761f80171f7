// Random predictions, and rules that fit them.

import { Readable } from 'node:stream';
import { createRandom, createTable, type RandomSource, type Table } from '@fairfront/core';
import { expect } from 'vitest';
import { main } from '../../src/cli/program.js';
import type { GateResult } from '../../src/gate/gate.js';
import { gate } from '../../src/index.js';
import { fakeTerminal } from '../fake-terminal.js';
import { categories, numbers } from '../runs/made-table.js';

const GROUPS = ['A', 'B b', 'C#"3'];

export interface RandomAudit {
  readonly lines: readonly string[];
  readonly table: Table;
  readonly rules: readonly string[];
  readonly groups: readonly string[];
}

/** A few dozen predictions for two or three groups, good or bad, and one to three rules about them. */
export function randomAudit(seed: number): RandomAudit {
  const random = createRandom(seed);
  const below = (limit: number): number => Math.floor(random.uniform() * limit);
  const groups = GROUPS.slice(0, 2 + below(2));
  const skill = random.uniform();
  const rows = Array.from({ length: 12 + below(150) }, (_, row) => {
    const truth = random.uniform() < 0.5 ? 1 : 0;
    const p = skill * truth * 0.6 + (1 - 0.6 * skill) * random.uniform();
    return {
      group: groups[row < groups.length ? row : below(groups.length)]!,
      truth: row < 2 ? row : truth,
      p: Number(p.toFixed(3)),
    };
  });
  return {
    lines: [
      'g,y,p',
      ...rows.map(({ group, truth, p }) => `"${group.replaceAll('"', '""')}",${truth ? 'yes' : 'no'},${p}`),
    ],
    table: createTable([
      categories(
        'g',
        rows.map(({ group }) => group),
      ),
      categories(
        'y',
        rows.map(({ truth }) => (truth ? 'yes' : 'no')),
      ),
      numbers(
        'p',
        rows.map(({ p }) => p),
      ),
    ]),
    rules: Array.from({ length: 1 + below(3) }, () => randomRule(random, groups)),
    groups,
  };
}

const METRICS = ['accuracy', 'brier', 'cross-entropy', 'ece', 'mce'];

/** A rule that every such table can be asked. */
function randomRule(random: RandomSource, groups: readonly string[]): string {
  const one = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random.uniform() * values.length)]!;
  const name = `"${one(groups).replaceAll('"', '""')}"`;
  const about = one([
    `worst ${one(METRICS)}`,
    `disparity ${one([...METRICS, 'selectionRate', 'base-rate', 'meanPrediction'])}`,
    `overall ${one(METRICS.slice(0, 3))}`,
    `group ${name} ${one([...METRICS, 'selection_rate'])}`,
    one(['impact-ratio', 'demographic-parity']),
  ]);
  const limit = random.uniform();
  const number = random.uniform() < 0.5 ? limit.toFixed(2) : `${(100 * limit).toFixed(1)}%`;
  return `${about} ${one(['<', '<=', '>', '>='])} ${number}`;
}

/** What the command prints and its exit code; the predictions come by standard input. */
export async function gateCommand(
  lines: readonly string[],
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly result: GateResult; readonly err: string }> {
  const terminal = fakeTerminal({ stdin: Readable.from([`${lines.join('\n')}\n`]) });
  const code = await main(['gate', '-', '--json', '--quiet', ...args], terminal);
  return {
    code,
    result: terminal.out() === '' ? undefined : JSON.parse(terminal.out()),
    err: terminal.err(),
  };
}

const COLUMNS = { target: 'y', groups: 'g', probabilities: ['p'] };
const FLAGS = ['--target', 'y', '--groups', 'g', '--probabilities', 'p'];

/** The library and the command, `main` itself, find the same in random audits, and verdicts of every kind. */
export async function expectSameVerdicts(count: number): Promise<void> {
  const met = { passed: 0, failed: 0, 'not-so': 0, 'cannot-be-sure': 0, 'surely-worse': 0 };
  for (let seed = 0; seed < count; seed++) {
    const { lines, table, rules } = randomAudit(seed);
    const point = seed % 3 === 0;
    const { code, result, err } = await gateCommand(
      lines,
      ...FLAGS,
      ...rules.flatMap((rule) => ['--rule', rule]),
      ...(point ? ['--point', '--resamples', '0'] : ['--resamples', '10']),
    );
    const { data: _, ...own } = await gate(table, {
      ...COLUMNS,
      rules,
      resamples: point ? 0 : 10,
      ...(point && { point }),
    });
    const { data: __, ...printed } = result;
    expect(printed).toEqual(JSON.parse(JSON.stringify(own)));
    expect(code).toBe(own.passed ? 0 : 3);
    expect(err === '').toBe(own.passed);
    for (const { verdict, reason } of own.rules) {
      met[verdict]++;
      if (reason !== null) met[reason]++;
    }
  }
  for (const verdict of ['passed', 'not-so', 'cannot-be-sure'] as const)
    expect(met[verdict]).toBeGreaterThan(count / 20);
}
