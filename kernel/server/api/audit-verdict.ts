/**
 * The number of latest ids that the sealer checks again: an entry may be committed after entries with higher ids, but
 * never after more than this many.
 */
export const auditSealLag = 20_000;

/** The first fault in the audit log, with its entry or seal. */
export interface AuditFault {
  readonly code:
    | 'seal_missing'
    | 'seal_moved'
    | 'entry_missing'
    | 'entry_changed'
    | 'entry_backdated'
    | 'entry_unsealed'
    | 'end_unsigned'
    | 'foreign_key'
    | 'end_missing'
    | 'seals_changed'
    | 'seals_unsigned'
    | 'not_noted';
  readonly at: number;
}

/** Receives the number of verified seals, and the number of seals at the start. */
export type ReportProgress = (checked: number, total: number) => void;

/** The result of the verification of the audit log. */
export interface AuditVerdict {
  readonly sealed: number;
  /** The number of entries without a seal; those of the last seconds are normal. */
  readonly unsealed: number;
  /** The first fault in English for the console, or null. */
  readonly problem: string | null;
  /** The first fault, for texts in other languages, or null. */
  readonly fault: AuditFault | null;
  /** The newest seal, to be recorded elsewhere. */
  readonly head: { readonly seq: number; readonly hash: string } | null;
}
