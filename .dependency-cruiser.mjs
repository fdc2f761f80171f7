// The layers: imports go down only, and never round in a circle; scripts/layers.mjs looks for cycles between folders too.
//   packages       core ← charts, trees ← neural ← fairfront ← apps/studio, bench ← studies, fuzz
//   in core        words ← error ← numeric ← groups ← table ← encoder ← split ← task ← metrics ← postprocess ← pareto
//                  ← search ← linear ← plug-in ← discover ← baselines ← theory
//   in fairfront   threads ← store ← queue ← read ← pictures ← datasets ← task ← notice ← training ← measure ← report
//                  ← runs, audit, front, inspect, paper, demo, doctor ← predict, compare, decide, gate, card, watch, plan, discover, background, worker ← studio ← cli

/** In each list a layer may import from those before it. */
const packages = [
  'packages/core',
  'packages/charts',
  'packages/trees',
  'packages/neural',
  'packages/fairfront',
  'apps/studio',
  'bench',
  'studies',
  'fuzz',
];
const coreFolders = [
  'words',
  'error',
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
  'discover',
  'baselines',
  'theory',
].map((name) => `packages/core/src/${name}`);
/** In the order data goes through them; then what stands side by side, importing neither each other nor the command line. */
const fairfrontFolders = [
  'threads',
  'store',
  'queue',
  'read',
  'pictures',
  'datasets',
  'task',
  'notice',
  'training',
  'measure',
  'report',
];
const besides = ['runs', 'audit', 'front', 'inspect', 'paper', 'demo', 'doctor'];
/** What is done after a fit, with finished runs and predictions; and fits in processes of their own. */
const afterwards = [
  'predict',
  'compare',
  'decide',
  'gate',
  'card',
  'watch',
  'plan',
  'discover',
  'background',
  'worker',
];
const inFairfront = (name) => `packages/fairfront/src/${name}`;

const upward = (layers) =>
  layers.slice(0, -1).map((layer, i) => ({
    name: `${layer} imports nothing from above`,
    severity: 'error',
    from: { path: `^${layer}[/.]` },
    to: { path: `^(${layers.slice(i + 1).join('|')})[/.]` },
  }));
const apart = (layers) =>
  layers.map((layer) => ({
    name: `${layer} imports nothing that stands beside it`,
    severity: 'error',
    from: { path: `^${layer}[/.]` },
    to: { path: `^(${layers.filter((other) => other !== layer).join('|')})[/.]` },
  }));

export default {
  forbidden: [
    { name: 'no import cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no import that cannot be resolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...upward(packages),
    ...upward(coreFolders),
    ...upward([
      ...fairfrontFolders.map(inFairfront),
      `packages/fairfront/src/(${besides.join('|')})`,
      `packages/fairfront/src/(${afterwards.join('|')})`,
      inFairfront('studio'),
      inFairfront('cli'),
    ]),
    ...apart(besides.map(inFairfront)),
    ...apart(afterwards.map(inFairfront)),
    {
      name: 'core depends on nothing',
      severity: 'error',
      from: { path: '^packages/core/src' },
      to: { pathNot: '^packages/core/src' },
    },
    {
      name: 'neural and trees do not know charts',
      severity: 'error',
      from: { path: '^packages/(neural|trees)' },
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
