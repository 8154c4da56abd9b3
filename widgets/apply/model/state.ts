import type { FormFacts } from './api.ts';
import type { Draft, FieldName, IdentityProblem, Problem } from './draft.ts';

/** A file that is being sent, or whose upload failed. */
export interface Upload {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  /** From 0 to 1. */
  readonly part: number;
  /** The server's text, or an empty one if it was not reached; null while the file is being sent. */
  readonly failed: string | null;
}

/** Why the last action failed: a text from the server, or a key of the panel's own texts. */
export type Failure =
  { readonly text: string } | { readonly own: 'network' | 'filesExpired' | 'identityExpired' | 'failed' };

/** Everything that the form shows. */
export interface ApplyState {
  readonly draft: Draft;
  readonly form: FormFacts | null;
  readonly loading: 'form' | 'ready' | 'failed';
  readonly busy: 'code' | 'check' | 'remove' | 'submit' | null;
  readonly failure: Failure | null;
  /** Problems by field: a key of the panel's texts, or the server's text. */
  readonly problems: Readonly<Partial<Record<FieldName, Problem | { readonly text: string }>>>;
  readonly uploads: readonly Upload[];
  /** Files that were left out, with the reasons. */
  readonly dropped: readonly { readonly name: string; readonly reason: 'count' | 'bytes' }[];
  /** Whether a code was sent to the phone of the draft. */
  readonly codeSent: boolean;
  /** The reason of a failed identification; null otherwise. */
  readonly identityProblem: IdentityProblem | null;
  /** Whether the receipt belongs to data that was sent before the last changes. */
  readonly earlier: boolean;
}

/** Thrown when files or an identity bound to an expired ticket could not be transferred to a new one; the form reports it. */
export class ExpiredError extends Error {}

/** Holds the state of the form. */
export interface ApplyStore {
  readonly state: ApplyState;
  set(changes: Partial<ApplyState>): void;
  setDraft(changes: Partial<Draft>): void;
}

/** Creates the store of a form that starts with a draft. */
export function createApplyStore(
  draft: Draft,
  onChange: (state: ApplyState, before: ApplyState) => void,
): ApplyStore {
  let state: ApplyState = {
    draft,
    form: null,
    loading: 'form',
    busy: null,
    failure: null,
    problems: {},
    uploads: [],
    dropped: [],
    codeSent: false,
    identityProblem: null,
    earlier: false,
  };
  function set(changes: Partial<ApplyState>): void {
    const before = state;
    state = { ...state, ...changes };
    onChange(state, before);
  }
  return {
    get state() {
      return state;
    },
    set,
    setDraft: (changes) => set({ draft: { ...state.draft, ...changes } }),
  };
}
