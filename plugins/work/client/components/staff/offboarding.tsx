import { useEffect, useEffectEvent } from 'react';
import { useText } from '#kernel/plugin-api/client.ts';
import { HandoverDialog } from './handover-dialog.tsx';
import { type PlannedAccess, useHandoverPlan } from './use-handover-plan.ts';

interface OffboardingProps {
  readonly adminId: number;
  readonly plannedAccess?: PlannedAccess | undefined;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/**
 * Before an admin is blocked, leaves, or gets another role or area: asks who takes over their open
 * applications and tasks; renders nothing if they have none.
 */
export function Offboarding({ adminId, plannedAccess, onDone, onCancel }: OffboardingProps) {
  const t = useText('work');
  // An admin who may not hand over continues: the server distributes the rest by its own rule.
  const { plan, isOver } = useHandoverPlan(adminId, plannedAccess);
  const proceed = useEffectEvent(onDone);
  useEffect(() => {
    if (isOver) proceed();
  }, [isOver]);
  if (plan === undefined) return null;
  const text = t(plannedAccess ? 'handover.change' : 'handover.offboarding');
  return <HandoverDialog plan={plan} text={text} onClose={onCancel} onDone={onDone} />;
}
