// What figures with a row for each group, method or column are declared in: rows × columns, a column being text or an
// axis with marks.

import type * as Plot from '@observablehq/plot';
import type { Range } from './edge-marks.js';
import type { DotLook } from './legends.js';

export interface TextColumn<Row> {
  readonly head: string;
  /** What stands in a row. */
  readonly text: (row: Row) => string;
  /** Default: ink. */
  readonly ink?: (row: Row) => string;
  /** Default: never. */
  readonly isBold?: (row: Row) => boolean;
  /** Longer texts are cut, in pixels. Default: none is. */
  readonly most?: number;
  /** Left out where room is scarce. Default false. */
  readonly isOptional?: boolean;
  /** Default ff-cell. */
  readonly className?: string;
}

/** Marks of one kind in all rows; rows without a value have none. */
export type Layer<Row> = { readonly className: string } & (
  | {
      readonly kind: 'dot';
      /** One dot, several, or none. */
      readonly at: (row: Row) => number | readonly number[] | undefined;
      readonly look: DotLook;
      /** In place of the look's. */
      readonly fill?: (row: Row) => string;
      readonly stroke?: (row: Row) => string;
      /** Down from the middle of a row, in pixels. */
      readonly dy?: number;
    }
  | {
      readonly kind: 'interval';
      readonly at: (row: Row) => { readonly low: number; readonly high: number } | undefined;
      readonly colour: string | ((row: Row) => string);
      readonly strokeWidth: number;
      readonly hasEnds?: boolean;
      readonly dy?: number;
    }
  | {
      readonly kind: 'bar';
      readonly at: (row: Row) => readonly [from: number, to: number] | undefined;
      readonly look: Pick<Plot.RectOptions, 'stroke' | 'strokeWidth' | 'strokeDasharray'>;
      readonly fill: string | ((row: Row) => string);
      /** Half of its height, in pixels. */
      readonly half: number;
    }
  | {
      readonly kind: 'arrow';
      readonly at: (row: Row) => readonly [from: number, to: number] | undefined;
      readonly colour: string;
      /** Of the heads in rows where arrows are close to their marks. Default 5 and 7. */
      readonly insets?: readonly [start: number, end: number];
      readonly dy?: number;
    }
);

/** A line through all rows. */
export interface Reference {
  readonly at: number;
  readonly colour: string;
  readonly dash?: string;
  readonly label?: { readonly text: string; readonly ink: string; readonly className: string };
  readonly className: string;
}

export interface AxisColumn<Row> {
  /** In bold above the marks. */
  readonly head?: string;
  /** Below the head, quiet. */
  readonly note?: string;
  /** Below the ticks. */
  readonly label?: string;
  readonly domain: Range;
  /** Of ticks: numbers or shares. */
  readonly unit: 'number' | 'share';
  readonly layers: readonly Layer<Row>[];
  readonly references?: readonly Reference[];
  /** Right of the marks. */
  readonly figures?: readonly TextColumn<Row>[];
  /** How much of the room it takes beside others. Default 1. */
  readonly weight?: number;
}

export interface RowsFigure<Row> {
  /** Each a row, or how many are left out at this place. */
  readonly rows: readonly (Row | number)[];
  readonly leftOut?: (count: number) => string;
  readonly name: TextColumn<Row>;
  /** Between the names and the first axis. */
  readonly details?: readonly TextColumn<Row>[];
  readonly axes: readonly AxisColumn<Row>[];
  /** Behind the rows that have a colour. */
  readonly shade?: (row: Row) => string | undefined;
  readonly classOf?: { readonly head?: string; readonly shade?: string };
}

/** A row and the height of its middle, in rows. */
export type Placed<Row> = Row & { readonly y: number };
