// Every format as one thing: rows that DuckDB can select from, and how each column is had from them, as text or as a number.

export interface Relation {
  /** What stands after FROM. */
  readonly sql: string;
  readonly columns: readonly RelationColumn[];
}

export interface RelationColumn {
  readonly name: string;
  /** The column's text, NULL where missing. */
  readonly text: string;
  /** The column's number, where the source says that it holds numbers. */
  readonly number?: string;
  /** What it holds that is neither text nor number: lists, objects, bytes. */
  readonly unreadable?: string;
}
