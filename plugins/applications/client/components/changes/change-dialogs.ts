import type { Action, ApplicationDetail } from '../../../contract.ts';

/** The changes of an application other than its status. */
export type ChangeKey = 'correct' | 'transfer' | 'withdraw';

/** The props of the dialog of a change. */
export interface ChangeDialogProps {
  readonly application: ApplicationDetail;
  readonly onClose: () => void;
  /** The server has accepted the step. */
  readonly onSent: (action: Action) => void;
}
