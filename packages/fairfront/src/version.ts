import { readFileSync } from 'node:fs';

/** From package.json, so that it is said in one place. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
