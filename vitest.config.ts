import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { sourceAliases } from './scripts/entry-points.mjs';

// Tests run on the sources, never on a stale build. `npm test` runs the quick ones, `npm run test:slow` the others. Quick
// tests share the modules they import, which saves half of the time; those that replace modules are named *.mock.test.ts
// and have theirs to themselves.
export default defineConfig({
  resolve: { alias: sourceAliases() },
  test: {
    maxWorkers: '100%', // by default a core is left idle
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } }, // a busy machine takes its time
    setupFiles: [fileURLToPath(new URL('test/same-inputs.ts', import.meta.url))],
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          isolate: false,
          include: tests('*.test.ts'),
          exclude: [...tests('*.slow.test.ts'), ...tests('*.mock.test.ts')],
        },
      },
      { extends: true, test: { name: 'mock', include: tests('*.mock.test.ts') } },
      { extends: true, test: { name: 'slow', include: tests('*.slow.test.ts') } },
    ],
    hookTimeout: 30_000,
  },
});

/** The test files of that name in every package and app, and at the root. */
function tests(name: string): string[] {
  return [`packages/*/test/**/${name}`, `apps/*/test/**/${name}`, `test/**/${name}`];
}
