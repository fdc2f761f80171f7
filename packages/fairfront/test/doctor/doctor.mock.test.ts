// The doctor where libraries are missing or broken.

import { expect, it, vi } from 'vitest';
import { doctor } from '../../src/doctor/doctor.js';

it('tells a library that is not installed from one that does not load', async () => {
  vi.doMock('sharp', () => {
    throw Object.assign(new Error("Cannot find package 'sharp'"), { code: 'ERR_MODULE_NOT_FOUND' });
  });
  vi.doMock('@duckdb/node-api', () => ({
    DuckDBInstance: {
      create: () => {
        throw new Error('wrong ELF class\nmore');
      },
    },
  }));
  try {
    const { checks } = await doctor({ environment: {} });
    const byName = new Map(checks.map((check) => [check.name, check]));
    expect(byName.get('DuckDB')).toMatchObject({ status: 'failed', found: 'wrong ELF class' });
    expect(byName.get('sharp')!.status).not.toBe('ok');
    expect(byName.get('sharp')!.wayOut).toContain('npm install');
  } finally {
    vi.doUnmock('sharp');
    vi.doUnmock('@duckdb/node-api');
  }
});
