import type { Action, ApplicationDetail } from '../../../contract.ts';

/** What may be done to an application besides its status. */
export type ChangeKey = 'correct' | 'transfer' | 'withdraw';

/** What the dialog of a change is given. */
export interface ChangeDialogProps {
  readonly application: ApplicationDetail;
  readonly onClose: () => void;
  /** The server has taken the step. */
  readonly onSent: (action: Action) => void;
}
