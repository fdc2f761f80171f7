// The study of MIMIC-III from made-up files in its schema, the whole way: notes to words, networks, the
// baselines on what the naive network makes of them, equalised odds, tables. Nothing is learned of anybody.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { TableResult } from '../../../src/paper/tables/table-result.js';
import { makeMimic } from '../../datasets/made-mimic.js';
import { isProgramAbsent, program } from '../../runs/fit-child.js';

it.skipIf(isProgramAbsent())(
  'table-1 and table-9 are made of the notes',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairfront-mimic-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    await makeMimic(folder, { patients: 1600, notesPerPatient: 2, words: 60, vocabulary: 300 });
    const make = (name: string): TableResult => {
      const out = join(folder, 'out');
      const args = ['paper', name, '--quick', '--splits', '1', '--data-dir', folder, '--out', out, '--quiet'];
      execFileSync(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
      return JSON.parse(readFileSync(join(out, `${name}.json`), 'utf8'));
    };
    const full = make('table-9');
    const methods = [...new Set(full.rows.map(({ method }) => method))];
    expect(methods).toEqual(
      expect.arrayContaining(['Naive CE', 'MMPF BS', 'MMPF CE P', 'Feldman', 'Zafar+H']),
    );
    expect(Object.keys(full.rows[0]!.columns)).toEqual(
      expect.arrayContaining(['A/A/W', 'D/S/NW', 'disparity']),
    );
    for (const { columns } of full.rows) {
      for (const { mean } of Object.values(columns)) expect(mean).toBeTypeOf('number');
    }
    const short = make('table-1'); // of the cells that are kept
    const accuracy = short.rows.find(({ method, metric }) => method === 'Zafar' && metric === 'accuracy')!;
    // Words hint at the outcome: linear models on the network's features do better than a coin.
    expect(accuracy.columns['Group mean']!.mean).toBeGreaterThan(0.6);
  },
  600_000,
);
