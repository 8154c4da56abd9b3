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

/** Asks the user to agree to a plan: `asked` is the plan to show; `ask` resolves to the chosen successors. */
export function useRequestedPlan() {
  const [asked, setAsked] = useState<RequestedPlan | null>(null);
  function ask(plan: BorderPlan, isNew: boolean): Promise<readonly Successor[] | null> {
    return new Promise((resolve) => {
      setAsked({
        plan,
        isNew,
        answer(successors) {
          setAsked(null);
          resolve(successors);
        },
      });
    });
  }
  return { asked, ask } as const;
}
