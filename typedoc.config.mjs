// `npm run docs`: the reference of every public entry point, in docs/api. Any warning fails it: a function or class
// without a summary, a parameter type that is not exported, a link that leads nowhere.

import { OptionDefaults } from 'typedoc';
import { listPackages } from './scripts/entry-points.mjs';

const packages = listPackages();

export default {
  name: 'fairfront',
  entryPoints: packages.flatMap(({ entryPoints }) =>
    entryPoints.filter(({ isPublic }) => isPublic).map(({ source }) => source),
  ),
  tsconfig: 'tsconfig.layers.json',
  out: 'docs/api',
  readme: 'none',
  disableSources: true,
  blockTags: [...OptionDefaults.blockTags, '@generated'], // of the protobuf code
  treatWarningsAsErrors: true,
  validation: { notExported: true, invalidLink: true, notDocumented: true },
  packagesRequiringDocumentation: packages.map(({ json }) => json.name),
  requiredToBeDocumented: ['Function', 'Class', 'Variable'],
};
