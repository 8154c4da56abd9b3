import { useEffect, useEffectEvent } from 'react';
import { toast, toastError, useText } from '#kernel/plugin-api/client.ts';
import { HandoverDialog } from './handover-dialog.tsx';
import { useHandoverPlan } from './use-handover-plan.ts';

/** Hands over an admin's work, from the load page. */
export function Handover({ adminId, onClose }: { readonly adminId: number; readonly onClose: () => void }) {
  const t = useText('work');
  const { plan, isOver, error } = useHandoverPlan(adminId);
  const giveUp = useEffectEvent(() => {
    if (error) toastError(error);
    else toast.success(t('handover.nothing'));
    onClose();
  });
  useEffect(() => {
    if (isOver) giveUp();
  }, [isOver]);
  if (plan === undefined) return null;
  return <HandoverDialog plan={plan} text={t('handover.text')} onClose={onClose} onDone={onClose} />;
}
