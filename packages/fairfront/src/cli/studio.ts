// `fairfront studio [folder]`: a web app on this machine, for data, fits, fronts, decisions and reports.

import { spawn } from 'node:child_process';
import { type Command, InvalidArgumentError } from 'commander';
import { type OptionKind, wholeNumber } from '../option-kinds.js';
import { DEFAULT_LIMIT, DEFAULT_PORT, startStudio } from '../studio/studio.js';
import { createContext, type TellingOptions } from './context.js';
import { addFlags, addTelling } from './options/flags.js';
import type { Terminal } from './terminal.js';

const UNITS: Readonly<Record<string, number>> = { '': 1, KB: 1e3, MB: 1e6, GB: 1e9 };

/** Bytes, such as 500MB. */
const size: OptionKind = {
  rule: 'a size such as 500MB or 2GB',
  accepts: (value) => typeof value === 'number' && value >= 1 && Number.isSafeInteger(value),
  parse: (given) => {
    const [, number, unit = ''] = /^(\d{1,9}(?:\.\d{1,6})?) ?([KMG]B)?$/i.exec(given.trim()) ?? [];
    return number === undefined ? Number.NaN : Math.round(Number(number) * UNITS[unit.toUpperCase()]!);
  },
};

const KINDS: Readonly<Record<string, OptionKind>> = { port: wholeNumber(0, 65535), limit: size };

interface StudioFlags extends TellingOptions {
  readonly port?: number;
  readonly limit?: number;
  readonly open: boolean;
}

/** Gives the command its flags, help and action. */
export function defineStudio(command: Command, terminal: Terminal): void {
  addTelling(command).argument('[folder]', 'where data and runs are; it is made if it is missing', '.');
  addFlags(command, 'Options:', KINDS, {
    port: [
      '<number>',
      `of 127.0.0.1; 0: any that is free (default: ${DEFAULT_PORT}, or any where that is taken)`,
    ],
    limit: ['<size>', `of a file that the page sends (default: ${DEFAULT_LIMIT / 1e6}MB)`],
  })
    .option('--no-open', 'print the address, and do not open a browser')
    .addHelpText(
      'after',
      '\nThe page is for this machine only, and needs the token in the printed address. With --json that is one line, { "url": … }.\n\nExamples:\n  fairfront studio\n  fairfront studio loans --port 8080 --no-open',
    )
    .action((folder: string, flags: StudioFlags) => {
      if (folder === '') throw new InvalidArgumentError('name a folder');
      return runStudio(folder, flags, terminal);
    });
}

/** Starts the server, and ends it on Ctrl-C. */
async function runStudio(folder: string, flags: StudioFlags, terminal: Terminal): Promise<void> {
  const { port, limit, open } = flags;
  const context = createContext(flags, terminal);
  const studio = await startStudio({
    folder,
    ...(port !== undefined && { port }),
    ...(limit !== undefined && { limit }),
  });
  const interrupted = new Promise<void>((end) => terminal.onInterrupt(end));
  context.result({ url: studio.url });
  context.say([`The studio of ${folder} is at`, `  ${studio.url}`, 'Ctrl-C ends it; runs go on without it.']);
  if (open) openBrowser(studio.urlOnce(), terminal.platform);
  await interrupted;
  await studio.close();
  context.say(['', 'The studio has ended. Runs under way go on; start it again to see them.']);
}

/** Shows an address in the user's browser. Where that cannot be done, the printed address is there still. */
function openBrowser(url: string, platform: string): void {
  const [program, ...args] =
    platform === 'darwin'
      ? ['open', url]
      : platform === 'win32'
        ? ['cmd', '/c', 'start', '""', url]
        : ['xdg-open', url];
  const browser = spawn(program!, args, { detached: true, stdio: 'ignore' });
  browser.on('error', () => undefined);
  browser.unref();
}
