/** An entry may be committed after entries of higher ids; none that is sealed lags behind by as many as this. */
export const auditSealLag = 20_000;

/** The first thing that is wrong with the audit log, and at which entry or seal. */
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

/** Takes how many seals are compared with their entries, and how many there were at the start. */
export type ReportProgress = (checked: number, total: number) => void;

/** Whether the audit log is as it was written. */
export interface AuditVerdict {
  readonly sealed: number;
  /** Rows that no seal covers yet; those of the last seconds are no reason to worry. */
  readonly unsealed: number;
  /** The first thing that is wrong, in English for the console, or null. */
  readonly problem: string | null;
  /** The same, to be said in other languages. */
  readonly fault: AuditFault | null;
  /** The newest seal, to be noted elsewhere. */
  readonly head: { readonly seq: number; readonly hash: string } | null;
}
