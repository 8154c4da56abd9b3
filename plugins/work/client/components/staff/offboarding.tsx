import { useEffect, useEffectEvent } from 'react';
import { toastError, useText } from '#kernel/plugin-api/client.ts';
import { HandoverDialog } from './handover-dialog.tsx';
import { type PlannedAccess, useHandoverPlan } from './use-handover-plan.ts';

interface OffboardingProps {
  readonly adminId: number;
  readonly plannedAccess?: PlannedAccess | undefined;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/**
 * Before an admin is blocked, leaves, or gets another role or area: asks who takes their open applications and tasks; nothing if
 * they have none. If these cannot be read, nothing is changed.
 */
export function Offboarding({ adminId, plannedAccess, onDone, onCancel }: OffboardingProps) {
  const t = useText('work');
  const { plan, isOver, error } = useHandoverPlan(adminId, plannedAccess);
  const end = useEffectEvent(() => {
    // An admin who may not hand over continues: the server distributes the rest by its own rule.
    if (error === undefined || error.status === 403) return onDone();
    toastError(error);
    onCancel();
  });
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  if (plan === undefined) return null;
  const text = t(plannedAccess ? 'handover.change' : 'handover.offboarding');
  return <HandoverDialog plan={plan} text={text} onClose={onCancel} onDone={onDone} />;
}
