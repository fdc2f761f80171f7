// What the program loads for `--help`, which must not be waited for.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMANDS } from './commands.js';

const program = fileURLToPath(new URL('../../bin/fairfront.js', import.meta.url));
const built = fileURLToPath(new URL('../../dist/cli/program.js', import.meta.url));
const absent = !existsSync(built);
if (absent) process.stdout.write(`skipped: what --help loads, since there is no ${built} (npm run build)\n`);

describe.skipIf(absent)('what is loaded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairfront-loads-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, 'hooks.mjs'),
    `import { appendFileSync } from 'node:fs';
    export async function load(url, context, next) {
      appendFileSync(${JSON.stringify(join(folder, 'loaded'))}, url + '\\n');
      return next(url, context);
    }`,
  );
  writeFileSync(
    join(folder, 'register.mjs'),
    `import { register } from 'node:module'; register('./hooks.mjs', import.meta.url);`,
  );

  /** Every module that the built program loads for these arguments. */
  function loadedBy(...args: readonly string[]): string[] {
    rmSync(join(folder, 'loaded'), { force: true });
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', join(folder, 'register.mjs'), program, ...args],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    return readFileSync(join(folder, 'loaded'), 'utf8').trim().split('\n');
  }
  /** Whatever goes wrong is told by words of core's tables, which are eleven small files; nothing else of core. */
  const WORDS =
    'core\\/(?!dist\\/(tables|words|numbers|error|metrics\\/noticeable|linear\\/softmax|numeric\\/row-numbers|table\\/(levels|table|column|stored-column))\\.js)';
  const HEAVY = new RegExp(
    `duckdb|onnxruntime|packages\\/(charts\\/|neural\\/|${WORDS})|linkedom|plot|sqlite|zod`,
  );
  const commandsIn = (loaded: readonly string[]): string[] =>
    COMMANDS.filter((name) => loaded.some((url) => url.endsWith(`/dist/cli/${name}.js`)));

  it.each(['--help', '--version'])('by %s is the parser, and no command', (flag) => {
    const loaded = loadedBy(flag);
    expect(loaded.filter((url) => url.includes('/commander/'))).not.toEqual([]);
    expect(loaded.filter((url) => HEAVY.test(url))).toEqual([]);
    expect(commandsIn(loaded)).toEqual([]);
  });

  it.each(COMMANDS)('by %s --help is that command alone', (command) => {
    const loaded = loadedBy(command, '--help');
    expect(commandsIn(loaded)).toEqual([command]);
    expect(loaded.filter((url) => /duckdb\/node|onnxruntime|node-sqlite/.test(url))).toEqual([]);
  });
});
