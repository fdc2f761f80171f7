import type { BoostedModel } from '@fairfront/trees';
import type { BoostProgress, CandidateRun } from './boost-job.js';

/** How far a fit of boosted trees has come. */
export interface BoostedProgress {
  /** What was boosted: the same for the same options and folds. */
  readonly problem?: string | undefined;
  /** Settings that were tried. */
  readonly tuned?: readonly CandidateRun[] | undefined;
  readonly candidates?: BoostProgress | undefined;
  /** Models on all rows that are done, by the place of their candidate. */
  readonly trained?: Readonly<Record<number, BoostedModel>> | undefined;
  /** The one that is being boosted. */
  readonly growing?: BoostedModel | undefined;
}
