// What fairfront's own packages share. Not part of the interface: it may change with any version.

export { networkName, strategyName } from './marks/words.js';
export { parameterWords } from './paper/estimation-style.js';
