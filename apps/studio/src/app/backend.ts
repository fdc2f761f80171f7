// What the studio asks of whoever does the work: a server of fairfront on this machine (`server-backend.ts`, over HTTP),
// or a worker inside the page (`page-backend.ts`), for which the data never leave it. Pages of the studio know only this.

import type { DecideOptions, DecisionResult, Inspection, TaskOptions } from 'fairfront';
import type {
  FrontExplorer,
  OpenedRun,
  ReportPage,
  StartRequest,
  StudioEvent,
  Workspace,
} from 'fairfront/internal/pages';

// The same types are the server's, so that the two cannot drift apart.
export type {
  ExplorerPoint,
  FrontExplorer,
  Happened,
  OpenedRun,
  RunKind,
  RunState,
  RunSummary,
  StartRequest,
  StudioEvent,
  Workspace,
} from 'fairfront/internal/pages';

export interface Backend {
  readonly kind: 'server' | 'page';
  /** Data and runs that are there. */
  workspace(): Promise<Workspace>;
  /** Adds a file to the workspace. @returns the name to use it by */
  addFile(file: File, onProgress?: (share: number) => void): Promise<string>;
  /** What the columns are; with a target or groups also the sizes of groups and classes, and warnings. */
  inspect(data: string, options?: TaskOptions): Promise<Inspection>;
  /** Starts a fit or a front. @returns the id of the run */
  start(request: StartRequest): Promise<string>;
  /** Everything that is known of a run. */
  open(id: string): Promise<OpenedRun>;
  /**
   * Tells all events of a run from its first, and goes on until it ends or the returned function is called.
   * @param onLost told why whoever does the work does not answer, and without a reason when it answers
   */
  follow(id: string, onEvent: (event: StudioEvent) => void, onLost?: (why?: string) => void): () => void;
  cancel(id: string): Promise<void>;
  resume(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** What each group gets at each point of a front, decisions included. */
  explore(id: string): Promise<FrontExplorer>;
  /** Makes a run of a point of a front. @returns its id */
  choose(id: string, point: number | string): Promise<string>;
  /** What a threshold does. */
  decide(id: string, options: DecideOptions): Promise<DecisionResult>;
  /** Makes a run that decides so. @returns its id */
  keepDecision(id: string, options: DecideOptions): Promise<string>;
  /** Runs side by side, as a report. */
  compare(ids: readonly string[]): Promise<ReportPage>;
  /** Probabilities for the rows of a file, as a file. @param group its column with the group, where that decides too */
  predict(id: string, file: File, group?: string): Promise<Download>;
  /** A file of a run, such as model.json, model.onnx, report.html or card.md. */
  download(id: string, name: string): Promise<Download>;
}

export interface Download {
  readonly name: string;
  readonly content: Blob;
}
