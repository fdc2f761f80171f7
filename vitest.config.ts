import { defineConfig } from 'vitest/config';
import { listPackages } from './scripts/entry-points.mjs';

// Tests run on the sources, never on a stale build.
export default defineConfig({
  resolve: {
    alias: listPackages().flatMap(({ entryPoints }) =>
      entryPoints.map(({ specifier, source }) => ({
        find: new RegExp(`^${specifier}$`),
        replacement: source,
      })),
    ),
  },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30_000,
  },
});
