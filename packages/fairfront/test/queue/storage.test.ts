import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { makeStorage, openStorage } from '../../src/queue/storage.js';

const folder = mkdtempSync(join(tmpdir(), 'fairfront-storage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => join(folder, `${count++}`);
const fileOf = (root: string, kind: string, name: string): string => join(root, kind, name.slice(0, 2), name);
const KEY = 'ab'.repeat(32);

describe('a storage', () => {
  it('gives back values as they were, under the same address for the same content', async () => {
    const storage = await makeStorage(fresh());
    const value = { mu: [0.1, -0, Number.NaN], codes: Uint16Array.of(1, 2), rows: Float64Array.of(1 / 3) };
    const { address } = await storage.put(value);
    expect(address).toMatch(/^[0-9a-f]{64}$/);
    expect(await storage.get(address)).toEqual(value);
    expect(await storage.put({ ...value })).toMatchObject({ address });
    expect((await storage.put({ ...value, mu: [0.1] })).address).not.toBe(address);
  });

  it('has one file for a result, whoever writes it and however often', async () => {
    const root = fresh();
    const storage = await makeStorage(root);
    expect(await storage.result(KEY)).toBeUndefined();
    await Promise.all(Array.from({ length: 5 }, () => storage.putResult(KEY, { risk: 0.25 })));
    expect(await (await openStorage(root)).result(KEY)).toEqual({ result: { risk: 0.25 } });
    expect(readdirSync(join(root, 'results', 'ab'))).toEqual([KEY]);
  });

  it('removes what is damaged: an object is to be put again, a result to be made again', async () => {
    const root = fresh();
    const storage = await makeStorage(root);
    const { address } = await storage.put([1, 2, 3]);
    writeFileSync(fileOf(root, 'objects', address), 'something else');
    await expect(storage.get(address)).rejects.toThrow(/was damaged on the storage/);
    await expect(storage.get(address)).rejects.toThrow(/is not on the storage/);
    const other = (await storage.put([4])).address;
    renameSync(fileOf(root, 'objects', other), join(root, 'objects', other.slice(0, 2), address));
    mkdirSync(join(root, 'objects', address.slice(0, 2)), { recursive: true });
    renameSync(join(root, 'objects', other.slice(0, 2), address), fileOf(root, 'objects', address));
    await expect(storage.get(address)).rejects.toThrow(/was damaged/); // whole, but another content
    await storage.putResult(KEY, 1);
    const elsewhere = `${KEY.slice(0, -1)}c`;
    renameSync(fileOf(root, 'results', KEY), fileOf(root, 'results', elsewhere));
    expect(await storage.result(elsewhere)).toBeUndefined(); // another task's
    expect(existsSync(fileOf(root, 'results', elsewhere))).toBe(false);
  });

  it.each(['../../../etc/passwd', `${KEY}/..`, KEY.toUpperCase(), '', `${KEY}0`])(
    'refuses %j as an address',
    async (address) => {
      const storage = await makeStorage(fresh());
      await expect((async () => storage.get(address))()).rejects.toThrow('an address is 64 digits');
      await expect((async () => storage.putResult(address, 1))()).rejects.toThrow('an address is 64 digits');
    },
  );

  it('neither reads nor writes where a link leads out of it', async () => {
    const [root, outside] = [fresh(), fresh()];
    const storage = await makeStorage(root);
    mkdirSync(join(root, 'results'));
    mkdirSync(outside);
    symlinkSync(outside, join(root, 'results', 'ab'));
    await expect(storage.putResult(KEY, 1)).rejects.toThrow(/a link in it leads elsewhere/);
    expect(readdirSync(outside)).toEqual([]);
  });

  it('waits while the storage is away, says so once, and does not make it anew', async () => {
    const root = fresh();
    const told: string[] = [];
    const storage = await makeStorage(root, { onAway: (text) => told.push(text) });
    const { address } = await storage.put('here');
    renameSync(root, `${root}-away`);
    mkdirSync(root); // a mount point with nothing mounted
    const both = Promise.all([storage.get(address), storage.putResult(KEY, 2)]);
    await sleep(500);
    expect(readdirSync(root)).toEqual([]);
    rmSync(root, { recursive: true });
    renameSync(`${root}-away`, root);
    expect(await both).toEqual(['here', undefined]);
    expect(await storage.result(KEY)).toEqual({ result: 2 });
    expect(told[0]).toMatch(/is away; it is waited for$/);
    expect(told[1]).toMatch(/is back$/);
    expect(told).toHaveLength(2);
  });

  it('is waited for by a worker that is started before the first run', async () => {
    const root = fresh();
    mkdirSync(root);
    const told: string[] = [];
    const opened = openStorage(root, { onAway: (text) => told.push(text) });
    const [first, second] = await Promise.all([makeStorage(root), makeStorage(root)]); // two runs at once
    expect((await opened).id).toBe(first.id);
    expect(second.id).toBe(first.id);
    expect(told).toEqual([`${root} is no storage yet; the first run that names it makes it one`]);
    expect((await makeStorage(fresh())).id).not.toBe(first.id);
  });

  it('must be a folder that can be written to', async () => {
    const file = fresh();
    writeFileSync(file, '');
    await expect(makeStorage(file)).rejects.toThrow(
      /`storage`: cannot write .*; name a folder that all machines/,
    );
    await expect(openStorage(file)).rejects.toThrow(/`storage`: .* is no folder .*: it is a file/);
    await expect(openStorage(fresh())).rejects.toThrow(
      /there is no such file or folder; mount or make it first/,
    );
  });
});
