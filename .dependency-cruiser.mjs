// The layers: imports go down only, and never round in a circle.
//   packages   core ← charts, neural ← fairfront ← bench
//   in core    error, words ← numeric ← groups ← table ← encoder ← split ← task ← metrics ← postprocess ← pareto ← search ← linear ← plug-in ← baselines ← theory

/** In each list a layer may import from those before it. */
const packages = ['packages/core', 'packages/charts', 'packages/neural', 'packages/fairfront', 'bench'];
const coreFolders = [
  'error',
  'words',
  'numeric',
  'groups',
  'table',
  'encoder',
  'split',
  'task',
  'metrics',
  'postprocess',
  'pareto',
  'search',
  'linear',
  'plug-in',
  'baselines',
  'theory',
].map((name) => `packages/core/src/${name}`);

const upward = (layers) =>
  layers.slice(0, -1).map((layer, i) => ({
    name: `${layer} imports nothing from above`,
    severity: 'error',
    from: { path: `^${layer}[/.]` },
    to: { path: `^(${layers.slice(i + 1).join('|')})[/.]` },
  }));

export default {
  forbidden: [
    { name: 'no import cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no import that cannot be resolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...upward(packages),
    ...upward(coreFolders),
    {
      name: 'core depends on nothing',
      severity: 'error',
      from: { path: '^packages/core/src' },
      to: { pathNot: '^packages/core/src' },
    },
    {
      name: 'neural does not know charts',
      severity: 'error',
      from: { path: '^packages/neural' },
      to: { path: '^packages/charts' },
    },
    {
      name: 'only one file of neural knows Node and its runtime',
      severity: 'error',
      from: { path: '^packages/neural/src', pathNot: '^packages/neural/src/node.ts$' },
      to: { path: 'onnxruntime', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'charts and networks do not know Node',
      severity: 'error',
      from: { path: '^packages/(charts|neural)/src' },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|/dist/' },
    exclude: { path: '/dist/|/test/|/golden/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.layers.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
