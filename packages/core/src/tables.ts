// Tables alone, for threads that start often and need no more of core than this.

export * from './error.js';
export * from './tabular/levels.js';
export * from './tabular/table.js';
export * from './tabular/words.js';
