import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureFolder, writeFolder, writeWhole } from '../src/write-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairfront-write-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What a folder holds, names and texts. */
const held = (): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

describe('a file', () => {
  it('creates folders on the way and leaves only itself', () => {
    writeWhole(join(folder, 'a', 'b.txt'), 'text');
    expect(readFileSync(join(folder, 'a', 'b.txt'), 'utf8')).toBe('text');
    expect(readdirSync(join(folder, 'a'))).toEqual(['b.txt']);
  });

  it('is written chunk by chunk, and not at all where a chunk cannot be made', () => {
    const path = join(folder, 'b.txt');
    writeWhole(path, function* () {
      for (const text of ['one ', 'two ', 'three']) yield Buffer.from(text);
    });
    expect(held()).toEqual({ 'b.txt': 'one two three' });
    const broken = function* (): Iterable<Uint8Array> {
      yield Buffer.from('half');
      throw new Error('no more');
    };
    expect(() => writeWhole(path, broken)).toThrow();
    expect(held()).toEqual({ 'b.txt': 'one two three' });
  });

  it('replaces what was there', () => {
    writeWhole(join(folder, 'b.txt'), 'old');
    writeWhole(join(folder, 'b.txt'), 'new');
    expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('new');
  });

  it('replaces a link in its place, and leaves alone what the link leads to', () => {
    const [precious, place] = [join(folder, 'precious'), join(folder, 'result.json')];
    writeFileSync(precious, 'precious');
    symlinkSync(precious, place);
    writeWhole(place, 'new');
    expect(lstatSync(place).isSymbolicLink()).toBe(false);
    expect(held()).toEqual({ precious: 'precious', 'result.json': 'new' });
  });

  it('follows no link planted under the name that its temporary file once had', () => {
    const [precious, place] = [join(folder, 'precious'), join(folder, 'b.txt')];
    writeFileSync(precious, 'precious');
    symlinkSync(precious, `${place}.${process.pid}.tmp`);
    writeWhole(place, 'new');
    expect(readFileSync(precious, 'utf8')).toBe('precious');
  });

  it.skipIf(process.platform === 'win32')('may be read by whom the user lets read new files', () => {
    writeWhole(join(folder, 'b.txt'), 'text');
    expect(statSync(join(folder, 'b.txt')).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  it('is named where it cannot be written', () => {
    expect(() => writeWhole(join(folder, '.'), 'text')).toThrow(/cannot write .*`out`/s);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the files of a result', () => {
  const old = { 'model.onnx': 'old model', 'naive.onnx': 'old naive', 'result.json': 'old result' };

  it('replace those of an earlier one, and no other files', () => {
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    writeFolder(folder, old);
    writeFolder(folder, { 'model.onnx': 'model', 'result.json': 'result' }, Object.keys(old));
    expect(held()).toEqual({ 'notes.txt': 'mine', 'model.onnx': 'model', 'result.json': 'result' });
  });

  it('leave the earlier ones as they were where one of them cannot be written', () => {
    writeFolder(folder, old);
    const broken = { 'model.onnx': 'model', 'result.json': 1n as never };
    expect(() => writeFolder(folder, broken, Object.keys(old))).toThrow(/cannot write .*`out`/s);
    expect(held()).toEqual(old);
  });

  it('leave the earlier ones as they were where a folder is in the way', () => {
    writeFolder(folder, old);
    mkdirSync(join(folder, 'in the way'));
    writeFileSync(join(folder, 'in the way', 'file'), ''); // a folder that cannot be replaced
    const files = { 'model.onnx': 'model', 'in the way': 'text', 'result.json': 'result' };
    expect(() => writeFolder(folder, files, Object.keys(old))).toThrow(
      'a folder stands where a file should be',
    );
    for (const [name, content] of Object.entries(old)) {
      expect(readFileSync(join(folder, name), 'utf8')).toBe(content);
    }
  });

  it('follow no links', () => {
    const precious = join(folder, 'precious');
    writeFileSync(precious, 'precious');
    symlinkSync(precious, join(folder, 'result.json'));
    writeFolder(folder, { 'result.json': 'new' });
    expect(held()).toEqual({ precious: 'precious', 'result.json': 'new' });
  });
});

describe('a folder that cannot be', () => {
  it.each([
    ['a path through a file', () => join(folder, 'file.csv', 'x'), 'a file stands where a folder should be'],
    ['a file', () => join(folder, 'file.csv'), 'it is a file'],
    ['a link to itself', () => join(folder, 'loop'), 'its links lead round in a circle'],
    ['a path through such a link', () => join(folder, 'loop', 'x'), 'its links lead round in a circle'],
    ['a link to nothing', () => join(folder, 'nowhere'), 'there is no such file or folder'],
    [
      'a name of 5,000 characters',
      () => join(folder, 'a'.repeat(5000)),
      'the name is longer than the system allows',
    ],
    ['one where folders cannot be made', () => '/proc/fairfront/deep', 'there is no such file or folder'],
  ])('%s is refused in plain words', (_, path, reason) => {
    writeFileSync(join(folder, 'file.csv'), '');
    symlinkSync('loop', join(folder, 'loop'));
    symlinkSync('nothing', join(folder, 'nowhere'));
    let message = '';
    try {
      ensureFolder(path());
    } catch (error) {
      expect(error).toMatchObject({ code: 'usage' });
      message = (error as Error).message;
    }
    expect(message).toContain(`${reason}. Choose another folder with \`out\``);
    expect(message.replaceAll(folder, '')).not.toMatch(/E[A-Z]{4}/); // folders have random letters
    expect(message.length).toBeLessThan(400);
  });

  it('one without a name is not the current folder', () => {
    expect(() => ensureFolder('')).toThrow('`out` must name a folder');
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('one that nobody may write to', () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o500 });
    expect(() => ensureFolder(join(closed, 'x'))).toThrow('you have no permission to write there');
    expect(existsSync(join(closed, 'x'))).toBe(false);
  });
});
