/** The rows of a second table that belong to a record, stored as one list. */
export interface TrackedPart {
  /** The name of the list among the columns of the record. */
  readonly name: string;
  readonly table: string;
  /** The column with the record's id. */
  readonly owner: string;
  /** The columns: for a single one the list contains its values, for several an object per row. */
  readonly columns: readonly [string, ...string[]];
}

/**
 * A table whose changes are stored by triggers: the declared columns before each change. Other columns, such as password
 * hashes, are never stored.
 */
export interface TrackedTable {
  /** The name of one record, such as `street`: its subject type in the audit log. */
  readonly kind: string;
  readonly table: string;
  /** The column with the record's id; `id` by default. */
  readonly key?: string;
  /** The columns of each field, which are stored together. */
  readonly columns: readonly (readonly string[])[];
  readonly parts?: readonly TrackedPart[];
  /**
   * Whether a row is the state of something that exists without it; then the first version is a change from empty
   * columns.
   */
  readonly isDecision?: true;
  /**
   * Whether versions of deleted records are stored; only for records without personal data, since these versions are
   * not erased.
   */
  readonly keepsDeleted?: true;
}
