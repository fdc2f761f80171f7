import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Tests run on the sources, never on a stale build.
export default defineConfig({
  resolve: {
    alias: {
      '@fairfront/core/theory': source('packages/core/src/theory.ts'),
      '@fairfront/core/baselines': source('packages/core/src/baselines.ts'),
      '@fairfront/core/plug-in': source('packages/core/src/plug-in.ts'),
      '@fairfront/core/tables': source('packages/core/src/tables.ts'),
      '@fairfront/core/internal': source('packages/core/src/internal.ts'),
      '@fairfront/core': source('packages/core/src/index.ts'),
      '@fairfront/neural/node': source('packages/neural/src/node.ts'),
      '@fairfront/neural': source('packages/neural/src/index.ts'),
      '@fairfront/charts': source('packages/charts/src/index.ts'),
    },
  },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
