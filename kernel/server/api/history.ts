/** The rows of a second table that belong to a record, kept as one list. */
export interface TrackedPart {
  /** The name of the list among the columns of the record. */
  readonly name: string;
  readonly table: string;
  /** The column that holds the record's id. */
  readonly owner: string;
  /** Of a single column the list holds its values, of several an object for each row. */
  readonly columns: readonly [string, ...string[]];
}

/**
 * A table whose changes are kept, by triggers: what the declared columns were before each change. Others, such as hashes of
 * passwords, never enter the history.
 */
export interface TrackedTable {
  /** One of the records, such as `street`: the subject of the audit log. */
  readonly kind: string;
  readonly table: string;
  /** The column of the record's id; `id` when it is absent. */
  readonly key?: string;
  /** The columns of each field; those of one field are kept together. */
  readonly columns: readonly (readonly string[])[];
  readonly parts?: readonly TrackedPart[];
  /** A row is a decision about a thing that is there without it: its first one is a change, from empty columns. */
  readonly isDecision?: true;
  /** What a record was stays when it is deleted; for records that name no person, since they are not erased with it. */
  readonly keepsDeleted?: true;
}
