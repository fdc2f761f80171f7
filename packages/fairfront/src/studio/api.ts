// What the studio's server says to its page, as types: shared by both, so that they cannot drift apart. Nothing here runs.

import type { StartRequest } from '../background/run-files.js';
import type { RunSummary } from '../background/run-summary.js';
import type { DecisionResult } from '../decide/decision-result.js';
import type { FrontResult } from '../front/front-result.js';
import type { FitResult } from '../measure/fit-result.js';
import type { ReportPage } from '../report/page.js';

export type { Happened, RunKind, RunState, StartRequest, StudioEvent } from '../background/run-files.js';
export type { RunSummary } from '../background/run-summary.js';
export type { ExplorerPoint, FrontExplorer } from '../front/explore-front.js';

/** Data and runs that are there. */
export interface Workspace {
  /** The folder of a server; absent in a page. */
  readonly folder?: string;
  readonly version: string;
  /** Datasets that are there by name, such as adult:gender. */
  readonly datasets: readonly { readonly name: string; readonly title: string }[];
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  /** The newest first. */
  readonly runs: readonly RunSummary[];
}

/** Everything that is known of a run. */
export interface OpenedRun {
  readonly summary: RunSummary;
  /** What was asked for. */
  readonly request?: StartRequest;
  /** As one would type it. */
  readonly command?: string;
  /** Of a finished run. */
  readonly result?: FitResult | FrontResult;
  readonly page?: ReportPage;
  /** Of a run that decides by a threshold. */
  readonly decision?: DecisionResult;
  /** What can be downloaded. */
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
}
