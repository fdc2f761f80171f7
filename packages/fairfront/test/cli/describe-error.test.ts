import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { FairfrontError } from '@fairfront/core';
import { describe, expect, it } from 'vitest';
import { describeError } from '../../src/cli/describe-error.js';
import { Interrupted } from '../../src/interrupted.js';

const NAMES = [
  'EMFILE',
  'ENOMEM',
  'EACCES',
  'ENOTDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOSPC',
  'EROFS',
  'EIO',
] as const;

function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('describeError', () => {
  it.each(NAMES)('takes %s for the user’s environment', (code) => {
    const fields = { errno: -constants.errno[code], code, syscall: 'open', path: 'a\nb' };
    const { message, ...rest } = describeError(Object.assign(new Error(`${code}: of Node`), fields));
    expect(message).toMatch(new RegExp(`^error: a\\\\nb: [-a-z/ ()]+ \\(${code} on open\\)$`));
    expect(rest).toEqual({ code: 2 });
  });

  it('names a path that is really not there', () => {
    expect(describeError(thrown(() => readFileSync('/nowhere/x')))).toEqual({
      message: 'error: /nowhere/x: there is no such file or folder (ENOENT on open)',
      code: 2,
    });
  });

  it.each([
    thrown(() => new Float64Array(2 ** 45)),
    thrown(() => 'x'.repeat(2 ** 30)),
    new RangeError('Array buffer allocation failed'),
    Object.assign(new Error('Worker terminated due to reaching memory limit: JS heap out of memory'), {
      code: 'ERR_WORKER_OUT_OF_MEMORY',
    }),
    new Error('std::bad_alloc'),
  ])('says how to need less memory: %s', (error) => {
    const { message, code } = describeError(error);
    expect(message).toMatch(/^error: there is too little memory .*--features or --ignore/);
    expect(code).toBe(2);
  });

  it('knows mistakes, interruptions and bugs', () => {
    expect(describeError(new FairfrontError('usage', '`minGroup: 5` is odd'))).toEqual({
      message: 'error: --min-group 5 is odd',
      code: 2,
    });
    expect(describeError(new Interrupted('interrupted'))).toEqual({ message: 'interrupted', code: 130 });
    const bug = describeError(new TypeError('x\ny'));
    expect(bug.code).toBe(1);
    expect(bug.message).toMatch(/^This is a bug .*\nTypeError: x\\ny\n +at /);
    expect(describeError('a text').message).toContain('a text');
  });
});
