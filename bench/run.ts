// `npm run bench -- <name>`: how fast something is, against others where they are installed. Prints tables;
// its last line is one JSON object, { "bench": "linear", "ratios": { "<what>": 23.1 }, … }.

interface BenchResult {
  readonly ratios: Readonly<Record<string, number>>;
}

const benches: Readonly<Record<string, () => Promise<BenchResult>>> = {
  boosted: async () => (await import('./boosted.js')).benchBoosted(),
  convolution: async () => (await import('./convolution.js')).benchConvolution(),
  discover: async () => (await import('./discover.js')).benchDiscover(),
  fit: async () => (await import('./fit.js')).benchFit(),
  ingest: async () => (await import('./ingest.js')).benchIngest(),
  linear: async () => (await import('./linear.js')).benchLinear(),
  metrics: async () => (await import('./metrics.js')).benchMetrics(),
  neural: async () => (await import('./neural.js')).benchNeural(),
  'plug-in': async () => (await import('./plug-in.js')).benchPlugIn(),
  predict: async () => (await import('./predict.js')).benchPredict(),
  regression: async () => (await import('./regression.js')).benchRegression(),
  scale: async () => (await import('./scale.js')).benchScale(),
  search: async () => (await import('./search.js')).benchSearch(),
  studio: async () => (await import('./studio.js')).benchStudio(),
  'start-up': async () => (await import('./start-up.js')).benchStartUp(),
};

const [name = ''] = process.argv.slice(2);
const bench = benches[name];
if (bench === undefined) {
  process.stderr.write(
    `usage: npm run bench -- <name>, where <name> is one of: ${Object.keys(benches).join(', ')}\n`,
  );
  process.exitCode = 2;
} else {
  process.stdout.write(`${JSON.stringify({ bench: name, ...(await bench()) })}\n`);
}
