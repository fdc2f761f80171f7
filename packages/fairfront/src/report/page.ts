// A report as data: what it says, in which order, whoever shows it. Made of a result and of nothing else, in Node and in
// a page; drawn by the components of the studio, which also make report.html.

import type { Figure } from '@fairfront/charts';
import type { TextTable } from './table.js';

export interface ReportPage {
  /** What it is about, in words a stranger understands. */
  readonly title: string;
  /** What was looked at: data, rows, date. */
  readonly subtitle?: string;
  /** What to read first, set apart. */
  readonly verdict?: PageVerdict;
  readonly sections: readonly Section[];
}

export interface PageVerdict {
  /** How it is coloured: good news, keep what there is, no news. */
  readonly tone: 'good' | 'keep' | 'unclear';
  readonly headline: string;
  /** What to do and what it rests on, in two sentences. */
  readonly text: string;
  /** What voids it, if anything does. */
  readonly caveats?: readonly string[];
}

export interface Section {
  /** For links: letters and hyphens. */
  readonly id: string;
  readonly title: string;
  /** Whether it is for those who check, and shut at first. Default false. */
  readonly isAppendix?: boolean;
  readonly blocks: readonly Block[];
}

export type Block =
  /** A paragraph; options in it are named as flags. */
  | { readonly kind: 'words'; readonly text: string }
  /** What a reader must not miss. */
  | { readonly kind: 'warning'; readonly text: string }
  /** Shares as people: of 100 women who earn more, 49 were recognised, now 82. */
  | {
      readonly kind: 'people';
      readonly rows: readonly PeopleRow[];
      /** The level of the intervals, such as 0.95. */
      readonly level: number;
      readonly caption: string;
    }
  | { readonly kind: 'table'; readonly table: TextTable; readonly caption: string }
  | { readonly kind: 'figure'; readonly figure: Figure; readonly caption: string }
  /** A figure of the paper: text of an SVG that `svgText` made, of one width. */
  | {
      readonly kind: 'picture';
      readonly svg: string;
      readonly title: string;
      readonly caption: string;
    }
  /** As one would type it. */
  | { readonly kind: 'command'; readonly text: string }
  /** Lines as on a terminal. */
  | { readonly kind: 'listing'; readonly text: string }
  | {
      readonly kind: 'terms';
      readonly terms: readonly { readonly term: string; readonly meaning: string }[];
    };

/** One line of `people`: how many of 100, before and after. */
export interface PeopleRow {
  /** Of 100 … */
  readonly who: string;
  /** … were recognised. */
  readonly what: string;
  readonly before: number;
  readonly after: number;
  /** Around `after − before`, in people of 100. */
  readonly change: { readonly low: number; readonly high: number };
  /** The rows behind it. */
  readonly rows: number;
  /** Whether more is better for them. */
  readonly better: 'more' | 'fewer';
}
