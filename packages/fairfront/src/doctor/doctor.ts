// The library's `doctor`: what fairfront finds on this machine, what it could not load, and what to do about it.

import { accessSync, constants } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { groupIndex } from '@fairfront/core';
import type { OnnxRuntime } from '@fairfront/neural';
import { type DatasetPlaces, dataFolders } from '../datasets/data-folders.js';
import { locateDataset } from '../datasets/locate.js';
import { datasets } from '../datasets/registry.js';
import { describeFileError } from '../describe-file-error.js';
import { VERSION } from '../version.js';

/** What `doctor` finds. */
export interface Diagnosis {
  readonly schema: 'fairfront.doctor/1';
  readonly fairfront: string;
  readonly node: string;
  readonly platform: string;
  readonly cores: number;
  readonly memoryGb: number;
  /** In the order in which they are worth looking at. */
  readonly checks: readonly Check[];
}

/** One thing that was looked at. */
export interface Check {
  readonly name: string;
  /** What it is for. */
  readonly for: string;
  /** `missing`: nothing needs it but what it is for; `failed`: it should work and does not. */
  readonly status: 'ok' | 'missing' | 'failed';
  /** A version, a place, or why not. */
  readonly found: string;
  /** What to do, where it is not ok. */
  readonly wayOut?: string;
}

/** The oldest Node that fairfront runs on. */
const OLDEST_NODE = [20, 19] as const;

/** Looks at this machine: versions, libraries, devices, data folders. Everything is tried, not only looked up. */
export async function doctor(places: DatasetPlaces = {}): Promise<Diagnosis> {
  return {
    schema: 'fairfront.doctor/1',
    fairfront: VERSION,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    checks: [
      checkNode(process.versions.node),
      await tried(
        'WebAssembly',
        'boosted trees',
        growTree,
        'start Node without --jitless; linear models do without',
      ),
      checkTemporary(places.environment ?? process.env),
      await tried(
        'DuckDB',
        'Parquet, JSON and DuckDB files',
        duckDbVersion,
        'npm install; until then save tables as CSV',
      ),
      await tried('SQLite', 'SQLite files', sqliteVersion, 'npm install; until then save tables as CSV'),
      await tried('sharp', 'pictures', sharpVersion, 'npm install --include=optional sharp'),
      await tried(
        'onnxruntime-node',
        'networks, and model.onnx',
        onnxVersion,
        'npm install onnxruntime-node; linear models and trees do without',
      ),
      await tried(
        'bullmq, ioredis',
        'workers on other machines',
        loadQueue,
        'npm install bullmq ioredis; one machine does without',
      ),
      ...checkDatasets(places),
    ],
  };
}

/** Holds a version of Node against the oldest one. */
export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  const own = { name: 'Node', for: 'everything', found: version };
  return isNew
    ? { ...own, status: 'ok' }
    : { ...own, status: 'failed', wayOut: `install Node ${OLDEST_NODE.join('.')} or later` };
}

/** Grows a tree: that takes WebAssembly with SIMD. */
async function growTree(): Promise<string> {
  const { boostedOracle } = await import('@fairfront/trees');
  const train = {
    features: { rowCount: 4, columnCount: 1, values: Float32Array.of(0, 1, 2, 3) },
    labels: Int32Array.of(0, 0, 1, 1),
    groups: groupIndex(['a', 'b', 'a', 'b']),
  };
  const oracle = boostedOracle(train, { columns: [{ kind: 'numeric' }], classCount: 2, trees: 1 });
  oracle.solve([0.5, 0.5], {});
  oracle.close();
  return 'a tree was grown';
}

function checkTemporary(environment: Readonly<Record<string, string | undefined>>): Check {
  const folder = environment['TMPDIR'] || tmpdir();
  const own = { name: 'temporary folder', for: 'reading compressed files and standard input' };
  try {
    accessSync(folder, constants.W_OK);
    return { ...own, status: 'ok', found: folder };
  } catch (error) {
    const wayOut = 'name a folder that can be written with the environment variable TMPDIR';
    return { ...own, status: 'failed', found: `${folder}: ${describeFileError(error)}`, wayOut };
  }
}

async function tried(
  name: string,
  what: string,
  version: () => Promise<string>,
  wayOut: string,
): Promise<Check> {
  try {
    return { name, for: what, status: 'ok', found: await version() };
  } catch (error) {
    const { code, message = '' } = error as NodeJS.ErrnoException;
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' || /Cannot find (module|package)/.test(message);
    return {
      name,
      for: what,
      status: isMissing ? 'missing' : 'failed',
      found: isMissing ? 'not installed' : firstLine(error),
      wayOut,
    };
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!.slice(0, 200);
}

async function duckDbVersion(): Promise<string> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:');
  try {
    const connection = await instance.connect();
    const reader = await connection.runAndReadAll('SELECT version()');
    connection.closeSync();
    return String(reader.getRows()[0]![0]);
  } finally {
    instance.closeSync();
  }
}

async function sqliteVersion(): Promise<string> {
  const { default: sqlite } = await import('node-sqlite3-wasm');
  const database = new sqlite.Database(':memory:');
  try {
    return String(database.get('SELECT sqlite_version() AS version')!['version']);
  } finally {
    database.close();
  }
}

async function loadQueue(): Promise<string> {
  await Promise.all([import('bullmq'), import('ioredis')]);
  return 'they load';
}

async function sharpVersion(): Promise<string> {
  const { default: sharp } = await import('sharp');
  const pixel = { create: { width: 1, height: 1, channels: 3 as const, background: '#fff' } };
  await sharp(pixel).png().toBuffer();
  return sharp.versions['sharp'] ?? sharp.versions.vips;
}

async function onnxVersion(): Promise<string> {
  const runtime = (await import('onnxruntime-node')) as unknown as OnnxRuntime & {
    readonly env?: { readonly versions?: { readonly node?: string } };
  };
  const devices = runtime.listSupportedBackends?.().map(({ name }) => name) ?? ['cpu'];
  return `${runtime.env?.versions?.node ?? 'a version it does not tell'}; devices it was built for: ${devices.join(', ')}`;
}

function checkDatasets(places: DatasetPlaces): Check[] {
  const folders = dataFolders(places);
  return datasets.map((recipe): Check => {
    const own = { name: `data: ${recipe.name}`, for: recipe.title };
    const found = locateDataset(recipe, folders);
    if (found !== undefined) return { ...own, status: 'ok', found: found.location };
    const wayOut = '`fairfront datasets` says where to get it and where to put it';
    return { ...own, status: 'missing', found: 'not found', wayOut };
  });
}
