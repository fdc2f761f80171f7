// `npm run study -- <name>`: an experiment behind the docs. The same in every run; its last line is one JSON
// object. `discover 450 1000` runs its simulations without a planted sub-population from the 451st to the 1,000th alone.

const studies: Readonly<Record<string, (args: readonly string[]) => Promise<object>>> = {
  'baseline-grids': async () => (await import('./baseline-grids.js')).studyBaselineGrids(),
  blind: async () => (await import('./blind.js')).studyBlind(),
  boosted: async () => (await import('./boosted.js')).studyBoosted(),
  coverage: async () => (await import('./coverage.js')).studyCoverage(),
  discover: async (args) => {
    const { studyDiscover, studyNothing } = await import('./discover.js');
    return args.length === 0 ? studyDiscover() : studyNothing(Number(args[0]), Number(args[1]));
  },
  'equalised-odds': async () => (await import('./equalised-odds.js')).studyEqualisedOdds(),
  generalisation: async () => (await import('./generalisation.js')).studyGeneralisation(),
  penalty: async () => (await import('./penalty.js')).studyPenalty(),
  regression: async () => (await import('./regression.js')).studyRegression(),
  reproduction: async () => (await import('./reproduction.js')).writeReproduction(),
  'star-sets': async () => (await import('./star-sets.js')).studyStarSets(),
  steering: async () => (await import('./steering.js')).studySteering(),
  text: async () => (await import('./text.js')).studyText(),
  verdicts: async () => (await import('./verdicts.js')).studyVerdicts(),
  watch: async () => (await import('./watch.js')).studyWatch(),
};

const [name = '', ...args] = process.argv.slice(2);
const study = studies[name];
if (study === undefined) {
  process.stderr.write(
    `usage: npm run study -- <name>, where <name> is one of: ${Object.keys(studies).join(', ')}\n`,
  );
  process.exitCode = 2;
} else {
  process.stdout.write(`${JSON.stringify({ study: name, ...(await study(args)) })}\n`);
}
