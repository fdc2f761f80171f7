// What the READMEs print is true: every `sh` block of the first runs as printed in an empty folder, every `ts` block
// type-checks. The commands of the packages' own READMEs run where the packages are installed (`npm run packages`).
// A block that needs more than it shows says so in a comment before it: <!-- given: declare const train: LabelledRows; -->

import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleLoans, readmeBlocks, readmeCommands } from '../scripts/readme-blocks.mjs';

const root = resolve(import.meta.dirname, '..');
const readmes = [
  'README.md',
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`),
];

const commands = readmeCommands(join(root, 'README.md'));

describe('commands', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'fairfront-readme-'));

  beforeAll(() => {
    const bin = join(scratch, 'bin');
    mkdirSync(bin);
    const start = `exec "${process.execPath}" "${join(root, 'packages/fairfront/bin/fairfront.js')}" "$@"\n`;
    writeFileSync(join(bin, 'fairfront'), `#!/bin/sh\n${start}`);
    writeFileSync(join(bin, 'npx'), `#!/bin/sh\n[ "$1" = fairfront ] || exit 127\nshift\n${start}`);
    for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755);
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  it('are found', () => {
    expect(commands.length).toBeGreaterThan(2);
  });

  // Commands run in the README's order and in one folder: a later one may use what an earlier one wrote.
  it.each(commands)('README.md:$line $command', { timeout: 240_000 }, async ({ command }) => {
    const folder = join(scratch, 'README');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'loans.csv'), exampleLoans());
    writeFileSync(join(folder, 'predictions.csv'), exampleLoans());
    writeFileSync(join(folder, 'new-loans.csv'), exampleLoans());
    const { FAIRFRONT_DATA: _, ...env } = process.env;
    const path = `${join(scratch, 'bin')}${delimiter}${process.env['PATH']}`;
    await promisify(execFile)('sh', ['-ec', command], {
      cwd: folder,
      env: { ...env, PATH: path, HOME: folder, XDG_CACHE_HOME: join(folder, '.cache') },
    });
  });
});

describe('TypeScript', () => {
  const sources = new Map(
    readmes.flatMap((file) =>
      readmeBlocks(join(root, file), 'ts').map(({ text, line, given }) => [
        join(root, `${file.replaceAll('/', '-')}-line-${line}.ts`),
        `${text}\n${given}\nexport {};\n`,
      ]),
    ),
  );
  const { options } = ts.getParsedCommandLineOfConfigFile(
    join(root, 'tsconfig.layers.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    },
  )!;
  // Strict as a stranger's project is; what is stricter here than there is no stranger's concern.
  Object.assign(options, { noUncheckedIndexedAccess: false, exactOptionalPropertyTypes: false });
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => sources.has(path) || fileExists(path);
  host.readFile = (path) => sources.get(path) ?? readFile(path);
  const program = ts.createProgram([...sources.keys()], options, host);

  it.each([...sources.keys()].map((path) => [path.slice(root.length + 1), path]))(
    '%s type-checks',
    (_, path) => {
      const file = program.getSourceFile(path!)!;
      const errors = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
      expect(errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
    },
  );
});
