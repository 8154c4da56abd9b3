import { useEffect, useEffectEvent } from 'react';
import { useText } from '#kernel/plugin-api/client.ts';
import { HandoverDialog } from './handover-dialog.tsx';
import { useHandoverPlan } from './use-handover-plan.ts';

interface DepartureProps {
  readonly adminId: number;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Before an admin is blocked or leaves: asks who takes their open cases and tasks; nothing where they have none. */
export function Departure({ adminId, onDone, onCancel }: DepartureProps) {
  const t = useText('work');
  // Who may not hand over goes on: the server gives what is left to others by its own rule.
  const { plan, isOver } = useHandoverPlan(adminId);
  const goOn = useEffectEvent(onDone);
  useEffect(() => {
    if (isOver) goOn();
  }, [isOver]);
  if (plan === undefined) return null;
  return <HandoverDialog plan={plan} text={t('handover.departure')} onClose={onCancel} onDone={onDone} />;
}
