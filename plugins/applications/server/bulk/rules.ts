import { CodedError } from '#kernel/plugin-api/contract.ts';
import { type BulkKind, type BulkProblem, bulkProblems } from '../../contract/bulk.ts';
import type { Status } from '../../contract.ts';

/** The state of an application, as far as the rules of bulk jobs depend on it. */
export interface BulkCandidate {
  readonly status: Status;
  readonly receiver_id: number | null;
}

const statusOf = {
  accept: 'accepted',
  complete: 'completed',
  reject: 'rejected',
  reopen: 'accepted',
} as const;

/** The resulting status of a kind. */
export function targetOf(kind: Exclude<BulkKind, 'forward'>): 'accepted' | 'completed' | 'rejected' {
  return statusOf[kind];
}

/**
 * Returns the problem that prevents a bulk action on an application; null if there is none. Stricter than the rules of a single
 * action: a selection does not answer an answered application again, and an accept does not reopen one.
 */
export function problemOfStatus({ status, receiver_id }: BulkCandidate, kind: BulkKind): BulkProblem | null {
  switch (kind) {
    case 'accept':
      if (status === 'created' || (status === 'accepted' && receiver_id === null)) return null;
      return status === 'accepted' ? 'already_accepted' : `is_${status}`;
    case 'forward':
      return status === 'created' || status === 'accepted' ? null : `is_${status}`;
    case 'complete':
    case 'reject':
      return status === 'accepted' ? null : `is_${status}`;
    case 'reopen':
      return status === 'completed' || status === 'rejected' ? null : `is_${status}`;
  }
}

/** The problem that corresponds to an error of the rules. */
export function problemOfError(
  error: unknown,
): { readonly code: BulkProblem; readonly isSure: boolean } | null {
  if (!(error instanceof CodedError)) return null;
  const fields = Object.values(error.fields ?? {}).map(({ key }) => key.split('.').at(-1));
  const code = bulkProblems.find((problem) => problem === error.code || fields.includes(problem));
  return code ? { code, isSure: true } : null;
}
