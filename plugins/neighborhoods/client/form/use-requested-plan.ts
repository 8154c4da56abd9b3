import { useState } from 'react';
import type { BorderPlan, Successor } from '../../contract.ts';

/** A plan that waits for an answer. */
export interface RequestedPlan {
  readonly plan: BorderPlan;
  /** Another plan was shown before, and something has changed since. */
  readonly isNew: boolean;
  /** `null` continues editing. */
  readonly answer: (successors: readonly Successor[] | null) => void;
}

/** Asks whether a plan may be carried out: `asked` is to be shown, `ask` resolves to who takes over what moves. */
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
