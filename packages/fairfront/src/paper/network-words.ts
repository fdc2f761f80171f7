import { networkName } from '@fairfront/charts';

/** [MMPF, Table of architectures] */
const PAPER_NETWORK = networkName([512, 512]);

/** What network it was, and whether it is the paper's. @param hidden the width of each block */
export function networkWords(hidden: readonly number[]): string {
  const network = networkName(hidden);
  return network === PAPER_NETWORK
    ? `${network}, the paper’s`
    : `${network}; the paper’s is a ${PAPER_NETWORK}`;
}
