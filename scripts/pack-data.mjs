// Packs the datasets that ship with the package `fairfront`: their files, checked against the recipes'
// SHA-256, gzipped into packages/fairfront/data. The same zlib gives the same bytes every time: there is no
// time in a header.
//
// usage: npm run build && node scripts/pack-data.mjs <folder that holds adult/ and german/>

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { adult } from '../packages/fairfront/dist/datasets/adult.js';
import { german } from '../packages/fairfront/dist/datasets/german.js';
import { datasetFiles } from '../packages/fairfront/dist/datasets/load-dataset.js';
import { findDataset } from '../packages/fairfront/dist/datasets/locate.js';

const OPERATING_SYSTEM = 9; // the place in a gzip header
const UNKNOWN = 255;

const [folder = '.'] = process.argv.slice(2);
for (const recipe of [adult, german]) {
  const found = findDataset(recipe, [{ path: folder, from: 'dataDir' }]);
  const files = datasetFiles(found);
  for (const { path } of recipe.releases[0]) {
    const packed = gzipSync(readFileSync(await files.checked(path)), { level: 9 });
    packed[OPERATING_SYSTEM] = UNKNOWN;
    const target = fileURLToPath(new URL(`../packages/fairfront/data/${path}.gz`, import.meta.url));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, packed);
    process.stdout.write(`${path}.gz: ${packed.length.toLocaleString('en-US')} bytes\n`);
  }
}
