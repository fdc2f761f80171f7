import { defineConfig } from 'vitest/config';
import { listPackages } from './scripts/entry-points.mjs';

// Tests run on the sources, never on a stale build. `npm test` runs the quick ones, `npm run test:slow` the others. Quick
// tests share the modules they import, which saves half of the time; those that replace modules are named *.mock.test.ts
// and have theirs to themselves.
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
    maxWorkers: '100%', // by default a core is left idle
    testTimeout: 30_000,
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

/** The test files of that name in every package and at the root. */
function tests(name: string): string[] {
  return [`packages/*/test/**/${name}`, `test/**/${name}`];
}
