// Tables, errors and the softmax alone, for threads that start often and need no more of core than this.

export * from './error.js';
export * from './linear/softmax.js';
export { count } from './numbers.js';
export * from './table/levels.js';
export * from './table/table.js';
export * from './words.js';
