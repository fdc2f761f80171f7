// What the READMEs print is true: every `sh` block runs as printed in an empty folder, every `ts` block type-checks.
// A block that needs more than it shows says so in a comment before it: <!-- given: declare const train: LabelledRows; -->

import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const readmes = [
  'README.md',
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/README.md`),
];

/** Commands that are not run here, and why. Anything else must run. */
const notRun: readonly { readonly command: RegExp; readonly why: string }[] = [
  {
    command: /^npm (ci|install|i)( |$)/,
    why: 'installs from npm; `npm run packages` installs the packed packages',
  },
  { command: /^npm test$/, why: 'runs this test' },
  { command: /^(git clone|cd) /, why: 'the clone is here' },
];

const commands = readmes.flatMap((file) =>
  blocks(file, 'sh').flatMap(({ text, line }) =>
    text
      .replaceAll('\\\n', ' ')
      .split('\n')
      .flatMap((each) => each.replace(/(^|\s)#.*$/, '').split('&&'))
      .map((each) => ({ file, line, command: each.trim() }))
      .filter(({ command }) => command !== '' && !notRun.some((known) => known.command.test(command))),
  ),
);

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

  // Commands of one README run in its order and in one folder: a later one may use what an earlier one wrote.
  it.each(commands)('$file:$line $command', { timeout: 240_000 }, async ({ file, command }) => {
    const folder = join(scratch, file.replaceAll('/', '-'));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'loans.csv'), loans());
    writeFileSync(join(folder, 'predictions.csv'), loans());
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
      blocks(file, 'ts').map(({ text, line, given }) => [
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

/** The fenced blocks of one language, with the line they begin at and what a comment before them says is given. */
function blocks(file: string, language: string): { text: string; line: number; given: string }[] {
  const markdown = readFileSync(join(root, file), 'utf8');
  const fence = new RegExp(`(?:<!-- given: ([^]*?)-->\\s*)?^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm');
  return [...markdown.matchAll(fence)].map(({ 0: all, 1: given, 2: text, index }) => ({
    text: text!,
    line: markdown.slice(0, index + all.indexOf('```')).split('\n').length,
    given: given ?? '',
  }));
}

/** A table as the READMEs speak of: 2000 loans, and somebody's forecast of default for each. */
function loans(): string {
  const rows = Array.from({ length: 2000 }, (_, i) => {
    const sex = i % 3 === 0 ? 'female' : 'male';
    const income = 20 + ((i * 7919) % 97);
    const chance = ((sex === 'female' ? 70 : 55) - income / 2) / 100;
    const defaults = (i * 104729) % 101 < 100 * chance ? 'yes' : 'no';
    return [sex, 18 + ((i * 31) % 60), income, defaults, Math.max(0.02, chance).toFixed(3)].join(',');
  });
  return ['sex,age,income,default,p_default', ...rows, ''].join('\n');
}
