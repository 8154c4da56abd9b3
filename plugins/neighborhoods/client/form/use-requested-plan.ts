import { useState } from 'react';
import type { BorderPlan, Successor } from '../../contract.ts';

/** A plan that waits for the user's decision. */
export interface RequestedPlan {
  readonly plan: BorderPlan;
  /** Another plan was shown before, and something has changed since. */
  readonly isNew: boolean;
  /** `null` returns to editing. */
  readonly answer: (successors: readonly Successor[] | null) => void;
}

/** Asks the user to agree to a plan: `requested` is the plan to show; `requestDecision` resolves to the chosen successors. */
export function useRequestedPlan() {
  const [requested, setRequested] = useState<RequestedPlan | null>(null);
  function requestDecision(plan: BorderPlan, isNew: boolean): Promise<readonly Successor[] | null> {
    return new Promise((resolve) => {
      setRequested({
        plan,
        isNew,
        answer(successors) {
          setRequested(null);
          resolve(successors);
        },
      });
    });
  }
  return { requested, requestDecision } as const;
}
