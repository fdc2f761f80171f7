// In CI, tests on random inputs draw the same ones every time: a change is judged by what it changes. Elsewhere they draw
// new ones, and print the seed of those that fail.

import fc from 'fast-check';

if (process.env['CI'] !== undefined) fc.configureGlobal({ seed: 1 });
