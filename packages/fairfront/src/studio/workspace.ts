// The one folder that the studio reads and writes. Every name from outside becomes a path here and nowhere else: it must
// be of the right form, and what it leads to, links followed, must lie inside.

import { lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { INVISIBLE, quoted } from '@fairfront/core/internal';
import { checkRequest } from '../background/background-run.js';
import type { StartRequest } from '../background/run-files.js';
import { datasets, parseDatasetName } from '../datasets/registry.js';
import { FRONT_KINDS } from '../front/front-options.js';
import { type OptionKind, path as pathKind } from '../option-kinds.js';
import { SOURCE_KINDS } from '../task/data-options.js';
import { FIT_KINDS } from '../training/options/fit-options.js';
import { UsageError } from '../usage-error.js';
import { ensureFolder } from '../write-file.js';
import { Refusal } from './refusal.js';

/** Names of runs: letters and digits of any script, and what is harmless between them. */
const RUN_ID = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u;
/** Endings of files that can be data. */
const ENDINGS = [
  'csv',
  'tsv',
  'txt',
  'json',
  'jsonl',
  'ndjson',
  'parquet',
  'duckdb',
  'db',
  'ddb',
  'sqlite',
  'sqlite3',
];
const DATA = new RegExp(`\\.(${ENDINGS.join('|')})(\\.gz)?$`, 'i');
/** Bytes of a name, which file systems have room for beside a number. */
const LONGEST_NAME = 200;

/** The studio's own folder in it. */
const OWN = '.fairfront';

/** Options that name a file or folder. */
const PATHS = Object.entries({ ...SOURCE_KINDS, ...FIT_KINDS, ...FRONT_KINDS } as Record<string, OptionKind>)
  .filter(([, kind]) => kind === pathKind)
  .map(([name]) => name);

export class StudioFolder {
  /** Without links. */
  readonly path: string;

  /** Opens a folder, which is made where it is missing. */
  constructor(folder: string) {
    ensureFolder(folder);
    this.path = realpathSync(folder);
    this.#checkOwn();
  }

  /** Where temporary files go, and locks of runs at work. */
  get own(): string {
    this.#checkOwn();
    const own = join(this.path, OWN);
    ensureFolder(own);
    return own;
  }

  /** Files that can be data, by name. */
  files(): { readonly name: string; readonly bytes: number }[] {
    return readdirSync(this.path)
      .filter((name) => DATA.test(name) && isPlainName(name))
      .sort((left, right) => left.localeCompare(right, 'en'))
      .flatMap((name) => {
        try {
          return [{ name, bytes: statSync(this.#inside(name)).size }];
        } catch {
          return []; // a link that leads out, or nowhere
        }
      });
  }

  /** The path of a file in the folder, or in a folder of it. */
  file(name: string): string {
    const path = this.#inside(name);
    if (!statSync(path).isFile()) throw new Refusal(400, `${quoted([name])} is no file`);
    return path;
  }

  /** Refuses a name that a file cannot be given. */
  checkNewName(name: string): void {
    if (isPlainName(name) && !/[<>:"|?*]/.test(name)) return;
    throw new Refusal(400, `${quoted([name])} cannot be the name of a file in the folder; rename it`);
  }

  /** Refuses a name that data cannot be given: a file that is never listed would be of no use. */
  checkNewData(name: string): void {
    this.checkNewName(name);
    if (DATA.test(name)) return;
    throw new Refusal(
      400,
      `${quoted([name])} is no table that can be read here; save it as CSV. Names that are read end in .${ENDINGS.join(', .')}, each also with .gz`,
    );
  }

  /** What data are loaded by: a path, or the name of a dataset. */
  data(name: string): string {
    if (isDataset(name) && lstatSync(join(this.path, name), { throwIfNoEntry: false }) === undefined) {
      return name;
    }
    return this.file(name);
  }

  /** Options with the paths that they name in full. Refuses what lies outside, or could. */
  placedOptions<Options extends object>(options: Options): Options {
    for (const [name, why] of Object.entries(NOT_HERE)) {
      if (Object.hasOwn(options, name)) throw new Refusal(400, `\`${name}\`: ${why}`);
    }
    const placed = Object.entries(options).map(([name, value]) => [
      name,
      PATHS.includes(name) && value !== undefined ? this.#inside(String(value)) : value,
    ]);
    return Object.fromEntries(placed) as Options;
  }

  /** Refuses a run that cannot be started here. */
  checkStart(request: StartRequest): void {
    const { data, options } = request;
    if (typeof data !== 'string' || typeof options !== 'object' || options === null) {
      throw new Refusal(400, 'a run needs `kind`, `data` and `options`');
    }
    this.data(data);
    this.placedOptions(options);
    checkRequest(request);
    this.#checkOwn();
  }

  /** The folder of a run, which holds no links. */
  run(id: string): string {
    const path = join(this.path, id);
    const isThere = RUN_ID.test(id) && lstatSync(path, { throwIfNoEntry: false })?.isDirectory();
    if (!isThere) throw new Refusal(404, `there is no run ${quoted([id])}`);
    const entries = [path, join(path, 'process'), join(path, 'checkpoint')].flatMap((folder) =>
      lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()
        ? readdirSync(folder, { withFileTypes: true })
        : [],
    );
    const link = entries.find((entry) => entry.isSymbolicLink());
    if (link !== undefined) {
      throw new Refusal(
        403,
        `the run ${quoted([id])} has a link in it, ${quoted([link.name])}, and is not opened`,
      );
    }
    return path;
  }

  /** Whether a name is that of a folder that can be a run. */
  isRun(id: string): boolean {
    try {
      return this.run(id) !== '';
    } catch {
      return false;
    }
  }

  /** Makes a new folder for a run. @param from what the run is made of: data, or another run */
  newRun(from: string): string {
    const name = basename(from).replace(DATA, '').normalize('NFC');
    const safe = name
      .replace(/[^\p{L}\p{N}_]+/gu, '-')
      .replace(/^[-_]+/, '')
      .replace(/-$/, '');
    const start = Array.from(safe).slice(0, 60).join('') || 'run';
    for (let number = 1; ; number++) {
      const id = `${start}-${number}`;
      try {
        mkdirSync(join(this.path, id));
        return id;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }

  /** A message without the folder's own path: those who read it know where they are. */
  tidy(message: string): string {
    return message.replaceAll(`${this.path}${sep}`, '');
  }

  /** A folder that came from elsewhere may have a link where ours would be. */
  #checkOwn(): void {
    const own = join(this.path, OWN);
    if (!lstatSync(own, { throwIfNoEntry: false })) return;
    const entries = lstatSync(own).isDirectory() ? readdirSync(own, { withFileTypes: true }) : undefined;
    if (entries === undefined || entries.some((entry) => entry.isSymbolicLink())) {
      throw new UsageError(`${own} is no folder of ours, or has a link in it; remove it`);
    }
  }

  /** The path that a relative name leads to, links followed, if that lies inside. */
  #inside(name: string): string {
    const parts = name.split(sep === '\\' ? /[\\/]/ : '/'); // as whoever opens the file reads the name
    const isRelative = parts.every((part) => isPlainName(part));
    if (!isRelative) throw new Refusal(403, `${quoted([name])} is not the name of a file in the folder`);
    let path: string;
    try {
      path = realpathSync(join(this.path, ...parts));
    } catch {
      throw new Refusal(404, `there is no ${quoted([name])} in the folder`);
    }
    if (!path.startsWith(this.path + sep)) {
      throw new Refusal(403, `${quoted([name])} leads out of the folder`);
    }
    return path;
  }
}

/** Why some options are for the command line alone. */
const NOT_HERE: Readonly<Record<string, string>> = {
  sql: 'a query is a program, and is not taken from a page; use the command line, or name a `table`',
  image: 'cells can name pictures anywhere on this machine; use the command line',
};

/** Whether a name is one part of a path, begins as names do, and shows all of its characters. */
function isPlainName(name: string): boolean {
  return (
    name !== '' &&
    !/^[.~-]|[\\/]/.test(name) &&
    name.replace(INVISIBLE, '') === name &&
    Buffer.byteLength(name) <= LONGEST_NAME
  );
}

function isDataset(name: string): boolean {
  if (!datasets.some((recipe) => recipe.name === name.split(':')[0])) return false;
  parseDatasetName(name); // says which presets there are
  return true;
}
